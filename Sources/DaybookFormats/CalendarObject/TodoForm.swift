import DaybookCore

/// How a client wrote what a field says, where it is not how we would write it: `{"lines":["DUE;VALUE=DATE:20261201"],
/// "value":"2026-12-01T22:59:59.000Z","zone":"Europe/Berlin"}`. While the field has this value, the lines are served as
/// they came.
struct TodoForm: Hashable {
    /// Lines, or components as text.
    var lines: [String]
    /// What the model said when they were written.
    var value: JSONValue
    /// The zone in which times of theirs count that name none, or another's name for it.
    var zone: String?
    /// Which of several it was that gave the value.
    var place: Int?

    init(_ lines: [String], value: JSONValue, zone: String? = nil, place: Int? = nil) {
        (self.lines, self.value, self.zone, self.place) = (lines, value, zone, place)
    }

    init?(_ json: JSONValue) {
        guard case .array(let items)? = json["lines"], let value = json["value"] else { return nil }
        lines = items.compactMap(\.text)
        self.value = value
        zone = json["zone"]?.text
        if case .integer(let place)? = json["place"] { self.place = Int(place) }
    }

    var json: JSONValue {
        var members = [
            JSONMember("lines", .array(lines.map { .string($0) })), JSONMember("value", value),
        ]
        if let zone { members.append(JSONMember("zone", .string(zone))) }
        if let place { members.append(JSONMember("place", .integer(Int64(place)))) }
        return .object(members)
    }
}

extension TaskItem {
    func form(of group: TodoGroup) -> TodoForm? { unknown[group.field].flatMap { TodoForm($0.value) } }

    /// Texts that a field of ours keeps.
    func texts(_ field: String) -> [String] {
        guard case .array(let items)? = unknown[field]?.value else { return [] }
        return items.compactMap(\.text)
    }

    func text(_ field: String) -> String? { unknown[field]?.value.text }

    /// Clients have never told anything of it.
    var hasForms: Bool { unknown.entries.contains { $0.name.hasPrefix(TodoName.prefix) && !$0.value.isNull } }

    /// What the model says of a group, by which a form knows whether it is still true.
    func value(of group: TodoGroup, _ form: TodoForm? = nil) -> JSONValue {
        switch group {
        case .status:
            .array([
                .string(state.name), completedAt.field(FieldValue.instant).json,
                reopenedThrough.map { .string($0.text) } ?? .null,
            ])
        case .due:
            form?.lines.contains { $0.uppercased().hasPrefix("DURATION") } == true
                ? .array([dueAt.field(FieldValue.instant).json, scheduledDate.field(FieldValue.date).json])
                : dueAt.field(FieldValue.instant).json
        case .rule: recurrence?.calendarRule.map { .string($0) } ?? withoutRule(form)
        case .except:
            recurrence.map { .array($0.except.sorted().map { .string($0.text) }) }
                ?? withoutRule(self.form(of: .rule))
        case .categories: .array([category.field(FieldValue.text).json] + tags.map { .string($0) })
        default: value(of: group.shownFields[0]).json
        }
    }

    /// A rule of another kind than ours stands as it came. One of ours was kept beside a task that came completed: it
    /// tells of that, and no longer of one that is open again.
    private func withoutRule(_ form: TodoForm?) -> JSONValue {
        let text = form?.lines.first.flatMap { ContentLine($0, line: 0)?.value }
        let isOurs = text.map { (try? RecurrenceRule(rrule: $0, localDate: { $0.utcDate })) != nil } ?? false
        return isOurs ? .bool(isCompleted) : .null
    }
}
