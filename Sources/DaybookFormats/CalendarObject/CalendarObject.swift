/// A calendar object as CalDAV knows it: one task or one series, with the occurrences that differ from it. Every line
/// is kept as it came.
package struct CalendarObject: Sendable {
    /// How many bytes an object has at most.
    package static let longest = 2 << 20
    /// How many occurrences it overrides at most.
    package static let mostOverrides = 1000

    package let uid: String
    /// The task itself, or the series.
    package private(set) var master: ObjectComponent
    /// Occurrences of the series that differ from it, each with its RECURRENCE-ID.
    package private(set) var overrides: [ObjectComponent] = []
    /// The lines of the calendar around it.
    package let lines: [ObjectLine]
    /// Time zones, and whatever else stands beside the task.
    package private(set) var others: [ObjectComponent] = []

    package init(_ bytes: [UInt8]) throws(CalendarRefusal) {
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
        var todos: [ObjectComponent] = []
        for component in calendar.components {
            if component.name == "VTODO" { todos.append(component) } else { others.append(component) }
        }
        let isForeign = others.contains { ["VEVENT", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY"].contains($0.name) }
        if isForeign, todos.isEmpty {
            throw CalendarRefusal(.supportedCalendarComponent, "Tasks are kept here, and nothing else: VTODO.")
        }
        guard !isForeign, let first = todos.first else {
            throw CalendarRefusal(
                .validCalendarObjectResource,
                isForeign ? "It holds components of two kinds." : "There is no task in it.")
        }
        guard let uid = first.first("UID")?.value, !uid.isEmpty else {
            throw CalendarRefusal(.validCalendarObjectResource, "A task has a UID.")
        }
        guard uid.utf8.count <= CalendarName.longestUID else {
            throw CalendarRefusal(.validCalendarObjectResource, "A UID has at most \(CalendarName.longestUID) bytes.")
        }
        self.uid = ContentLine.unescaped(uid)
        guard todos.allSatisfy({ $0.first("UID")?.value == uid }) else {
            throw CalendarRefusal(.validCalendarObjectResource, "All of its tasks have one UID.")
        }
        overrides = todos.filter { $0.first("RECURRENCE-ID") != nil }
        guard overrides.count <= Self.mostOverrides else {
            throw CalendarRefusal(.maxInstances, "A series overrides at most \(Self.mostOverrides) of its occurrences.")
        }
        let masters = todos.filter { $0.first("RECURRENCE-ID") == nil }
        guard let master = masters.first, masters.count == 1 else {
            throw CalendarRefusal(
                .validCalendarObjectResource,
                masters.isEmpty ? "The series that it overrides is not in it." : "It holds two tasks.")
        }
        self.master = master
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
