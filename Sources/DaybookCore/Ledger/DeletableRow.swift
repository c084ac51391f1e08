/// A row that has a beginning and may have an end: what tasks and lists have in common beyond their fields, and settings lack.
protocol DeletableRow: LedgerRow {
    var createdAt: Instant { get set }
    /// The greatest clock of a deletion; the row is deleted while no field is newer.
    var deletion: HybridTime? { get set }
    var isDeleted: Bool { get }
    /// The greatest clock of any change but deletion.
    var lastEdit: HybridTime? { get }
}

extension TaskItem: DeletableRow {}
extension TaskList: DeletableRow {}

extension DeletableRow {
    /// The later of deletion and edit counts; deleting what is not there is done already.
    static func delete(_ row: inout Self?, at clock: HybridTime) -> Application {
        var application = Application()
        application.asked = 1
        guard let before = row else { return application }
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

    /// A row's beginning is told by the operation that makes it, and by no other.
    mutating func begin(at wanted: FieldValue?, _ application: inout Application) {
        guard let wanted else { return }
        application.asked += 1
        if application.created {
            createdAt = wanted.instant ?? createdAt
        } else if wanted != .instant(createdAt) {
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
