import DaybookCore
import DaybookHost
import HTTP

/// What the routes that change one list have in common.
struct ListChange: Sendable {
    let changes: OnlineChanges

    func answer(_ submission: Submission, _ action: ListAction) async throws -> Response {
        try await answer(submission, try submission.request.identifier("id"), action)
    }

    func answer(
        _ submission: Submission, _ id: Identifier, _ action: ListAction, seeing others: SliceNeeds = SliceNeeds()
    ) async throws -> Response {
        let settled = try await settle(submission, id, action, seeing: others)
        guard let list = settled.lists[id] else { throw Problem(.notFound) }
        return .list(list, of: settled.history, isNew: settled.hasCreated(id))
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

extension Response {
    /// A list with the tag of its state.
    static func list(_ list: TaskList, of history: AccountHistory, isNew: Bool = false) -> Response {
        var response = Response.document(isNew ? .created : .ok, tag: history.tag(of: list.revision)) {
            list.write(to: &$0)
        }
        if isNew { response.fields["location"] = "/v1/lists/\(list.id.text)" }
        return response
    }
}
