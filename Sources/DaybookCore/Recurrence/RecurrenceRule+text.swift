/// Why a rule is not taken; the raw values are stable codes.
public enum RecurrenceProblem: String, Error, Hashable, Sendable, CaseIterable {
    /// Not `NAME=VALUE` parts separated by semicolons, or no FREQ.
    case malformed = "recurrence_malformed"
    /// A valid part of RFC 5545 that this product does not offer (BYSETPOS, HOURLY ...).
    case unsupported = "recurrence_unsupported"
    /// The same part twice.
    case repeated = "recurrence_repeated_part"
    /// A number outside what the part allows.
    case outOfRange = "recurrence_out_of_range"
    /// Parts that exclude each other: COUNT with UNTIL, BYMONTHDAY in a weekly rule, an ordinal outside month and year.
    case contradictory = "recurrence_contradictory"
    /// A weekly pattern without a day.
    case empty = "recurrence_empty"
}

extension RecurrenceRule {
    /// Reads an RRULE value, `FREQ=MONTHLY;BYDAY=-1FR`, with or without `RRULE:` before it, in either case.
    ///
    /// UNTIL may be a date or a floating date-time, of which the date counts. One in UTC (with a `Z`) is brought to the
    /// account's day by `localDate`; without that it is refused, since its date may be a day off.
    package init(rrule text: String, localDate: ((Instant) -> CalendarDate)? = nil) throws(RecurrenceProblem) {
        var body = text.uppercased()
        if body.utf8.starts(with: "RRULE:".utf8) { body = String(decoding: body.utf8.dropFirst(6), as: UTF8.self) }
        guard body.utf8.count <= 500 else { throw .malformed }
        var parts: [String: String] = [:]
        for part in body.pieces(between: UInt8(ascii: ";")) {
            let pair = part.pieces(between: UInt8(ascii: "="), atMost: 2)
            guard pair.count == 2, !pair[1].isEmpty else { throw .malformed }
            guard Self.offered.contains(pair[0]) else {
                throw Self.declined.contains(pair[0]) ? .unsupported : .malformed
            }
            guard parts.updateValue(pair[1], forKey: pair[0]) == nil else { throw .repeated }
        }
        guard let word = parts["FREQ"] else { throw .malformed }
        guard let frequency = Frequency(rawValue: word) else {
            throw ["SECONDLY", "MINUTELY", "HOURLY"].contains(word) ? .unsupported : .malformed
        }
        self.init(frequency: frequency)
        if let text = parts["INTERVAL"] { interval = try Self.number(text, Self.intervals) }
        if let text = parts["WKST"] {
            guard let day = Weekday(code: text) else { throw .malformed }
            weekStart = day
        }
        if let text = parts["BYMONTH"] { months = try Self.numbers(text, 1...12) }
        if let text = parts["BYMONTHDAY"] { monthDays = try Self.numbers(text, -31...31) }
        if let text = parts["BYDAY"] { days = try Self.days(text) }
        switch (parts["COUNT"], parts["UNTIL"]) {
        case (nil, nil): break
        case (let count?, nil): end = .count(try Self.number(count, Self.counts))
        case (nil, let until?): end = .until(try Self.until(until, localDate))
        default: throw .contradictory
        }
        try check()
    }

    /// What a recurrence means; the text of a rule is read anew, so callers keep the result.
    public init(_ recurrence: Recurrence) throws(RecurrenceProblem) {
        switch recurrence.pattern {
        case .weekly(let days):
            guard !days.isEmpty else { throw .empty }
            self.init(days)
        case .rule(let text): try self.init(rrule: text)
        }
    }

