import DaybookCore
import DaybookHost
import HTTP

/// What the routes that change one list have in common.
struct ListChange: RowChange {
    let changes: OnlineChanges

    func answer(_ submission: Submission, _ action: ListAction, on id: Identifier? = nil) async throws -> Response {
        try await answer(submission, action, on: id, seeing: SliceNeeds())
    }

    func answer(
        _ submission: Submission, _ action: ListAction, on id: Identifier?, seeing others: SliceNeeds
    ) async throws -> Response {
        let id = try id ?? submission.request.identifier("id")
        let settled = try await settle(submission, id, action, seeing: others)
        guard let list = settled.lists[id] else { throw Problem(.notFound) }
        return .row(list, of: settled.history, isNew: settled.hasCreated(id))
    }

    func settle(
        _ submission: Submission, _ id: Identifier, _ action: ListAction, seeing others: SliceNeeds = SliceNeeds(),
        confirmMassDelete: Bool = false
    ) async throws -> ChangeResult {
        var needs = others
        needs.lists.insert(id)
        return try await changes.make(
            submission, seeing: needs, confirmMassDelete: confirmMassDelete, isDivisible: true
        ) { plan in
            let list = plan.slice.lists[id]
            if list != nil || action.creates { try submission.require(list?.revision, of: plan.history) }
            try plan.perform(action, on: id)
        }.settled
    }
}
