import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `PUT /v1/lists/{id}`: creates a list with an id that the client made. To change one, patch it.
///
/// 201 with the list. Repeated, it is answered as it was the first time, whatever has become of the list since. 200
/// where there is such a list with just these fields; 409 `already_exists` where it is another, 410 `gone` where it was
/// deleted, 422.
struct PutList: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let submission = try await Submission(request, principal, implied: id.text)
        return try await ListChange(changes: changes).answer(
            submission, id, .create(Patch(try await submission.members())))
    }
}
