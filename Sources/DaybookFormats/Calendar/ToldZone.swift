import DaybookCore
import Synchronization

/// A time zone as a VTIMEZONE tells it: observances, each with the offset that counts from when it begins, and perhaps
/// a rule by which it begins again every year.
///
/// When which of them begins is found out once for each year that somebody asks about, and a time is looked up in that.
final class ToldZone: Sendable {
    private struct Onset: Sendable {
        /// In seconds of the wall clock before it.
        let at: Int64
        let offset: Int64
    }

    /// An observance that begins again by a rule.
    private struct Returning: Sendable {
        let start: Int64
        let date: CalendarDate
        let offset: Int64
        let rule: RecurrenceRule
    }

    /// What is told one by one, ascending.
    private let single: [Onset]
    private let returning: [Returning]
    /// What begins by rules, ascending, by the year that was asked about.
    private let years = Mutex<[Int: [Onset]]>([:])

    /// The tz database's zones have fewer, all their history included.
    private static let mostObservances = 200
    private static let mostRules = 24
    private static let mostDates = 1000
    /// A zone's rules begin twice a year; a component with more beginnings is not a time zone.
    private static let mostOnsets = 32
    private static let mostYears = 400

    /// Nil where it says nothing that can be understood.
    init?(_ component: CalendarComponent) {
        var single: [Onset] = []
        var returning: [Returning] = []
        for observance in component.children.prefix(Self.mostObservances) {
            guard let text = observance.first("DTSTART")?.value, let begin = BasicTime(text),
                let offset = observance.first("TZOFFSETTO").flatMap({ Self.seconds($0.value) })
            else { continue }
            single.append(Onset(at: begin.localSeconds, offset: offset))
            for property in observance.properties where property.name == "RDATE" {
                let room = max(0, Self.mostDates - single.count)
                let dates = property.value.split(separator: ",", maxSplits: room).prefix(room)
                single += dates.compactMap { BasicTime($0) }.map { Onset(at: $0.localSeconds, offset: offset) }
            }
            if returning.count < Self.mostRules, let rule = Self.rule(of: observance) {
                returning.append(Returning(start: begin.localSeconds, date: begin.date, offset: offset, rule: rule))
            }
        }
        guard !single.isEmpty else { return nil }
        self.single = single.sorted { $0.at < $1.at }
        self.returning = returning
    }

    /// By a rule of years: counting days or weeks, or from the beginning, would take long, and no zone is told so.
    private static func rule(of observance: CalendarComponent) -> RecurrenceRule? {
        // An UNTIL in UTC is on the same day, or so near to it that the rule changes nothing.
        guard let text = observance.first("RRULE")?.value,
            let rule = try? RecurrenceRule(rrule: text, localDate: { $0.utcDate }), rule.frequency == .yearly
        else { return nil }
        if case .count = rule.end { return nil }
        return rule
    }

    /// The offset of whatever began last; before all of them, of the first.
    func offset(at time: BasicTime) -> Int64 {
        let local = time.localSeconds
        let candidates = [Self.last(of: single, upTo: local), Self.last(of: onsets(in: time.date.year), upTo: local)]
        let last = candidates.compactMap { $0 }.max { $0.at < $1.at }
        return (last ?? single.first)?.offset ?? 0
    }

    private static func last(of onsets: [Onset], upTo local: Int64) -> Onset? {
        var (low, high) = (0, onsets.count)
        while low < high {
            let middle = (low + high) / 2
            if onsets[middle].at <= local { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? onsets[low - 1] : nil
    }

    /// What begins by rules in a year and in the two before it.
    private func onsets(in year: Int) -> [Onset] {
        guard !returning.isEmpty else { return [] }
        if let known = years.withLock({ $0[year] }) { return known }
        let onsets = returning.flatMap { Self.onsets(of: $0, in: year) }.sorted { $0.at < $1.at }
        years.withLock { years in
            if years.count >= Self.mostYears { years.removeAll() }
            years[year] = onsets
        }
        return onsets
    }

    private static func onsets(of observance: Returning, in year: Int) -> [Onset] {
        guard let last = CalendarDate(year: year, month: 12, day: 31) else { return [] }
        let timeOfDay = observance.start - Int64(observance.date.dayNumber) * 86_400
        var onsets: [Onset] = []
        var day = max(observance.date, last.adding(days: -3 * 366))
        while onsets.count < mostOnsets, let next = observance.rule.next(after: day, from: observance.date),
            next <= last
        {
            onsets.append(Onset(at: Int64(next.dayNumber) * 86_400 + timeOfDay, offset: observance.offset))
            day = next
        }
        return onsets
    }

    /// `+0100`, `-033000`.
    private static func seconds(_ text: String) -> Int64? {
        let digits = text.dropFirst()
        guard text.first == "+" || text.first == "-", digits.count == 4 || digits.count == 6,
            digits.allSatisfy({ $0.isASCII && $0.isNumber }), let hours = Int64(digits.prefix(2)),
            let minutes = Int64(digits.dropFirst(2).prefix(2)), hours < 24, minutes < 60
        else { return nil }
        let seconds = Int64(digits.dropFirst(4)) ?? 0
        return (hours * 3600 + minutes * 60 + seconds) * (text.first == "-" ? -1 : 1)
    }
}
