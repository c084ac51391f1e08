import DaybookAccounts
import DaybookCore
import HTTP

/// `POST /v1/tasks/{id}/restore`: takes back the deletion.
///
/// 200 with the task; one that is not deleted stays as it is. Its list may be gone: then it is in the Inbox. 404 for no
/// such task, 409 `region_full` where its place was taken meanwhile, 412.
struct RestoreTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try await TaskChange(changes: changes).answer(try await Submission(request, principal), .restore)
    }
}
