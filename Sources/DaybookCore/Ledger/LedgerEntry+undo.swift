extension LedgerEntry {
    /// A series brought an occurrence back that had gone when the completion before it was taken back. The identity of
    /// such a conclusion follows from its cause, which nothing else that restores a task shares.
    var revivesOccurrence: Bool {
        guard operation.kind == .restore, operation.entity == .task, let cause else { return false }
        return operation.opId
            == Identifier.derived(.nextOccurrence, cause.high, cause.low, operation.id.high, operation.id.low)
    }

    /// Takes the making of an occurrence back, or that of one of its subtasks.
    var unmakesOccurrence: Bool {
        operation.kind == .delete && operation.entity == .task && operation.reopens != nil
    }

    /// Belongs to the undoing of a completion: the server names what it concludes by itself.
    var isOfAnUndoing: Bool { cause != nil && operation.purpose == nil }

    /// Opens a completed task again.
    var takesCompletionBack: Bool {
        operation.entity == .task && operation.kind != .delete && operation.reopens != nil
    }

    /// What the operation made of a field, where it says so.
    func valueAfter(of field: String) -> JSONValue? {
        operation.fields.last { $0.name == field }.map { readable($0.value, of: field) }
    }

    /// A value as the row would tell it: an author may have written the same in another way.
    package func readable(_ value: JSONValue, of field: String) -> JSONValue {
        switch operation.entity {
        case .task: TaskField(name: field).flatMap { try? TaskItem.read($0, value) }?.json ?? value
        case .list: ListField(name: field).flatMap { try? TaskList.read($0, value) }?.json ?? value
        case .settings: SettingsField(name: field).flatMap { try? AccountSettings.read($0, value) }?.json ?? value
        }
    }
}
