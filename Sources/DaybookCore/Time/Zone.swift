import Foundation

/// A time zone of the tz database with its offsets laid out as spans, so that asking for an offset is a binary search
/// and never a call into the calendar library.
///
/// The spans are read from Foundation once per zone and process (about 0.2 ms) for the years 1900 to 2100; outside of
/// them Foundation is asked each time. Two zones are equal when their names are.
public struct Zone: Sendable {
    /// IANA name, as it was asked for.
    public let name: String
    let spans: ZoneSpans

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", spans: ZoneSpans(TimeZone(secondsFromGMT: 0) ?? .gmt))

    /// Nil when the tz database has no such zone. Names like `GMT+5`, which Foundation takes, are refused: POSIX, and
    /// so PostgreSQL, reads their sign the other way round.
    public init?(_ name: String) {
        if let known = Self.known.withLock({ $0[name] }) {
            self = known
            return
        }
        guard Self.isName(name), let zone = TimeZone(identifier: name) else { return nil }
        let spans = ZoneSpans(zone)
        self = Self.known.withLock { known in
            let made = known[name] ?? Zone(name: name, spans: spans)
            known[name] = made
            return made
        }
    }

    private init(name: String, spans: ZoneSpans) {
        self.name = name
        self.spans = spans
    }

    /// Holds at most one entry per name of the tz database.
    private static let known = Locked<[String: Zone]>(["UTC": .utc])

    private static func isName(_ name: String) -> Bool {
        if name.hasPrefix("Etc/") { return true }
        return !name.utf8.contains { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") }
            || name.contains("/")
    }

    /// Seconds east of Greenwich at an instant.
    package func offset(at instant: Instant) -> Int {
        spans.offset(at: instant.milliseconds.flooredQuotient(by: 1000))
    }
}

extension Zone: Hashable {
    public static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The offsets of a zone between its changes.
final class ZoneSpans: Sendable {
    /// When each span begins, in seconds since 1970, ascending; the first begins at the window's start.
    private let starts: [Int64]
    /// Seconds east of Greenwich in each span.
    private let offsets: [Int32]
    private let zone: TimeZone
    /// 1900-01-01 and 2100-01-01.
    private static let window: Range<Int64> = -2_208_988_800..<4_102_444_800

    init(_ zone: TimeZone) {
        var starts = [Self.window.lowerBound]
        var offsets = [Int32(zone.secondsFromGMT(for: Self.date(Self.window.lowerBound)))]
        var from = Self.date(Self.window.lowerBound)
        while let change = zone.nextDaylightSavingTimeTransition(after: from) {
            let second = Int64(change.timeIntervalSince1970.rounded(.down))
            guard second < Self.window.upperBound, change > from else { break }
            let offset = Int32(zone.secondsFromGMT(for: change))
            // A change of the abbreviation alone moves no clock.
            if offset != offsets[offsets.count - 1] {
                starts.append(second)
                offsets.append(offset)
            }
            from = change
        }
        self.starts = starts
        self.offsets = offsets
        self.zone = zone
    }

    private static func date(_ second: Int64) -> Date { Date(timeIntervalSince1970: Double(second)) }

    func offset(at second: Int64) -> Int {
        guard Self.window.contains(second) else { return zone.secondsFromGMT(for: Self.date(second)) }
        return Int(offsets[index(of: second)])
    }

    /// The first second at which the zone's clock shows `local` or more (`local` in seconds since 1970-01-01T00:00 of
    /// the wall clock); where the clock jumps over it, the second of the jump.
    func first(showing local: Int64) -> Int64 {
        // No zone was ever more than 16 hours from Greenwich, and none was set back by more than a day.
        let earliest = local - 48 * 3600
        guard Self.window.contains(earliest), Self.window.contains(local + 48 * 3600) else {
            return local - Int64(offset(at: local - Int64(offset(at: local))))
        }
        var span = index(of: earliest)
        while true {
            let second = max(starts[span], local - Int64(offsets[span]))
            let isLast = span + 1 == starts.count
            if isLast || second < starts[span + 1] { return second }
            span += 1
        }
    }

    /// Whether the clock was set back in the day and a quarter before a second; nearly always no.
    func wasSetBack(before second: Int64) -> Bool {
        guard Self.window.contains(second) else { return false }
        let span = index(of: second)
        return span > 0 && offsets[span] < offsets[span - 1] && second - starts[span] < 30 * 3600
    }

    func offsets(during span: Range<Instant>) -> [(from: Instant, seconds: Int)] {
        let first = span.lowerBound.milliseconds.flooredQuotient(by: 1000)
        var found = [(from: span.lowerBound, seconds: offset(at: first))]
        for (start, offset) in zip(starts, offsets).dropFirst() {
            let from = Instant(milliseconds: start * 1000)
            if from > span.lowerBound, from < span.upperBound { found.append((from, Int(offset))) }
        }
        return found
    }

    private func index(of second: Int64) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= second { low = middle } else { high = middle }
        }
        return low
    }
}

extension Int64 {
    /// The quotient rounded towards minus infinity.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
