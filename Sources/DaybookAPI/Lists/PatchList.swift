import DaybookAccounts
import DaybookCore
import HTTP

/// `PATCH /v1/lists/{id}` with the fields to change (RFC 7396): absent ones stay, null clears.
///
/// 200 with the list. 404 for no such list, 410 `gone` for a deleted one, 412 where `if-match` names another state,
/// 422.
struct PatchList: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        let fields = try await submission.members(of: Submission.patches)
        return try await ListChange(changes: changes).answer(submission, .update(Patch(fields)))
    }
}
