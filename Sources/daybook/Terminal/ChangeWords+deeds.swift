import DaybookCore

extension ChangeWords {
    /// What happened to a row, or would, in one sentence.
    ///
    /// - Parameters:
    ///   - kind: the protocol's word for it.
    ///   - name: what the row is called.
    ///   - isByItself: nobody did it, the server concluded it.
    ///   - follows: it followed from another change.
    func deed(_ kind: String?, _ name: String, _ changes: [Change], isByItself: Bool, follows: Bool) -> String {
        switch kind {
        case "create":
            let added = isByItself ? "\(follows ? "the next" : "the day's") \(name) of its series" : "added \(name)"
            return ([added] + places(changes)).joined(separator: ", ")
        case "delete": return "deleted \(name)\(follows ? ", which followed from another change" : "")"
        case "restore": return "restored \(name)"
        default:
            guard !changes.isEmpty else { return "\(name): nothing was left to change" }
            if isByItself, changes.contains(where: { $0.field == "carryCount" }) {
                let day = changes.first { $0.field == "scheduledDate" }
                let place = day.flatMap { value($0.new, of: "scheduledDate") } ?? "the Backlog"
                return "\(name): the day ended, carried to \(place)"
            }
            return "\(name): \(edits(changes).joined(separator: ", "))"
        }
    }

    /// What that sentence leaves out, of a new row or another, for whoever has to decide about it: nobody agrees to
    /// what was not shown.
    func rest(of changes: [Change], isNew: Bool) -> [String] {
        let unsaid = changes.filter { change in
            isNew && !Self.silent.contains(change.field) && !Self.ofPlaces.contains(change.field)
                && !Self.usual.contains(change.new)
        }
        return unsaid.map(edit) + changes.flatMap(whole)
    }

    /// What `places` tells of a new row, and its name.
    private static let ofPlaces: Set = [
        "title", "scheduledDate", "dueAt", "reminderAt", "listId", "region", "recurrence", "tags", "notes", "priority",
        "state",
    ]
    /// What a row has where nobody says anything.
    private static let usual: Set<JSONValue> = [.null, .bool(false), .integer(0), .string(""), .string("none")]

    /// What is too long for a sentence, or stands in none.
    private func whole(_ change: Change) -> [String] {
        switch (change.field, change.new) {
        case ("notes", .string(let text)) where !text.isEmpty:
            ["notes:\n" + TerminalStyle.lines(text).split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")]
        case (_, .string(let text)) where text.count > Self.longest:
            ["\(FieldNames.name(change.field)) in full: \(TerminalStyle.line(text))"]
        case ("recurrence", .object): Self.recurrence(change.new).map(besides) ?? []
        default: []
        }
    }

    /// What belongs to a repetition beside its days.
    private func besides(_ recurrence: Recurrence) -> [String] {
        var told: [String] = []
        if case .rule(let rule) = recurrence.pattern, rule.count > Self.longest {
            told.append("the rule in full: \(TerminalStyle.line(rule))")
        }
        if recurrence.onSchedule { told.append("the next one comes on its day even if this one is not done") }
        if !recurrence.except.isEmpty {
            told.append("not on \(recurrence.except.sorted().map { lines.name(of: $0) }.joined(separator: ", "))")
        }
        return told
    }
}
