/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Text is ISO 8601 in UTC with exactly three decimals (`2026-11-21T09:15:00.123Z`), 24 bytes that sort like the time.
public struct Instant: Hashable, Comparable, Sendable {
    /// Since 1970 began in UTC.
    public var milliseconds: Int64

    /// So long after 1970 began in UTC.
    @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// 0001-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z: what the text form can say.
    package static let earliest = Instant(milliseconds: -62_135_596_800_000)
    package static let latest = Instant(milliseconds: 253_402_300_799_999)

    package static let dayLength: Int64 = 86_400_000

    /// So much later, or earlier where it is negative.
    public func adding(milliseconds more: Int64) -> Instant {
        let (sum, overflow) = milliseconds.addingReportingOverflow(more)
        if overflow { return more < 0 ? .earliest : .latest }
        return Instant(milliseconds: sum)
    }

    /// So much later, or earlier where it is negative.
    public func adding(seconds: Int64) -> Instant {
        let (more, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return seconds < 0 ? .earliest : .latest }
        return adding(milliseconds: more)
    }

    /// The date in UTC.
    package var utcDate: CalendarDate {
        let day = milliseconds >= 0 ? milliseconds / Self.dayLength : (milliseconds + 1) / Self.dayLength - 1
        return CalendarDate(dayNumber: Int(day)) ?? (milliseconds < 0 ? .earliest : .latest)
    }
}

extension Instant: CustomStringConvertible {
    /// Reads RFC 3339; nil for what is no instant.
    public init?(_ text: String) {
        guard let read = text.withBytes({ Instant(utf8: $0) }) else { return nil }
        self = read
    }

    /// Reads RFC 3339 with one to nine decimals or none, `Z` or an offset; below a millisecond it is cut off.
    /// A leap second (`:60`) counts as the first moment of the next minute.
    package init?(utf8 bytes: Span<UInt8>) {
        guard let (instant, end) = Self.parse(bytes), end == bytes.count else { return nil }
        self = instant
    }

    /// The instant at the beginning of `bytes` and where it ends.
    static func parse(_ bytes: Span<UInt8>) -> (Instant, Int)? {
        guard bytes.count >= 20, let date = CalendarDate(prefixOf: bytes),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t") || bytes[10] == UInt8(ascii: " "),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let hour = decimal(bytes, 11, 2), let minute = decimal(bytes, 14, 2), let second = decimal(bytes, 17, 2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var index = 19
        var fraction: Int64 = 0
        if bytes[index] == UInt8(ascii: ".") {
            index += 1
            let first = index
            while index < bytes.count, index - first < 9, let digit = decimal(bytes, index, 1) {
                if index - first < 3 { fraction = fraction * 10 + Int64(digit) }
                index += 1
            }
            let digits = index - first
            guard digits > 0, index < bytes.count else { return nil }
            if digits == 1 { fraction *= 100 } else if digits == 2 { fraction *= 10 }
        }
        var offset: Int64 = 0
        switch bytes[index] {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): index += 1
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard let hours = decimal(bytes, index + 1, 2), index + 3 < bytes.count,
                bytes[index + 3] == UInt8(ascii: ":"), let minutes = decimal(bytes, index + 4, 2),
                hours < 24, minutes < 60
            else { return nil }
            offset = Int64(hours * 60 + minutes) * 60_000 * (bytes[index] == UInt8(ascii: "-") ? -1 : 1)
            index += 6
        default:
            return nil
        }
        let seconds = Int64(hour * 3600 + minute * 60 + second)
        let value = Int64(date.dayNumber) * dayLength + seconds * 1000 + fraction - offset
        guard value >= earliest.milliseconds, value <= latest.milliseconds else { return nil }
        return (Instant(milliseconds: value), index)
    }

    package func append(to bytes: inout [UInt8]) {
        let bounded = min(max(self, .earliest), .latest)
        let date = bounded.utcDate
        let rest = Int(bounded.milliseconds - Int64(date.dayNumber) * Self.dayLength)
        let start = bytes.count
        bytes.append(contentsOf: "0000-00-00T00:00:00.000Z".utf8)
        date.fill(&bytes, at: start)
        bytes.setTwoDigits(rest / 3_600_000, at: start + 11)
        bytes.setTwoDigits(rest / 60_000 % 60, at: start + 14)
        bytes.setTwoDigits(rest / 1000 % 60, at: start + 17)
        bytes[start + 20] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 1000 / 100)
        bytes.setTwoDigits(rest % 100, at: start + 21)
    }

    /// RFC 3339 in UTC.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { text }
}
