extension RecurrenceRule {
    /// The first date of the series after `date`; nil when the rule ends before, or can never match again.
    ///
    /// `start` is the series' first date and anchors "every second week" and COUNT. It counts as an occurrence only if it
    /// satisfies the rule itself.
    public func next(after date: CalendarDate, from start: CalendarDate) -> CalendarDate? {
        switch end {
        case .count(let count):
            // A COUNT is counted from the beginning; `counts` bounds the walk.
            return dates(from: start, limit: count).first { $0 > date }
        case .until(let last):
            guard let next = search(after: Int(date.dayNumber), from: start), next <= last else { return nil }
            return next
        case .never:
            return search(after: Int(date.dayNumber), from: start)
        }
    }

    /// The series' first dates, at most `limit`.
    public func dates(from start: CalendarDate, limit: Int) -> [CalendarDate] {
        var limit = limit
        if case .count(let count) = end { limit = min(limit, count) }
        var dates: [CalendarDate] = []
        var day = Int(start.dayNumber) - 1
        while dates.count < limit, let date = search(after: day, from: start) {
            if case .until(let last) = end, date > last { break }
            dates.append(date)
            day = Int(date.dayNumber)
        }
        return dates
    }

    /// Walks the rule's periods from the one that holds the day after `day`. The calendar repeats every 400 years, so the
    /// pattern of periods repeats after at most that many of them, and an empty cycle proves that nothing ever comes.
    private func search(after day: Int, from start: CalendarDate) -> CalendarDate? {
        let from = max(day + 1, Int(start.dayNumber))
        guard let first = CalendarDate(dayNumber: from) else { return nil }
        let test = DayTest(self, start: start)
        let origin = (start: start, month: start.components)
        var index = firstPeriod(reaching: first, from: start)
        for _ in 0...periodsPerCycle {
            guard let period = period(index, start: origin.start, components: origin.month) else { return nil }
            for day in max(period.lowerBound, from)..<max(period.upperBound, from) {
                guard let date = CalendarDate(dayNumber: day) else { return nil }
                if test.accepts(date) { return date }
            }
            index += 1
        }
        return nil
    }

    /// How many periods pass, at most, until calendar and interval are in the same phase again.
    private var periodsPerCycle: Int {
        switch frequency {
        case .daily: 146_097
        case .weekly: 20_871
        case .monthly: 4800
        case .yearly: 400
        }
    }

    /// The number of the last period that begins at or before a date, counted in intervals from the start's own period.
    private func firstPeriod(reaching date: CalendarDate, from start: CalendarDate) -> Int {
        switch frequency {
        case .daily: return date.days(since: start) / interval
        case .weekly: return (Int(date.dayNumber) - weekBeginning(of: start)) / 7 / interval
        case .monthly:
            let (from, to) = (start.components, date.components)
            return ((to.year - from.year) * 12 + to.month - from.month) / interval
        case .yearly: return (date.year - start.year) / interval
        }
    }

    /// The days of a period, or nil past the end of the calendar.
    private func period(
        _ index: Int, start: CalendarDate, components: (year: Int, month: Int, day: Int)
    ) -> Range<Int>? {
        let offset = index * interval
        switch frequency {
        case .daily:
            let day = Int(start.dayNumber) + offset
            return day..<(day + 1)
        case .weekly:
            let first = weekBeginning(of: start) + offset * 7
            return first..<(first + 7)
        case .monthly:
            let months = components.month - 1 + offset
            let (year, month) = (components.year + months / 12, months % 12 + 1)
            guard let first = CalendarDate(year: year, month: month, day: 1) else { return nil }
            return Int(first.dayNumber)..<(Int(first.dayNumber) + CalendarDate.length(ofMonth: month, year: year))
        case .yearly:
            let year = components.year + offset
            guard let first = CalendarDate(year: year, month: 1, day: 1) else { return nil }
            return Int(first.dayNumber)..<(Int(first.dayNumber) + CalendarDate.length(ofYear: year))
        }
    }

    private func weekBeginning(of date: CalendarDate) -> Int {
        Int(date.dayNumber) - (date.weekday - weekStart.rawValue + 7) % 7
    }
}

extension CalendarDate {
    static func length(ofYear year: Int) -> Int { isLeap(year: year) ? 366 : 365 }
}

/// The rule's filters over single days, with what the start date contributes filled in.
private struct DayTest {
    private let days: [RecurrenceRule.Day]
    private let weekdays: Set<Int>
    private let monthDays: [Int]
    private let months: [Int]
    private let ordinalsWithinYear: Bool
    private let needsComponents: Bool

    init(_ rule: RecurrenceRule, start: CalendarDate) {
        let rule = rule.pinned(to: start)
        days = rule.days
        weekdays = Set(rule.days.map(\.weekday.rawValue))
        monthDays = rule.monthDays
        months = rule.months
        ordinalsWithinYear = rule.frequency == .yearly && rule.months.isEmpty
        needsComponents = !months.isEmpty || !monthDays.isEmpty || days.contains { $0.ordinal != nil }
    }

    func accepts(_ date: CalendarDate) -> Bool {
        if !days.isEmpty, !weekdays.contains(date.weekday) { return false }
        guard needsComponents else { return true }
        let (year, month, day) = date.components
        if !months.isEmpty, !months.contains(month) { return false }
        let length = CalendarDate.length(ofMonth: month, year: year)
        if !monthDays.isEmpty, !monthDays.contains(day), !monthDays.contains(day - length - 1) { return false }
        guard !days.isEmpty else { return true }
        return days.contains { entry in
            guard entry.weekday.rawValue == date.weekday else { return false }
            guard let ordinal = entry.ordinal else { return true }
            guard ordinalsWithinYear else { return stands(ordinal, index: day - 1, of: length) }
            guard let first = CalendarDate(year: year, month: 1, day: 1) else { return false }
            return stands(ordinal, index: date.days(since: first), of: CalendarDate.length(ofYear: year))
        }
    }

    /// Whether the day at `index` of a span is the n-th of its weekday there, from the end when negative.
    private func stands(_ ordinal: Int, index: Int, of length: Int) -> Bool {
        ordinal > 0 ? index / 7 + 1 == ordinal : (length - 1 - index) / 7 + 1 == -ordinal
    }
}
