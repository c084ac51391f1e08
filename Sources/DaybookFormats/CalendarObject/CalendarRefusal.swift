/// Why a calendar object is not taken: the precondition of RFC 4791 that it breaks, and a sentence for people. It says
/// nothing of what the object holds.
package struct CalendarRefusal: Error, Hashable, Sendable {
    /// The raw value is the element's name in the CalDAV namespace.
    package enum Condition: String, Hashable, Sendable {
        /// It is no iCalendar, or one of another version.
        case supportedCalendarData = "supported-calendar-data"
        /// It breaks off, or a line of it is none.
        case validCalendarData = "valid-calendar-data"
        /// No UID, two UIDs, a METHOD, two kinds of component, or no master for what a series overrides.
        case validCalendarObjectResource = "valid-calendar-object-resource"
        /// It is an event or a journal, where none is kept, or a task where no task is.
        case supportedCalendarComponent = "supported-calendar-component"
        case maxResourceSize = "max-resource-size"
        /// It overrides too many occurrences.
        case maxInstances = "max-instances"
    }

    package let condition: Condition
    /// Where in the object, from 1; nil where it is no line's fault.
    package let line: Int?
    package let sentence: String

    init(_ condition: Condition, line: Int? = nil, _ sentence: String) {
        self.condition = condition
        self.line = line
        self.sentence = sentence
    }

    /// - Parameter kinds: those that are kept.
    package static func notKept(_ kinds: Set<CalendarObject.Kind>) -> CalendarRefusal {
        let names = CalendarObject.Kind.allCases.filter(kinds.contains).map(\.rawValue)
        return CalendarRefusal(
            .supportedCalendarComponent,
            names == ["VTODO"]
                ? "Tasks are kept here, and nothing else: VTODO."
                : "This calendar was made for \(names.joined(separator: ", ")), and for nothing else.")
    }
}
