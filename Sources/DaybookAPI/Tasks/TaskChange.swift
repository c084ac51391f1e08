import DaybookCore
import DaybookHost
import HTTP

/// What the routes that change one task have in common.
struct TaskChange: RowChange {
    let changes: OnlineChanges

    func answer(_ submission: Submission, _ action: TaskAction, on id: Identifier? = nil) async throws -> Response {
        try await answer(submission, action, on: id, withParts: false)
    }

    func answer(
        _ submission: Submission, _ action: TaskAction, on id: Identifier? = nil, withParts: Bool
    ) async throws -> Response {
        let id = try id ?? submission.request.identifier("id")
        let (settled, _) = try await changes.make(
            submission, seeing: action.needs(on: id),
            Self.decision(submission, action, on: id, withParts: withParts))
        guard let task = settled.tasks[id] else { throw Problem(.notFound) }
        return .row(task, of: settled.history, isNew: settled.hasCreated(id))
    }

    static func decision(
        _ submission: Submission, _ action: TaskAction, on id: Identifier, withParts: Bool = false
    ) -> @Sendable (inout ChangePlan) throws -> Void {
        { plan in
            let task = try plan.task(id)
            if task != nil || action.creates { try submission.require(task?.revision, of: plan.history) }
            let parts = withParts && task != nil ? try plan.parts(of: id) : []
            try plan.perform(action, on: id)
            try plan.perform(action, onPartsOf: id, parts)
        }
    }
}

extension ChangeResult {
    /// The request made the row.
    func hasCreated(_ id: Identifier) -> Bool { entries.contains { $0.created && $0.operation.id == id } }
}
