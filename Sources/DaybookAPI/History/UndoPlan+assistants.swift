import DaybookCore

extension Slice {
    /// Of a plan that brings back how things were: what is kept from assistants by now stays so, and is named. Only who
    /// says so shows a list to them again, or who undoes exactly that change; not who wants last week back.
    func keepingFromAgents(_ plan: UndoPlan) -> UndoPlan {
        var plan = plan
        var operations: [SyncOperation] = []
        for var operation in plan.operations {
            let fields = operation.fields.filter { !$0.showsToAgents }
            if operation.entity == .list, fields.count < operation.fields.count,
                lists[operation.id]?.isKeptFromAssistants == true
            {
                plan.kept.append(.init(entity: .list, id: operation.id, field: TaskList.hiddenFromAgents))
                if fields.isEmpty, operation.kind == .set { continue }
                operation.fields = fields
            }
            operations.append(operation)
        }
        plan.operations = operations
        return plan
    }
}

extension JSONMember {
    fileprivate var showsToAgents: Bool {
        name == TaskList.hiddenFromAgents && (value.isNull || value == .bool(false))
    }
}
