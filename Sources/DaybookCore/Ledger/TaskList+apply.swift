extension TaskList {
    /// Applies one operation to a list, and nothing that follows from it.
    static func apply(_ operation: Operation, to row: inout TaskList?) -> Application {
        if operation.kind == .delete { return delete(&row, at: operation.at) }
        let patch: Patch<TaskList>
        do { patch = try Patch(operation.fields) } catch { return .rejected(error.rejection) }

        var application = Application()
        if row == nil {
            guard operation.kind == .set, patch[.title] != nil else { return .rejected(.unknownRow) }
            row = TaskList(creating: operation)
            application.created = true
            application.changed = true
        }
        row?.change(operation, patch, &application)
        return application
    }

    private init(creating operation: Operation) {
        self.init(id: operation.id)
        createdAt = operation.at.instant
        sortOrder = .created(at: operation.at)
        clocks.set(
            fields: FieldClocks<ListField>.bits(.title, .colorHex, .createdAt, .sortOrder), to: operation.at)
    }

    private mutating func change(
        _ operation: Operation, _ patch: Patch<TaskList>, _ application: inout Application
    ) {
        let deletionBefore = isDeleted ? deletion : nil
        if operation.kind == .restore {
            application.asked += 1
            if clocks[.deletedAt].map({ $0 < operation.at }) ?? true {
                clocks[.deletedAt] = operation.at
                application.changed = true
            }
        }
        if let created = patch[.createdAt] {
            application.asked += 1
            if application.created {
                createdAt = created.instant ?? createdAt
            } else if created != .instant(createdAt) {
                application.conflicts.append(
                    Conflict(
                        field: "createdAt", mine: created.json, theirs: .string(createdAt.text), reason: .immutable))
            }
        }
        apply(patch, at: operation.at, to: &application) { $0 == .createdAt }
        guard let deletionBefore else { return }
        if isDeleted {
            application.overruled = true
            application.conflicts.append(
                Conflict(
                    field: "deletedAt", mine: .null, theirs: .string(deletionBefore.instant.text), reason: .deleted,
                    by: deletionBefore))
        } else {
            application.prior.append(JSONMember("deletedAt", .string(deletionBefore.instant.text)))
        }
    }

    private static func delete(_ row: inout TaskList?, at clock: HybridTime) -> Application {
        var application = Application()
        application.asked = 1
        guard let list = row else { return application }
        let wasDeleted = list.isDeleted
        if list.deletion.map({ $0 < clock }) ?? true {
            row?.deletion = clock
            application.changed = true
        }
        let deleted = row?.isDeleted ?? false
        if deleted, !wasDeleted {
            application.prior.append(JSONMember("deletedAt", .null))
        } else if !deleted {
            application.conflicts.append(
                Conflict(
                    field: "deletedAt", mine: .string(clock.instant.text), theirs: .null, reason: .edited,
                    by: list.lastEdit))
        }
        return application
    }

    func shownClock(of field: ListField) -> HybridTime? {
        field == .deletedAt ? (isDeleted ? deletion : clocks[.deletedAt]) : clocks[field]
    }
}

extension AccountSettings {
    mutating func apply(_ operation: Operation) -> Application {
        guard operation.kind == .set else { return .rejected(.invalidOperation) }
        let patch: Patch<AccountSettings>
        do { patch = try Patch(operation.fields) } catch { return .rejected(error.rejection) }
        var application = Application()
        apply(patch, at: operation.at, to: &application) { _ in false }
        return application
    }
}
