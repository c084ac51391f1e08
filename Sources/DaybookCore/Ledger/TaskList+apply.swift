extension TaskList {
    /// Applies one operation to a list, and nothing that follows from it.
    static func apply(_ operation: SyncOperation, to row: inout TaskList?) -> Application {
        if operation.kind == .delete { return delete(&row, at: operation.at) }
        guard case .list(let patch) = operation.change else { return .rejected(.invalidOperation) }
        if let rejection = patch.rejection { return .rejected(rejection) }

        var application = Application()
        if row == nil {
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
        begin(
            with: operation, makes: operation.kind == .set && patch[.title] != nil, at: patch[.createdAt], &application)
        apply(patch, at: operation.at, to: &application) { $0 == .createdAt }
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
