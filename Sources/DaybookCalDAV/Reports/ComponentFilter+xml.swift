import DAV
import DaybookFormats

/// The filter of a calendar-query, read from its XML (RFC 4791, 9.7).
extension ComponentFilter {
    /// - Parameter filter: the filter element, which holds one comp-filter.
    init(filter: Element) throws(Violation) {
        let filters = Array(filter.children)
        guard filters.count == 1, filters[0].name == .calDAV("comp-filter") else {
            throw Violation(400, .calDAV("valid-filter"), "A filter holds one comp-filter.")
        }
        try self.init(filters[0])
        guard count <= Self.most, ranges <= Self.mostRanges else {
            throw Violation(
                403, .calDAV("supported-filter"),
                "A query has at most \(Self.most) filters, and \(Self.mostRanges) components with a time range.")
        }
    }

    /// Each is asked of each occurrence of each task.
    private static let most = 20
    /// And for each of these the occurrences are gone through.
    private static let mostRanges = 4

    private var count: Int {
        properties.reduce(1) { $0 + 1 + $1.parameters.count } + components.reduce(0) { $0 + $1.count }
    }

    private var ranges: Int { components.reduce(timeRange == nil ? 0 : 1) { $0 + $1.ranges } }

    private init(_ element: Element) throws(Violation) {
        self.init(element.attribute("name")?.uppercased())
        for child in element.children {
            switch child.name {
            case .calDAV("is-not-defined"): isNotDefined = true
            case .calDAV("time-range"): timeRange = try TimeRange(child)
            case .calDAV("prop-filter"): properties.append(try PropertyFilter(child))
            case .calDAV("comp-filter"): components.append(try ComponentFilter(child))
            default: throw Violation.unknownFilter(child)
            }
        }
    }

    /// All of the kinds that it may find pass, so none has to be looked at: what clients ask for that want to see all.
    var findsAll: Bool {
        guard name == "VCALENDAR" || name == nil, !isNotDefined, timeRange == nil, properties.isEmpty else {
            return false
        }
        return components.allSatisfy { inner in
            (inner.name.map { CalendarObject.Kind(rawValue: $0) != nil } ?? true) && !inner.isNotDefined
                && inner.timeRange == nil && inner.properties.isEmpty && inner.components.isEmpty
        }
    }

    /// What it may find, by the names of the components that it asks for.
    var kinds: Set<CalendarObject.Kind> {
        var kinds = CalendarObject.Kind.all
        guard name == "VCALENDAR", !isNotDefined else { return kinds }
        for inner in components where !inner.isNotDefined {
            guard let name = inner.name else { continue }
            if let kind = CalendarObject.Kind(rawValue: name) { kinds.formIntersection([kind]) }
            if name == "VFREEBUSY" { kinds = [] }
        }
        return kinds
    }
}

extension PropertyFilter {
    fileprivate init(_ element: Element) throws(Violation) {
        guard let name = element.attribute("name") else {
            throw Violation(400, .calDAV("valid-filter"), "A prop-filter has a name.")
        }
        self.init(name.uppercased())
        for child in element.children {
            switch child.name {
            case .calDAV("is-not-defined"): isNotDefined = true
            case .calDAV("time-range"): timeRange = try TimeRange(child)
            case .calDAV("text-match"): text = try TextMatch(child)
            case .calDAV("param-filter"): parameters.append(try ParameterFilter(child))
            default: throw Violation.unknownFilter(child)
            }
        }
    }
}

extension ParameterFilter {
    fileprivate init(_ element: Element) throws(Violation) {
        guard let name = element.attribute("name") else {
            throw Violation(400, .calDAV("valid-filter"), "A param-filter has a name.")
        }
        self.init(name.uppercased())
        for child in element.children {
            switch child.name {
            case .calDAV("is-not-defined"): isNotDefined = true
            case .calDAV("text-match"): text = try TextMatch(child)
            default: throw Violation.unknownFilter(child)
            }
        }
    }
}

extension TextMatch {
    fileprivate init(_ element: Element) throws(Violation) {
        let name = element.attribute("collation") ?? "default"
        guard let collation = name == "default" ? .asciiCasemap : Collation(rawValue: name) else {
            throw Violation(403, .calDAV("supported-collation"), "There is no collation of this name.")
        }
        self.init(element.text, collation, isNegated: element.attribute("negate-condition") == "yes")
    }
}

extension Violation {
    fileprivate static func unknownFilter(_ element: Element) -> Violation {
        Violation(403, .calDAV("supported-filter"), "There is no filter \(element.name.local) in this place.")
    }
}
