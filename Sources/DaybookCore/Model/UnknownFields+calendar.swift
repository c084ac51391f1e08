/// Fields that keep what calendar programs say of a task beyond its own fields: `ics:LOCATION` and the like. Nobody
/// here understands them; a series takes them along, as it takes along what describes the task.
extension UnknownFields {
    private static let prefix = "ics:"
    /// They tell of one occurrence alone: how it was completed, and what it is called by itself.
    private static let own = "ics:this:"
    /// What calendars call a task, which a copy of it must not be called too.
    private static let names = ["ics:UID", "ics:NAME"]

    /// What the next occurrence has too.
    var ofSeries: [JSONMember] {
        entries.isEmpty ? [] : members.filter { Self.goesAlong($0.name) && $0.value != .null }
    }

    /// What a subtask that is made again has too, unless it is more than so many bytes.
    func ofSubtask(upTo limit: Int) -> [JSONMember] {
        let members = ofSeries.filter { !Self.names.contains($0.name) }
        return members.isEmpty || members.roughSize(upTo: limit + 1) > limit ? [] : members
    }

    private static func goesAlong(_ name: String) -> Bool {
        name.utf8.starts(with: prefix.utf8) && !name.utf8.starts(with: own.utf8)
    }
}
