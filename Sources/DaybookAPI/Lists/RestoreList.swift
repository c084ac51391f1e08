import DaybookAccounts
import DaybookCore
import HTTP

/// `POST /v1/lists/{id}/restore`: takes back the deletion; the tasks that were deleted with the list come back too.
///
/// 200 with the list; one that is not deleted stays as it is. 404 for no such list, 412.
struct RestoreList: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try await ListChange(changes: changes).answer(try await Submission(request, principal), .restore)
    }
}
