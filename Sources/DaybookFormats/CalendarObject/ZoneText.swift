import DaybookCore
import Synchronization

/// The zones that lines name, and the years that they are about.
struct ZoneNames {
    /// In the order in which they are named first.
    private(set) var all: [String] = []
    private(set) var years = 1970...1970
    /// Nobody travels through more zones with one task; further ones are told of by nobody.
    private static let most = 100

    init(_ texts: [String]) {
        var seen: Set<String> = []
        var first = Int.max
        var last = Int.min
        for text in texts where text.utf8.contains(UInt8(ascii: ";")) {
            for piece in text.split(separator: "\n") {
                guard piece.contains("TZID"), let line = ContentLine(String(piece), line: 0),
                    let name = line["TZID"]
                else { continue }
                if seen.insert(name).inserted, all.count < Self.most { all.append(name) }
                for value in line.value.split(separator: ",") {
                    guard let year = Int(value.prefix(4)), (1...9999).contains(year) else { continue }
                    (first, last) = (min(first, year), max(last, year))
                }
            }
        }
        if first <= last { years = first...last }
    }
}

/// A zone of the tz database as a VTIMEZONE, for the years that somebody names: all of its history would be kilobytes.
enum ZoneText {
    private struct Key: Hashable {
        let name: String
        let years: ClosedRange<Int>
    }

    private static let known = Mutex<[Key: String]>([:])
    private static let most = 1000
    /// Of a task that names a longer time, the last years count.
    private static let longest = 12

    /// Nil for a name that no zone has.
    static func of(_ name: String, _ years: ClosedRange<Int>) -> String? {
        let key = Key(name: name, years: max(years.lowerBound, years.upperBound - longest)...years.upperBound)
        if let text = known.withLock({ $0[key] }) { return text }
        guard
            case .known(let zone)? = CalendarZone.named(name) ?? WindowsZones.name(of: name).flatMap(CalendarZone.named)
        else { return nil }
        let text = write(zone, named: name, key.years)
        known.withLock { known in
            if known.count >= most { known.removeAll() }
            known[key] = text
        }
        return text
    }

    private static func write(_ zone: Zone, named name: String, _ years: ClosedRange<Int>) -> String {
        let onsets = onsets(of: zone, from: years.lowerBound, through: years.upperBound + 8)
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
        let rules = Rules(onsets, after: years.upperBound)
        var before = onsets[0].offset
        for (place, onset) in onsets.enumerated() {
            guard onset.date.year <= years.upperBound || place == 0 else { break }
            let rule = rules.rule(of: onset)
            // What a rule says of a year, it says of the years after.
            if rule != nil, rules.isRepeated(onset, in: onsets) {
                before = onset.offset
                continue
            }
            let kind =
                onset.offset > before
                    || place == 0 && onsets.dropFirst().first.map({ $0.offset < onset.offset }) ?? false
                ? "DAYLIGHT" : "STANDARD"
            lines += [
                "BEGIN:\(kind)", "DTSTART:\(onset.local)", "TZOFFSETFROM:\(digits(before))",
                "TZOFFSETTO:\(digits(onset.offset))",
            ]
            if let rule { lines.append("RRULE:\(rule)") }
            lines.append("END:\(kind)")
            before = onset.offset
        }
        return (lines + ["END:VTIMEZONE"]).joined(separator: "\n")
    }

    /// A change of the clock.
    private struct Onset {
        let offset: Int
        let date: CalendarDate
        /// By the clock before it.
        let local: String
    }

    /// How the clock stands when the first year begins, and each change from then on.
    private static func onsets(of zone: Zone, from first: Int, through last: Int) -> [Onset] {
        // The last year that dates know is told by the one before it.
        let begin = CalendarDate(year: min(max(first, 2), 9998), month: 1, day: 1) ?? .earliest
        let end = CalendarDate(year: min(last, 9998), month: 12, day: 31) ?? .latest
        let span = LocalDay(zone: .utc).start(of: begin)..<LocalDay(zone: .utc).start(of: end)
        let offsets = zone.offsets(during: span)
        return offsets.indices.map { place in
            let before = place == 0 ? offsets[0].seconds : offsets[place - 1].seconds
            let local = Instant(milliseconds: offsets[place].from.milliseconds + Int64(before) * 1000)
            return Onset(
                offset: offsets[place].seconds, date: local.utcDate, local: Zone.utc.basicTime(of: local))
        }
    }

    /// Changes that come every year on the same weekday of the same month.
    private struct Rules {
        private var found: [(offset: Int, month: Int, time: Substring, rule: String, since: Int)] = []

        init(_ onsets: [Onset], after year: Int) {
            let latest = onsets.dropFirst().filter { $0.date.year == year }
            for onset in latest {
                for ordinal in [(onset.date.day - 1) / 7 + 1, -1] {
                    let following = onsets.filter { $0.date.year > year && $0.date.month == onset.date.month }
                    guard following.count >= 8,
                        ([onset] + following).allSatisfy({ Self.fits($0, onset, ordinal) })
                    else { continue }
                    // Since when it is so: earlier years may have had other rules.
                    var since = year
                    while onsets.contains(where: { $0.date.year == since - 1 && Self.fits($0, onset, ordinal) }) {
                        since -= 1
                    }
                    let day = Weekday(rawValue: onset.date.weekday)?.code ?? "SU"
                    found.append(
                        (
                            onset.offset, onset.date.month, onset.local.dropFirst(8),
                            "FREQ=YEARLY;BYMONTH=\(onset.date.month);BYDAY=\(ordinal)\(day)", since
                        ))
                    break
                }
            }
        }

        private static func fits(_ one: Onset, _ other: Onset, _ ordinal: Int) -> Bool {
            let date = one.date
            let isLast = date.day + 7 > CalendarDate.length(ofMonth: date.month, year: date.year)
            return one.offset == other.offset && date.month == other.date.month && date.weekday == other.date.weekday
                && one.local.dropFirst(8) == other.local.dropFirst(8)
                && (ordinal == -1 ? isLast : (date.day - 1) / 7 + 1 == ordinal)
        }

        private func entry(of onset: Onset) -> (rule: String, since: Int)? {
            found.first {
                $0.offset == onset.offset && $0.month == onset.date.month && $0.time == onset.local.dropFirst(8)
                    && $0.since <= onset.date.year
            }.map { ($0.rule, $0.since) }
        }

        func rule(of onset: Onset) -> String? { entry(of: onset)?.rule }

        /// An earlier one says it by the rule.
        func isRepeated(_ onset: Onset, in onsets: [Onset]) -> Bool {
            guard let entry = entry(of: onset) else { return false }
            return onsets.dropFirst().contains { $0.date < onset.date && self.entry(of: $0)?.rule == entry.rule }
        }
    }

    /// `+0100`
    private static func digits(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let size = abs(seconds)
        let rest = size % 60 == 0 ? "" : two(size % 60)
        return (seconds < 0 ? "-" : "+") + two(size / 3600) + two(size / 60 % 60) + rest
    }
}
