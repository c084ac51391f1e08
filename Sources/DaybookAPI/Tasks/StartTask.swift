import DaybookAccounts
import DaybookCore
import HTTP

/// `POST /v1/tasks/{id}/start`: makes it active, a completed one too.
///
/// 200 with the task. 409 `complementary_locked` where the account lets complementary tasks wait for their must-do,
/// 404, 410, 412.
struct StartTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try await TaskChange(changes: changes).answer(try await Submission(request, principal), .start)
    }
}
