/// What a calendar-data element asks for (RFC 4791, 9.6): parts of the object, and a series as its occurrences.
package struct CalendarSelection: Hashable, Sendable {
    /// A comp element.
    package struct Component: Hashable, Sendable {
        package var name: String
        /// Nil for all; true where only the name is asked for and not the value.
        package var properties: [String: Bool]?
        /// Nil for all.
        package var components: [Component]?

        package init(_ name: String) { self.name = name }
    }

    /// Nil for the whole object.
    package var component: Component?
    package var expand: TimeRange?
    package var limitRecurrenceSet: TimeRange?

    package init() {}
}
