/// A date of the proleptic Gregorian calendar without time or zone, as the number of days since 1970-01-01.
///
/// Years 1 to 9999, so that the text form always has ten bytes and sorts like the date. Arithmetic is Hinnant's
/// counting by 400-year eras of 146,097 days that begin in March; no calendar library is asked.
public struct CalendarDate: Hashable, Comparable, Sendable {
    @usableFromInline package let dayNumber: Int32

    package static let earliest = CalendarDate(unchecked: -719_162)
    package static let latest = CalendarDate(unchecked: 2_932_896)

    init(unchecked dayNumber: Int32) { self.dayNumber = dayNumber }

    /// Nil outside years 1 to 9999.
    @usableFromInline package init?(dayNumber: Int) {
        guard dayNumber >= Int(Self.earliest.dayNumber), dayNumber <= Int(Self.latest.dayNumber) else { return nil }
        self.dayNumber = Int32(dayNumber)
    }

    /// Nil when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CalendarDate.length(ofMonth: month, year: year)
        else { return nil }
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        dayNumber = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.dayNumber < right.dayNumber }

    package var components: (year: Int, month: Int, day: Int) {
        let shifted = Int(dayNumber) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The year.
    public var year: Int { components.year }
    /// The month, from 1.
    public var month: Int { components.month }
    /// The day of the month, from 1.
    public var day: Int { components.day }

    /// ISO 8601: 1 is Monday, 7 is Sunday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday; the offset is a multiple of 7 that makes every day number positive.
        (Int(dayNumber) + 3 + 7 * 110_000) % 7 + 1
    }

    /// The date so many days later; past the ends of the calendar it stays at the end.
    public func adding(days: Int) -> CalendarDate {
        let (sum, overflow) = Int(dayNumber).addingReportingOverflow(days)
        if overflow { return days < 0 ? .earliest : .latest }
        return CalendarDate(dayNumber: sum) ?? (days < 0 ? .earliest : .latest)
    }

    /// How many days later it is; negative where it is earlier.
    public func days(since other: CalendarDate) -> Int { Int(dayNumber) - Int(other.dayNumber) }

    package static func isLeap(year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    package static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate: CustomStringConvertible {
    /// Reads `YYYY-MM-DD`; nil for what is no date.
    public init?(_ text: String) {
        guard let read = text.withBytes({ CalendarDate(utf8: $0) }) else { return nil }
        self = read
    }

    /// Reads `YYYY-MM-DD` and nothing else.
    package init?(utf8 bytes: Span<UInt8>) {
        guard bytes.count == 10 else { return nil }
        self.init(prefixOf: bytes)
    }

    init?(prefixOf bytes: Span<UInt8>) {
        guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = decimal(bytes, 0, 4), let month = decimal(bytes, 5, 2), let day = decimal(bytes, 8, 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package func append(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: "0000-00-00".utf8)
        fill(&bytes, at: start)
    }

    /// Puts the digits into a form that stands there already: appended one by one they cost twice as much, and a page
    /// of tasks has thousands of them.
    func fill(_ form: inout [UInt8], at start: Int) {
        let (year, month, day) = components
        form.setTwoDigits(year / 100, at: start)
        form.setTwoDigits(year % 100, at: start + 2)
        form.setTwoDigits(month, at: start + 5)
        form.setTwoDigits(day, at: start + 8)
    }

    /// `YYYY-MM-DD`
    public var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(10)
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { text }
}

/// Exactly `count` decimal digits at `start`, or nil.
func decimal(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    var value = 0
    for index in start..<start + count {
        let byte = bytes[index]
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
}

extension [UInt8] {
    /// A number below a hundred; the caller knows that it is.
    @inline(__always)
    mutating func setTwoDigits(_ value: Int, at place: Int) {
        self[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10)
        self[place + 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10)
    }
}
