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
    /// The account's revision after the restoration.
    var revision: Int64
    let isRehearsal: Bool
    /// Tasks made since then, which are deleted.
    var deletions = 0
    var tasks: Set<Identifier> = []
    var lists: Set<Identifier> = []
    var settings = false
    /// How many tasks were erased for good after revision `to`. A restoration cannot bring those back.
    var erased = 0
    /// What others changed meanwhile.
    var kept: [UndoPlan.Kept] = []

    mutating func add(_ entity: SyncOperation.Entity, _ id: Identifier) {
        switch entity {
        case .task: tasks.insert(id)
        case .list: lists.insert(id)
        case .settings: settings = true
        }
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("to", to)
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
