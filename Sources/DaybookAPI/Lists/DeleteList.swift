import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `DELETE /v1/lists/{id}`: with the tasks that are in it.
///
/// 204, also where it was deleted already; restoring it brings the tasks back. 409 `mass_delete_unconfirmed` where more
/// than 50 tasks and more than half of the account's would go and `confirmMassDelete=true` is not in the query. 404,
/// 412.
struct DeleteList: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let confirmed: Bool = try request.queryValue("confirmMassDelete") ?? false
        let submission = try await Submission(request, principal)
        var needs = SliceNeeds()
        // The deletion counts as later than every change of its tasks that is here.
        needs.tasksOfLists.insert(id)
        _ = try await ListChange(changes: changes).settle(
            submission, id, .delete, seeing: needs, confirmMassDelete: confirmed)
        return Response(.noContent)
    }
}
