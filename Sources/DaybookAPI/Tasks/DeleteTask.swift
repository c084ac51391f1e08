import DaybookAccounts
import DaybookHost
import HTTP

/// `DELETE /v1/tasks/{id}`.
///
/// 204, also where it was deleted already; it can be restored for 30 days unless the operator has set another time. Its
/// parts stay, and stand for themselves, unless the query says `children=with`. 409 `mass_delete_unconfirmed` as for a
/// list, 409 `too_many_parts`, 404 for no such task, 412 where `if-match` names another state.
struct DeleteTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let withParts = try request.takesPartsAlong()
        let confirmed: Bool = try request.queryValue("confirmMassDelete") ?? false
        let submission = try await Submission(request, principal)
        _ = try await changes.make(
            submission, seeing: TaskAction.delete.needs(on: id), confirmMassDelete: confirmed,
            TaskChange.decision(submission, .delete, on: id, withParts: withParts))
        return Response(.noContent)
    }
}