    /// The rule in RFC 5545's words, always in the same order, without what is the default.
    public var rrule: String {
        var text = "FREQ=\(frequency.rawValue)"
        if interval != 1 { text += ";INTERVAL=\(interval)" }
        switch end {
        case .never: break
        case .count(let count): text += ";COUNT=\(count)"
        case .until(let date): text += ";UNTIL=" + date.text.pieces(between: UInt8(ascii: "-")).joined()
        }
        if !months.isEmpty { text += ";BYMONTH=" + months.map(String.init).joined(separator: ",") }
        if !monthDays.isEmpty { text += ";BYMONTHDAY=" + monthDays.map(String.init).joined(separator: ",") }
        if !days.isEmpty {
            text +=
                ";BYDAY=" + days.map { ($0.ordinal.map(String.init) ?? "") + $0.weekday.code }.joined(separator: ",")
        }
        if weekStart != .monday { text += ";WKST=\(weekStart.code)" }
        return text
    }

    private static let offered: Set<String> = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYMONTH", "BYMONTHDAY", "BYDAY",
    ]
    private static let declined: Set<String> = [
        "BYSECOND", "BYMINUTE", "BYHOUR", "BYYEARDAY", "BYWEEKNO", "BYSETPOS", "RSCALE", "SKIP",
    ]

    /// What RFC 5545 forbids in combination.
    private func check() throws(RecurrenceProblem) {
        if frequency == .weekly, !monthDays.isEmpty { throw .contradictory }
        let ordinals = days.compactMap { $0.ordinal }
        if !ordinals.isEmpty, frequency == .daily || frequency == .weekly { throw .contradictory }
        let most = frequency == .yearly && months.isEmpty ? 53 : 5
        if ordinals.contains(where: { abs($0) > most }) { throw .outOfRange }
    }

    private static func number(
        _ text: String, _ allowed: ClosedRange<Int>, signed: Bool = false
    ) throws(RecurrenceProblem) -> Int {
        let hasSign = signed && (text.utf8.first == UInt8(ascii: "-") || text.utf8.first == UInt8(ascii: "+"))
        let digits = text.utf8.dropFirst(hasSign ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
        guard let value = Int(text), allowed.contains(value), value != 0 else { throw .outOfRange }
        return value
    }

    private static func numbers(_ text: String, _ allowed: ClosedRange<Int>) throws(RecurrenceProblem) -> [Int] {
        var numbers: [Int] = []
        for item in text.pieces(between: UInt8(ascii: ",")) {
            let value = try number(item, allowed, signed: allowed.lowerBound < 0)
            if !numbers.contains(value) { numbers.append(value) }
        }
        return numbers
    }

    private static func days(_ text: String) throws(RecurrenceProblem) -> [Day] {
        var days: [Day] = []
        for item in text.pieces(between: UInt8(ascii: ",")) {
            let prefix = String(decoding: item.utf8.dropLast(2), as: UTF8.self)
            guard let weekday = Weekday(code: String(decoding: item.utf8.suffix(2), as: UTF8.self)) else {
                throw .malformed
            }
            let ordinal = prefix.isEmpty ? nil : try number(prefix, -53...53, signed: true)
            let day = Day(weekday, ordinal: ordinal)
            if !days.contains(day) { days.append(day) }
        }
        return days
    }

    private static func until(
        _ text: String, _ localDate: ((Instant) -> CalendarDate)?
    ) throws(RecurrenceProblem) -> CalendarDate {
        let bytes = ContiguousArray(text.utf8)
        func digits(_ from: Int, _ count: Int) -> Int? { decimal(bytes.span, from, count) }
        guard let year = digits(0, 4), let month = digits(4, 2), let day = digits(6, 2),
            let date = CalendarDate(year: year, month: month, day: day)
        else { throw .malformed }
        if bytes.count == 8 { return date }
        guard bytes.count == 15 || bytes.count == 16 && bytes[15] == UInt8(ascii: "Z"), bytes[8] == UInt8(ascii: "T"),
            let hour = digits(9, 2), let minute = digits(11, 2), let second = digits(13, 2), hour < 24, minute < 60,
            second <= 60
        else { throw .malformed }
        guard bytes.count == 16 else { return date }
        guard let localDate else { throw .unsupported }
        let seconds = Int64(date.dayNumber) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        return localDate(Instant(milliseconds: seconds * 1000))
    }
}
