import DaybookCore

/// What a change did, in people's words: one of this device as its notebook keeps it, or any as the server tells it.
struct ChangeWords {
    struct Change {
        let field: String
        let old: JSONValue
        let new: JSONValue

        init(_ field: String, old: JSONValue, new: JSONValue) { (self.field, self.old, self.new) = (field, old, new) }

        init(_ change: LedgerEntry.FieldChange) { self.init(change.field, old: change.old, new: change.new) }
    }

    let lines: TaskLines
    /// What tasks are called that a change may name.
    var titles: [Identifier: String] = [:]

    /// What it made of a row that was there, a few words for each thing: `completed`, `moved from today to Friday`.
    func edits(_ changes: [Change]) -> [String] {
        let told = changes.filter { !Self.silent.contains($0.field) }.map(edit)
        if !told.isEmpty { return told }
        return [changes.contains { $0.field == "sortOrder" } ? "moved up or down" : "changed"]
    }

    /// Where it put a new row, and what with: `for Friday`, `due Friday 17:00`.
    func places(_ changes: [Change]) -> [String] { changes.compactMap(place) }

    /// A value as it stands in a line; nil where there is none.
    func value(_ value: JSONValue, of field: String) -> String? {
        switch value {
        case .null, .string(""), .array([]): nil
        case .string("none") where field == "bucket": nil
        case .integer(0) where field == "priority": nil
        case .bool(let isOn): isOn ? "on" : "off"
        case .string(let text): word(text, of: field)
        case .array(let items): items.compactMap { self.value($0, of: field) }.joined(separator: " ")
        case .object where field == "recurrence": repetition(value)
        default: Self.clipped(String(decoding: value.json, as: UTF8.self))
        }
    }

    /// What stands, and what gave way to it.
    func conflict(_ field: String, mine: JSONValue, theirs: JSONValue) -> String {
        let (mine, theirs) = (value(mine, of: field) ?? "nothing", value(theirs, of: field) ?? "nothing")
        return "\(FieldNames.name(field)) is \(theirs), not \(mine)"
    }

    /// They follow from what is told, or are nothing that a person did.
    static let silent: Set = [
        "completedAt", "createdAt", "enteredBacklogAt", "parentRecurringId", "sortOrder", "carryCount", "deletedAt",
    ]

    // MARK: Sentences

    func edit(_ change: Change) -> String {
        let (old, new) = (value(change.old, of: change.field), value(change.new, of: change.field))
        switch change.field {
        case "title", "name": return "renamed to \(new ?? "nothing")" + (old.map { ", it was \($0)" } ?? "")
        case "notes": return new == nil ? "notes removed" : old == nil ? "notes added" : "notes changed"
        case "state": return state(change)
        case "scheduledDate": return move(old, new, "planned for", "date removed")
        case "listId": return move(old, new ?? "the Inbox", "moved to", "moved to the Inbox")
        case "region": return new.map { "put into \($0)" } ?? "taken out of \(old ?? "its part of the day")"
        case "tags": return tags(came: new, went: old)
        case TaskList.hiddenFromAgents: return new == "on" ? "kept from assistants" : "shown to assistants"
        case "recurrence":
            guard let new else { return "repeats no more" }
            // The same days with other exceptions.
            return new == old ? "repetition changed" : old == nil ? "repeats \(new)" : "now repeats \(new)"
        case "parentId":
            return new == nil ? "no longer a part of another task" : "made a part of \(new ?? "another task")"
        default:
            let name = FieldNames.name(change.field)
            if case .bool = change.new { return "\(name): \(new ?? "")" }
            guard let new else { return "\(name) removed" + (old.map { ", it was \($0)" } ?? "") }
            return "\(name) \(new)" + (old.map { ", it was \($0)" } ?? "")
        }
    }

    private func state(_ change: Change) -> String {
        switch change.new {
        case .string("completed"): "completed"
        case .string("active"): "started"
        default: change.old == .string("active") ? "not started any more" : "reopened"
        }
    }

    private func move(_ old: String?, _ new: String?, _ first: String, _ gone: String) -> String {
        guard let new else { return gone + (old.map { ", it was \($0)" } ?? "") }
        return old.map { "moved from \($0) to \(new)" } ?? "\(first) \(new)"
    }

    private func tags(came: String?, went: String?) -> String {
        [came.map { "tagged \($0)" }, went.map { "no longer tagged \($0)" }].compactMap { $0 }.joined(separator: ", ")
    }

    private func place(_ change: Change) -> String? {
        guard let new = value(change.new, of: change.field) else { return nil }
        switch change.field {
        case "scheduledDate": return "for \(new)"
        case "dueAt": return "due \(new)"
        case "reminderAt": return "reminder \(new)"
        case "listId", "region": return "in \(new)"
        case "recurrence": return "repeats \(new)"
        case "tags": return new
        case "notes": return "with notes"
        case "priority": return "priority \(new)"
        case "state" where change.new != .string("notStarted"): return state(change)
        default: return nil
        }
    }

    // MARK: Values

    private func word(_ text: String, of field: String) -> String {
        switch field {
        case "scheduledDate": CalendarDate(text).map { lines.name(of: $0) } ?? Self.quoted(text)
        case "dueAt", "reminderAt", "completedAt", "deletedAt":
            Instant(text).map { lines.name(of: $0) } ?? Self.quoted(text)
        case "listId":
            Identifier(text).flatMap { lines.lists[$0] }.map { Self.quoted($0.name) } ?? "a list that is gone"
        case "parentId": Identifier(text).flatMap { titles[$0] }.map(Self.quoted) ?? "another task"
        case "region": Region(name: text)?.title ?? Self.clipped(text)
        case "bucket":
            ["mustDo": "Must-Do", "complementary": "Complementary", "misc": "Misc"][text] ?? Self.clipped(text)
        case "tags": "+" + TerminalStyle.line(text)
        case "colorHex", "timeZone", "quietFrom", "quietUntil", "dayStart", "reviewTime", "morningTime":
            Self.clipped(text)
        default: Self.quoted(text)
        }
    }

    private func repetition(_ value: JSONValue) -> String {
        guard let recurrence = Self.recurrence(value) else { return "otherwise" }
        let text = RecurrenceWords.text(recurrence, at: lines.moment)
        return text.contains("=") ? "by the rule \(Self.clipped(text))" : "every \(text)"
    }

    static func recurrence(_ value: JSONValue) -> Recurrence? {
        var reader = JSONReader(value.json)
        return try? reader.readRecurrence()
    }

    static func quoted(_ text: String) -> String { "'\(clipped(text))'" }

    /// A text of more letters is not told whole in a sentence.
    static let longest = 60

    private static func clipped(_ text: String) -> String {
        TerminalStyle.line(text.count > longest ? text.prefix(longest) + "..." : text)
    }
}
