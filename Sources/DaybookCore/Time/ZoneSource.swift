#if hasFeature(Embedded)
extension ZoneSpans {
    static let utc = ZoneSpans(starts: [endless.lowerBound], offsets: [0])

    private static let endless = Int64.min / 4..<Int64.max / 4
    private static let given = Locked<[String: ZoneSpans]>([:])

    /// What the page gave for this name. One that it has not given yet counts as UTC: the name may well be good.
    static func named(_ name: String) -> ZoneSpans? { given.withLock { $0[name] } ?? utc }

    private convenience init(starts: [Int64], offsets: [Int32]) {
        self.init(starts: starts, offsets: offsets, window: Self.endless, beyond: { _ in 0 })
    }
}

extension Zone {
    /// Takes a zone's spans from whoever knows them: when each begins, ascending, and how many seconds east of
    /// Greenwich its clock is then. The first reaches back for ever.
    package static func give(_ name: String, starts: [Int64], offsets: [Int32]) {
        guard !starts.isEmpty, starts.count == offsets.count else { return }
        ZoneSpans.give(name, starts, offsets)
    }

    package static func isGiven(_ name: String) -> Bool { name == "UTC" || ZoneSpans.isGiven(name) }
}

extension ZoneSpans {
    fileprivate static func give(_ name: String, _ starts: [Int64], _ offsets: [Int32]) {
        var starts = starts
        starts[0] = endless.lowerBound
        let spans = ZoneSpans(starts: starts, offsets: offsets)
        given.withLock { $0[name] = spans }
    }

    fileprivate static func isGiven(_ name: String) -> Bool { given.withLock { $0[name] != nil } }
}
#else
import Foundation

// Read from Foundation once per zone and process (about 0.2 ms) for the years 1900 to 2100; outside of them Foundation
// is asked each time.
extension ZoneSpans {
    static let utc = ZoneSpans(TimeZone(secondsFromGMT: 0) ?? .gmt)

    /// Holds at most one entry per name of the tz database.
    private static let known = Locked<[String: ZoneSpans]>(["UTC": utc])

    /// Nil when the tz database has no such zone.
    static func named(_ name: String) -> ZoneSpans? {
        if let known = known.withLock({ $0[name] }) { return known }
        guard let zone = TimeZone(identifier: name) else { return nil }
        let spans = ZoneSpans(zone)
        return known.withLock { known in
            let made = known[name] ?? spans
            known[name] = made
            return made
        }
    }

    /// 1900-01-01 and 2100-01-01.
    private static let window: Range<Int64> = -2_208_988_800..<4_102_444_800

    private convenience init(_ zone: TimeZone) {
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
        self.init(
            starts: starts, offsets: offsets, window: Self.window,
            beyond: { zone.secondsFromGMT(for: Self.date($0)) })
    }

    private static func date(_ second: Int64) -> Date { Date(timeIntervalSince1970: Double(second)) }
}
#endif
