import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `PUT /v1/tasks/{id}` and `PUT /v1/lists/{id}`: creates a row with an id of the client's. To change one, patch it.
///
/// 201 with the row. Sent again it is answered as the first time, whatever became of the row since, so a client whose
/// connection broke may always repeat it. 200 where there is such a row with just these fields; 409 `already_exists`
/// where it is another, 410 `gone` where it was deleted, 409 `region_full`, 422 `invalid_fields`.
struct PutRow<Change: RowChange>: Sendable {
    let change: Change

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let submission = try await Submission(request, principal, implied: id.text)
        return try await change.answer(submission, .create(Patch(try await submission.members())), on: id)
    }
}
