import DaybookAccounts
import HTTP

/// `POST /v1/tasks/{id}/restore` and `POST /v1/lists/{id}/restore`: takes back the deletion; the tasks that were
/// deleted with a list come back too.
///
/// 200 with the row; one that is not deleted stays as it is. The list of a task may be gone: then it is in the Inbox.
/// 404 for no such row, 409 `region_full` where a task's place was taken meanwhile, 412.
struct UndeleteRow<Change: RowChange>: Sendable {
    let change: Change

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try await change.answer(try await Submission(request, principal), .restore, on: nil)
    }
}
