/// A row that has a beginning and may have an end: what tasks and lists have in common beyond their fields, and
/// settings lack.
protocol DeletableRow: LedgerRow {
    var createdAt: Instant { get set }
    /// The clock of the operation with which the row begins.
    var beginning: HybridTime? { get set }
    var sortOrder: OrderKey { get set }
    /// Somebody put the row where it is in the user's order.
    var hasOwnOrder: Bool { get }
    /// The greatest clock of a deletion; the row is deleted while no field is newer.
    var deletion: HybridTime? { get set }
    var isDeleted: Bool { get }
    /// The greatest clock of any change but deletion.
    var lastEdit: HybridTime? { get }
}

extension TaskItem: DeletableRow {
    var beginning: HybridTime? {
        get { clocks[.createdAt] }
        set { clocks[.createdAt] = newValue }
    }
    var hasOwnOrder: Bool { clocks[.sortOrder] != nil }
}

extension TaskList: DeletableRow {
    var beginning: HybridTime? {
        get { clocks[.createdAt] }
        set { clocks[.createdAt] = newValue }
    }
    var hasOwnOrder: Bool { clocks[.sortOrder] != nil }
}

extension DeletableRow {
    /// The later of deletion and edit counts.
    static func delete(_ row: inout Self?, at clock: HybridTime) -> Application {
        guard let before = row else { return .waiting }
        var application = Application()
        application.asked = 1
        if before.deletion.map({ $0 < clock }) ?? true {
            row?.deletion = clock
            application.changed = true
        }
        let isDeleted = row?.isDeleted ?? false
        if isDeleted, !before.isDeleted {
            application.prior.append(JSONMember("deletedAt", .null))
        } else if !isDeleted {
            application.conflicts.append(
                Conflict(
                    field: "deletedAt", mine: .string(clock.instant.text), theirs: .null, reason: .edited,
                    by: before.lastEdit))
        }
        return application
    }

    /// A row begins with the earliest operation that could have made it, which need not be the one that came first.
    /// Such an operation tells its beginning, and no other does.
    mutating func begin(
        with operation: SyncOperation, makes: Bool, at wanted: FieldValue?, _ application: inout Application
    ) {
        let isEarlier = makes && beginning.map({ operation.at < $0 }) ?? true
        if isEarlier {
            createdAt = wanted?.instant ?? operation.at.instant
            beginning = operation.at
            if !hasOwnOrder { sortOrder = .created(at: operation.at) }
            application.changed = true
        }
        guard let wanted else { return }
        application.asked += 1
        if !isEarlier, wanted != .instant(createdAt) {
            application.conflicts.append(
                Conflict(field: "createdAt", mine: wanted.json, theirs: .string(createdAt.text), reason: .immutable))
        }
    }

    /// Says what became of the deletion that a change of other fields found: it stands, or the change is newer.
    func tell(ofDeletion before: HybridTime?, in application: inout Application) {
        guard let before else { return }
        let instant = JSONValue.string(before.instant.text)
        if isDeleted {
            // What was edited lies beneath it and shows when the row is restored.
            application.overruled = true
            application.conflicts.append(
                Conflict(field: "deletedAt", mine: .null, theirs: instant, reason: .deleted, by: before))
        } else {
            application.prior.append(JSONMember("deletedAt", instant))
        }
    }
}
