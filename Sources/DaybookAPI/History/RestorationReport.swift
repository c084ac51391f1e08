import DaybookCore
import DaybookHost
import HTTP

/// When to go back to.
enum RestorationTarget: Hashable, Sendable {
    case revision(Int64)
    case instant(Instant)

    /// A revision as a number, or an instant.
    init(_ value: JSONValue?, field: String = "to") throws {
        switch value {
        case .integer(let revision)?: self = .revision(revision)
        case .string(let text)?:
            guard let instant = Instant(text) else {
                throw Problem(
                    invalid: field, .malformed,
                    "\(field) must be a revision or a date with time, such as 2026-11-21T09:15:00.123Z.")
            }
            self = .instant(instant)
        default:
            throw Problem(
                invalid: field, value == nil ? .required : .wrongType,
                "\(field) must be a revision or a date with time.")
        }
    }
}

/// The result of a restoration, or of its dry run.
struct RestorationReport: JSONRecord, Sendable {
    let to: Int64
    /// The revision up to which it looked.
    let until: Int64
    /// The account's revision when the request came first.
    let before: Int64
    /// The account's revision after the restoration.
    var revision: Int64
    let isRehearsal: Bool
    /// Tasks made since then, which are deleted.
    var deletions = 0
    /// What became of each task and each list.
    var tasks: [Identifier: SyncOperation.Kind] = [:]
    var lists: [Identifier: SyncOperation.Kind] = [:]
    var settings = false
    /// Tasks that would be in other lists afterwards, or in none. Where it is done they are there by then.
    var leaving: Set<Identifier> = []
    /// The lists in which they would be.
    var entering: [Identifier: Identifier] = [:]
    /// How many tasks were erased for good after revision `to`. A restoration cannot bring those back.
    let erased: Int
    /// What others changed meanwhile.
    var kept: [UndoPlan.Kept] = []

    init(of work: Restoration.Work, revision: Int64, isRehearsal: Bool) {
        (to, until, before, erased) = (work.start, work.end, work.head, work.erased)
        (self.revision, self.isRehearsal) = (revision, isRehearsal)
    }

    mutating func add(_ operation: SyncOperation) {
        let leavesItsList = operation.kind == .delete || operation.fields.contains { $0.name == TaskField.listId.name }
        if isRehearsal, operation.entity == .task, leavesItsList {
            leaving.insert(operation.id)
            entering[operation.id] = operation.kind == .delete ? nil : operation.ofTask[.listId]?.identifier
        }
        switch operation.entity {
        case .task: Self.note(operation, in: &tasks)
        case .list: Self.note(operation, in: &lists)
        case .settings: settings = true
        }
    }

    /// What is restored may be set as well; what is deleted was set before.
    private static func note(_ operation: SyncOperation, in rows: inout [Identifier: SyncOperation.Kind]) {
        if operation.kind == .set, rows[operation.id] != nil { return }
        rows[operation.id] = operation.kind
    }

    /// In an order that says nothing of when it is asked: which lists are live, and so looked at first, changes.
    mutating func sortKept() {
        kept = kept.enumerated().sorted { left, right in
            (left.element.entity.rawValue, left.element.id, left.offset)
                < (right.element.entity.rawValue, right.element.id, right.offset)
        }.map(\.element)
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("to", to)
        json.member("before", before)
        json.member("revision", revision)
        json.member("dryRun", isRehearsal)
        json.member("tasks", tasks.count)
        json.member("lists", lists.count)
        json.member("settings", settings)
        json.member("deletions", deletions)
        json.member("erased", erased)
        json.member(kept: kept)
    }
}
