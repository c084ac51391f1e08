import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `DELETE /v1/tasks/{id}`.
///
/// 204, also where it was deleted already; it can be restored for 30 days unless the operator has set another time. 404
/// for no such task, 412 where `if-match` names another state.
struct DeleteTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let submission = try await Submission(request, principal)
        _ = try await changes.make(
            submission, seeing: TaskAction.delete.needs(on: id), TaskChange.decision(submission, .delete, on: id))
        return Response(.noContent)
    }
}
