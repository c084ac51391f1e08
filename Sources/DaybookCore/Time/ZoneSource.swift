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
extension ZoneSpans {
    static let utc = ZoneSpans(starts: [window.lowerBound], offsets: [0], window: window, beyond: { _ in 0 })

    /// Holds at most one entry per name of the tz database.
    private static let known = Locked<[String: ZoneSpans]>(["UTC": utc])

    /// 1900-01-01 and 2100-01-01: years of which the spans are laid out.
    static let window: Range<Int64> = -2_208_988_800..<4_102_444_800

    /// Nil when the tz database has no such zone. It is read once per zone and process.
    static func named(_ name: String) -> ZoneSpans? {
        if let known = known.withLock({ $0[name] }) { return known }
        guard let spans = read(name) else { return nil }
        return known.withLock { known in
            let made = known[name] ?? spans
            known[name] = made
            return made
        }
    }
}

#if canImport(Darwin)
import Foundation

// Foundation has the database of the system.
extension ZoneSpans {
    private static func read(_ name: String) -> ZoneSpans? {
        guard let zone = TimeZone(identifier: name) else { return nil }
        var starts = [window.lowerBound]
        var offsets = [Int32(zone.secondsFromGMT(for: date(window.lowerBound)))]
        var from = date(window.lowerBound)
        while let change = zone.nextDaylightSavingTimeTransition(after: from) {
            let second = Int64(change.timeIntervalSince1970.rounded(.down))
            guard second < window.upperBound, change > from else { break }
            let offset = Int32(zone.secondsFromGMT(for: change))
            // A change of the abbreviation alone moves no clock.
            if offset != offsets[offsets.count - 1] {
                starts.append(second)
                offsets.append(offset)
            }
            from = change
        }
        return ZoneSpans(
            starts: starts, offsets: offsets, window: window, beyond: { zone.secondsFromGMT(for: date($0)) })
    }

    private static func date(_ second: Int64) -> Date { Date(timeIntervalSince1970: Double(second)) }
}
#else
// Foundation would bring tables of its own, 30 MB of them and as old as the compiler. The files of the system are kept
// up to date by its package.
extension ZoneSpans {
    private static func read(_ name: String) -> ZoneSpans? {
        guard let file = ZoneDatabase.system.file(name).flatMap({ ZoneFile($0) }) else { return nil }
        var starts = [window.lowerBound]
        var offsets = [Int32(file.offset(at: window.lowerBound))]
        for (second, offset) in file.changes(in: window) where offset != offsets[offsets.count - 1] {
            starts.append(second)
            offsets.append(Int32(offset))
        }
        return ZoneSpans(starts: starts, offsets: offsets, window: window, beyond: { file.offset(at: $0) })
    }
}
#endif
#endif
