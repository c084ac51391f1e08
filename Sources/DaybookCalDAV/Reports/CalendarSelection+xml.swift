import DAV
import DaybookCore
import DaybookFormats

/// Which part of an object a calendar-data element asks for (RFC 4791, 9.6).
extension CalendarSelection {
    init(_ element: Element) throws(Violation) {
        self.init()
        for child in element.children {
            switch child.name {
            case .calDAV("comp"): component = try Component(child)
            case .calDAV("expand"): expand = try TimeRange(child, isBounded: true)
            case .calDAV("limit-recurrence-set"): limitRecurrenceSet = try TimeRange(child, isBounded: true)
            default: break
            }
        }
        if let type = element.attribute("content-type"), type.lowercased() != "text/calendar" {
            throw Violation(403, .calDAV("supported-calendar-data"), "Objects are text/calendar.")
        }
        if let version = element.attribute("version"), version != "2.0" {
            throw Violation(403, .calDAV("supported-calendar-data"), "Objects are of version 2.0.")
        }
    }
}

extension CalendarSelection.Component {
    fileprivate init(_ element: Element) throws(Violation) {
        guard let name = element.attribute("name") else { throw .malformed("A comp element has a name.") }
        self.init(name.uppercased())
        let names = element.children.map(\.name)
        if !names.contains(.calDAV("allprop")) {
            properties = [:]
            for prop in element.children where prop.name == .calDAV("prop") {
                guard let name = prop.attribute("name") else { throw .malformed("A prop element has a name.") }
                properties?[name.uppercased()] = prop.attribute("novalue")?.lowercased() == "yes"
            }
        }
        guard !names.contains(.calDAV("allcomp")) else { return }
        components = []
        for comp in element.children where comp.name == .calDAV("comp") { components?.append(try Self(comp)) }
    }
}

extension TimeRange {
    /// - Parameter isBounded: it has a start and an end.
    init(_ element: Element, isBounded: Bool = false) throws(Violation) {
        let wrong = Violation(
            400, .calDAV("valid-filter"), "A time range has a start, an end or both, in UTC, one before the other.")
        func instant(_ name: String) throws(Violation) -> Instant? {
            guard let text = element.attribute(name) else { return nil }
            guard let instant = Instant(basic: text) else { throw wrong }
            return instant
        }
        self.init(start: try instant("start"), end: try instant("end"))
        guard start != nil || end != nil, !isBounded || (start != nil && end != nil) else { throw wrong }
        if let start, let end, end <= start { throw wrong }
    }
}

extension Instant {
    /// `20261121T091500Z`
    fileprivate init?(basic text: String) {
        let letters = Array(text.utf8)
        guard letters.count == 16, letters[8] == UInt8(ascii: "T"), letters[15] == UInt8(ascii: "Z") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            letters[range].reduce(0 as Int?) { sum, letter in
                guard let sum, 0x30...0x39 ~= letter else { return nil }
                return sum * 10 + Int(letter - 0x30)
            }
        }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
            let minute = number(11..<13), let second = number(13..<15), hour < 24, minute < 60, second < 61,
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        self.init(
            milliseconds: Int64(date.dayNumber) * Instant.dayLength + Int64(hour * 3_600 + minute * 60 + second) * 1_000
        )
    }
}
