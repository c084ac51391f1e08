import DaybookCore

/// What a task is called where calendars are asked for it.
package enum CalendarName {
    /// The identifier of a new task with this UID: the UID where it is a UUID, else what the importer would call it, so
    /// that a file that is imported and one that is synced make the same task.
    package static func identifier(uid: String, account: Identifier) -> Identifier {
        Identifier(uid) ?? imported(uid, account)
    }

    /// Rows that a UID may mean, where no row says that it is its own.
    package static func candidates(uid: String, account: Identifier) -> [Identifier] {
        var candidates = [imported(uid, account)]
        if let own = owner(of: uid) { candidates.insert(own.id, at: 0) }
        return candidates
    }

    /// More bytes than any program's UID has.
    static let longestUID = 1000

    /// Whether a task can be called so. The field that says it can hold anything, since every device may set it.
    fileprivate static func canBeUID(_ text: String) -> Bool {
        (1...longestUID).contains(text.utf8.count)
            && !text.utf8.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A || $0 == 0x7F }
    }

    private static func imported(_ uid: String, _ account: Identifier) -> Identifier {
        SourceName.named(uid).identifier(.task, in: account, from: CalendarReader.origin)
    }

    /// The first occurrence of a series lends it its identifier, and is called otherwise once it is not the latest.
    private static let first = "-first"

    /// The row that a UID of our own making names, and whether it means the first occurrence of a series by itself.
    package static func owner(of uid: String) -> (id: Identifier, part: ShownTask.Part)? {
        if let id = Identifier(uid) { return (id, .head) }
        guard uid.hasSuffix(first) else { return nil }
        return Identifier(String(uid.dropLast(first.count))).map { ($0, .earlier) }
    }

    /// The same of a resource's name.
    package static func owner(named name: String) -> (id: Identifier, part: ShownTask.Part)? {
        name.hasSuffix(".ics") ? owner(of: String(name.dropLast(4))) : nil
    }

    /// What UID and name begin with where nobody has said otherwise.
    /// The field of a task that holds the name of its resource, where that is not of our own making.
    package static func field(_ part: ShownTask.Part) -> String {
        part == .head ? TodoName.name : TodoName.ownName
    }

    fileprivate static func own(_ task: TaskItem, _ part: ShownTask.Part) -> String {
        switch part {
        case .head: task.series.text
        case .earlier: task.id == task.series ? task.id.text + first : task.id.text
        }
    }
}

extension TaskItem {
    /// Its UID, as one part of its series.
    package func calendarUID(_ part: ShownTask.Part = .head) -> String {
        let told = text(part == .head ? TodoName.uid : TodoName.ownUID)
        return told.flatMap { CalendarName.canBeUID($0) ? $0 : nil } ?? CalendarName.own(self, part)
    }

    /// The name of its resource, without the path.
    package func calendarName(_ part: ShownTask.Part = .head) -> String {
        text(part == .head ? TodoName.name : TodoName.ownName) ?? CalendarName.own(self, part) + ".ics"
    }
}
