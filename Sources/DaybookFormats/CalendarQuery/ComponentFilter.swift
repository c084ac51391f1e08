import DaybookCore

/// A comp-filter of RFC 4791, 9.7.1: what a component has to be.
package struct ComponentFilter: Hashable, Sendable {
    /// In capitals; nil asks for no component by name, and any passes.
    package var name: String?
    /// There is none of this name.
    package var isNotDefined = false
    package var timeRange: TimeRange?
    package var properties: [PropertyFilter] = []
    package var components: [ComponentFilter] = []

    package init(_ name: String?) { self.name = name }
}

/// From a time, itself included, to another, itself not.
package struct TimeRange: Hashable, Sendable {
    package var start: Instant?
    package var end: Instant?

    package init(start: Instant? = nil, end: Instant? = nil) { (self.start, self.end) = (start, end) }
}

/// A prop-filter.
package struct PropertyFilter: Hashable, Sendable {
    package var name: String
    package var isNotDefined = false
    package var timeRange: TimeRange?
    package var text: TextMatch?
    package var parameters: [ParameterFilter] = []

    package init(_ name: String) { self.name = name }
}

/// A param-filter.
package struct ParameterFilter: Hashable, Sendable {
    package var name: String
    package var isNotDefined = false
    package var text: TextMatch?

    package init(_ name: String) { self.name = name }
}

/// A text-match: a value holds the text.
package struct TextMatch: Hashable, Sendable {
    package enum Collation: String, Hashable, Sendable, CaseIterable {
        case asciiCasemap = "i;ascii-casemap"
        case octet = "i;octet"
        case unicodeCasemap = "i;unicode-casemap"
    }

    package var text: String
    package var collation: Collation
    package var isNegated: Bool

    package init(_ text: String, _ collation: Collation = .asciiCasemap, isNegated: Bool = false) {
        (self.text, self.collation, self.isNegated) = (text, collation, isNegated)
    }
}
