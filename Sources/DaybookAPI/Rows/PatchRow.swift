import DaybookAccounts
import DaybookCore
import HTTP

/// `PATCH /v1/tasks/{id}` and `PATCH /v1/lists/{id}` with the fields to change (RFC 7396): absent ones stay, null
/// clears.
///
/// 200 with the row. An open state takes back the completion that a task has. 404 for no such row, 410 `gone` for a
/// deleted one, 412 where `if-match` names another state, 409 `region_full`, 422 `invalid_fields` for all fields that
/// are wrong.
struct PatchRow<Change: RowChange>: Sendable {
    let change: Change

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        let fields = try await submission.members(of: Submission.patches)
        return try await change.answer(submission, .update(Patch(fields)), on: nil)
    }
}
