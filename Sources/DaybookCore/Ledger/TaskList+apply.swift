extension TaskList {
    /// Applies one operation to a list, and nothing that follows from it.
    static func apply(_ operation: SyncOperation, to row: inout TaskList?) -> Application {
        if operation.kind == .delete { return delete(&row, at: operation.at) }
        guard case .list(let patch) = operation.change else { return .rejected(.invalidOperation) }
        if let rejection = patch.rejection { return .rejected(rejection) }

        var application = Application()
        if row.isNone {
            guard operation.kind == .set, patch[.title] != nil else { return .waiting }
            row = TaskList(id: operation.id)
            application.created = true
            application.changed = true
        }
        row?.change(operation, patch, &application)
        return application
    }

    private mutating func change(
        _ operation: SyncOperation, _ patch: Patch<TaskList>, _ application: inout Application
    ) {
        let deletionBefore = isDeleted ? deletion : nil
        if operation.kind == .restore {
            application.asked += 1
            if clocks[.deletedAt].map({ $0 < operation.at }) ?? true {
                clocks[.deletedAt] = operation.at
                application.changed = true
            }
        }
        let makes = operation.kind == .set && patch[.title] != nil
        // What is made with a filter is a saved filter for good, and nothing else ever is one: tasks lie in lists.
        if makes, beginning.map({ operation.at < $0 }) ?? true {
            filter = patch[.filter]?.text.map { filter ?? $0 }
            if filter == nil { clocks[.filter] = nil }
        }
        begin(with: operation, makes: makes, at: patch[.createdAt], &application)
        let turns = patch[.filter].map { ($0.text == nil) != (filter == nil) } ?? false
        if turns, let wanted = patch[.filter] {
            application.asked += 1
            application.conflicts.append(
                Conflict(
                    field: ListField.filter.name, mine: wanted.json, theirs: value(of: .filter).json,
                    reason: .immutable))
        }
        // A list has no filter to be cleared, and keeps no clock of one: what began it may still come.
        let isList = filter == nil
        apply(patch, at: operation.at, to: &application) { $0 == .createdAt || $0 == .filter && (turns || isList) }
        tell(ofDeletion: deletionBefore, in: &application)
    }

    func shownClock(of field: ListField) -> HybridTime? {
        field == .deletedAt ? (isDeleted ? deletion : clocks[.deletedAt]) : clocks[field]
    }
}

extension AccountSettings {
    mutating func apply(_ operation: SyncOperation) -> Application {
        guard operation.kind == .set, case .settings(let patch) = operation.change else {
            return .rejected(.invalidOperation)
        }
        if let rejection = patch.rejection { return .rejected(rejection) }
        var application = Application()
        apply(patch, at: operation.at, to: &application) { _ in false }
        return application
    }
}
