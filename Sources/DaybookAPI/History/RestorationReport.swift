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
                throw Problem(invalid: [
                    FieldError(
                        field: field, code: .malformed,
                        sentence: "\(field) must be a revision or a date with time, such as 2026-11-21T09:15:00.123Z.")
                ])
            }
            self = .instant(instant)
        default:
            throw Problem(invalid: [
                FieldError(
                    field: field, code: value == nil ? .required : .wrongType,
                    sentence: "\(field) must be a revision or a date with time.")
            ])
        }
    }
}

/// The result of a restoration, or of its dry run.
struct RestorationReport: Sendable {
    let to: Int64
    /// The account's revision after the restoration.
    var revision: Int64
    let isRehearsal: Bool
    /// Tasks made since then, which are deleted.
    var deletions = 0
    private(set) var tasks: Set<Identifier> = []
    private(set) var lists: Set<Identifier> = []
    private(set) var settings = false
    /// What others changed meanwhile.
    var kept: [UndoPlan.Kept] = []

    init(to: Int64, revision: Int64, isRehearsal: Bool) {
        self.to = to
        self.revision = revision
        self.isRehearsal = isRehearsal
    }

    mutating func add(_ entity: SyncOperation.Entity, _ id: Identifier) {
        switch entity {
        case .task: tasks.insert(id)
        case .list: lists.insert(id)
        case .settings: settings = true
        }
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("to", to)
        json.member("revision", revision)
        json.member("dryRun", isRehearsal)
        json.member("tasks", tasks.count)
        json.member("lists", lists.count)
        json.member("settings", settings)
        json.member("deletions", deletions)
        json.name("kept")
        json.kept(kept)
        json.endObject()
    }
}
