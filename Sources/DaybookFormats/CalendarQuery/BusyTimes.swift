import DaybookCore

/// When somebody is busy by their events (RFC 4791, 7.10): those that take time, and are not called off.
package struct BusyTimes: Sendable {
    private let range: TimeRange
    private let zone: Zone
    private var busy: [Period] = []
    private var tentative: [Period] = []
    /// How many occurrences were looked at.
    private var looked = 0

    private struct Period: Sendable {
        let begin: Instant
        var end: Instant
    }

    /// More occurrences than these are not looked at.
    private static let most = 20_000

    /// - Parameter zone: what times without a zone are in.
    package init(in range: TimeRange, zone: Zone) { (self.range, self.zone) = (range, zone) }

    /// There are more than are looked at.
    package var isTooMuch: Bool { looked > Self.most }

    package mutating func take(_ object: CalendarObject) {
        guard object.kind == .event else { return }
        let occurrences = TodoOccurrences(object, zone: zone)
        for event in occurrences.components(in: range) {
            looked += 1
            func says(_ name: String, _ value: String) -> Bool { event.first(name)?.value.uppercased() == value }
            guard !says("TRANSP", "TRANSPARENT"), !says("STATUS", "CANCELLED"),
                let (begin, end) = occurrences.times(of: event)
            else { continue }
            let period = Period(
                begin: max(begin, range.start ?? .earliest), end: min(end, range.end ?? .latest))
            guard period.begin < period.end else { continue }
            if says("STATUS", "TENTATIVE") { tentative.append(period) } else { busy.append(period) }
        }
    }

    /// The lines of a VFREEBUSY.
    package var lines: [String] {
        func lines(_ periods: [Period], _ type: String) -> [String] {
            Self.together(periods).map { period in
                let (begin, end) = (Zone.utc.basicTime(of: period.begin), Zone.utc.basicTime(of: period.end))
                return "FREEBUSY;FBTYPE=\(type):\(begin)Z/\(end)Z"
            }
        }
        return lines(busy, "BUSY") + lines(tentative, "BUSY-TENTATIVE")
    }

    private static func together(_ periods: [Period]) -> [Period] {
        var together: [Period] = []
        for period in periods.sorted(by: { $0.begin < $1.begin }) {
            if let last = together.last, period.begin <= last.end {
                together[together.count - 1].end = max(last.end, period.end)
            } else {
                together.append(period)
            }
        }
        return together
    }
}
