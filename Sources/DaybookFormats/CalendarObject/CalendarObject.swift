/// A calendar object as CalDAV knows it: one task or one series, with the occurrences that differ from it; or an event
/// or a journal in place of the task. Every line is kept as it came.
package struct CalendarObject: Sendable {
    /// What it is of: the name of the component that counts.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case todo = "VTODO"
        case event = "VEVENT"
        case journal = "VJOURNAL"

        package static let all = Set(allCases)
    }

    /// How many bytes an object has at most.
    package static let longest = 2 << 20
    /// How many occurrences it overrides at most.
    package static let mostOverrides = 1000

    package let kind: Kind
    package let uid: String
    /// The task itself, or the series.
    package private(set) var master: ObjectComponent
    /// Occurrences of the series that differ from it, each with its RECURRENCE-ID.
    package private(set) var overrides: [ObjectComponent] = []
    /// The lines of the calendar around it.
    package let lines: [ObjectLine]
    /// Time zones, and whatever else stands beside the task.
    package private(set) var others: [ObjectComponent] = []

    /// - Parameter kinds: what is taken where it is to be kept.
    package init(_ bytes: [UInt8], of kinds: Set<Kind> = [.todo]) throws(CalendarRefusal) {
        guard bytes.count <= Self.longest else {
            throw CalendarRefusal(.maxResourceSize, "A calendar object has at most \(Self.longest) bytes.")
        }
        var reading = ObjectReading()
        let calendar = try reading.calendar(bytes)
        lines = calendar.lines
        if lines.contains(where: { $0.name == "METHOD" }) {
            throw CalendarRefusal(.validCalendarObjectResource, "A calendar object that is kept has no METHOD.")
        }
        if let version = calendar.first("VERSION")?.value, version != "2.0" {
            throw CalendarRefusal(.supportedCalendarData, "It is no iCalendar of version 2.0.")
        }
        kind = try Self.kind(of: calendar)
        guard kinds.contains(kind) else { throw .notKept(kinds) }
        var todos: [ObjectComponent] = []
        for component in calendar.components {
            if component.name == kind.rawValue { todos.append(component) } else { others.append(component) }
        }
        // A backslash alone says nothing.
        guard let first = todos.first, let uid = first.first("UID")?.value, case let text = ContentLine.unescaped(uid),
            !text.isEmpty
        else {
            throw CalendarRefusal(.validCalendarObjectResource, "A calendar object has a UID.")
        }
        guard uid.utf8.count <= CalendarName.longestUID else {
            throw CalendarRefusal(.validCalendarObjectResource, "A UID has at most \(CalendarName.longestUID) bytes.")
        }
        self.uid = text
        guard todos.allSatisfy({ $0.first("UID")?.value == uid }) else {
            throw CalendarRefusal(.validCalendarObjectResource, "All of its components have one UID.")
        }
        overrides = todos.filter { $0.first("RECURRENCE-ID") != nil }
        guard overrides.count <= Self.mostOverrides else {
            throw CalendarRefusal(.maxInstances, "A series overrides at most \(Self.mostOverrides) of its occurrences.")
        }
        var masters = todos.filter { $0.first("RECURRENCE-ID") == nil }
        // Who is invited to one occurrence of an event has that alone.
        if kind != .todo, masters.isEmpty, !overrides.isEmpty { masters = [overrides.removeFirst()] }
        guard let master = masters.first, masters.count == 1 else {
            throw CalendarRefusal(
                .validCalendarObjectResource,
                masters.isEmpty ? "The series that it overrides is not in it." : "It holds two objects.")
        }
        self.master = master
    }

    private static func kind(of calendar: ObjectComponent) throws(CalendarRefusal) -> Kind {
        let names = Set(calendar.components.map(\.name))
        let kinds = Kind.allCases.filter { names.contains($0.rawValue) }
        let isOther = names.contains("VFREEBUSY") || names.contains("VAVAILABILITY")
        if isOther, kinds.isEmpty { throw .notKept([.todo]) }
        guard let kind = kinds.first, kinds.count == 1, !isOther else {
            throw CalendarRefusal(
                .validCalendarObjectResource,
                kinds.isEmpty ? "There is no task in it." : "It holds components of two kinds.")
        }
        return kind
    }
}

extension CalendarObject {
    /// Which program wrote it.
    package var productID: String? { lines.first { $0.name == "PRODID" }?.value }

    /// What the rendering carried that it was made from.
    package var base: String? { master.first("X-DAYBOOK-BASE")?.value }

    /// The properties that it holds, and the components in it.
    package var names: Set<String> {
        Set(([master] + overrides).flatMap { $0.lines.map(\.name) + $0.components.map(\.name) })
    }
}
