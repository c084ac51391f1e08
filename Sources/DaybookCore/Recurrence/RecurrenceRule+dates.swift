extension RecurrenceRule {
    /// The first date of the series after `date`; nil when the rule ends before, or can never match again.
    ///
    /// `start` is the series' first date and anchors "every second week" and COUNT. It counts as an occurrence only if
    /// it satisfies the rule itself.
    package func next(after date: CalendarDate, from start: CalendarDate) -> CalendarDate? {
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

    private func search(after day: Int, from start: CalendarDate) -> CalendarDate? {
        var steps = 0
        return search(after: day, from: start, steps: &steps)
    }

    /// Looks for the first date that the rule takes, counting what it looks at.
    ///
    /// A rule that names neither months nor days of months has a date within some weeks or never. Any other is walked
    /// by months, of which most are passed over whole: those that it does not name, or that its interval leaves out.
    /// After 400 years (times the interval) the calendar repeats, and nothing that has not come by then ever comes.
    func search(after day: Int, from start: CalendarDate, steps: inout Int) -> CalendarDate? {
        let from = max(day + 1, Int(start.dayNumber))
        guard let first = CalendarDate(dayNumber: from) else { return nil }
        let test = DayTest(self, start: start)
        guard test.canBePassed else { return nil }
        let isByDays = frequency == .daily || frequency == .weekly
        if isByDays, !test.namesPartsOfYears {
            // Seven of whatever the interval is bring every weekday that it can bring.
            let last = from + interval * 7 * (frequency == .daily ? 1 : 7)
            return firstDay(in: from..<last, start, test, &steps)
        }
        var (year, month, _) = first.components
        let begin = start.components
        let lastYear = min(9999, year + 400 * interval)
        while year <= lastYear {
            steps += 1
            var skipped = 0
            switch frequency {
            case .yearly: skipped = (interval - (year - begin.year) % interval) % interval * 12
            case .monthly:
                skipped = (interval - ((year - begin.year) * 12 + month - begin.month) % interval) % interval
            case .daily, .weekly: break
            }
            if skipped == 0, test.acceptsMonth(month), let beginning = CalendarDate(year: year, month: month, day: 1) {
                let length = CalendarDate.length(ofMonth: month, year: year)
                for days in test.days(ofMonthOf: length) {
                    let days = Int(beginning.dayNumber) + days.lowerBound..<Int(beginning.dayNumber) + days.upperBound
                    if let found = firstDay(in: days.clamped(to: from..<Int.max), start, test, &steps) { return found }
                }
            }
            // A year that the interval leaves out is left out from its first month.
            if skipped > 0, frequency == .yearly { month = 1 }
            let next = year * 12 + month - 1 + max(skipped, 1)
            (year, month) = (next / 12, next % 12 + 1)
        }
        return nil
    }

    /// The first of these days that the rule takes; whole intervals of days and weeks are stepped over.
    private func firstDay(
        in days: Range<Int>, _ start: CalendarDate, _ test: DayTest, _ steps: inout Int
    ) -> CalendarDate? {
        var day = days.lowerBound
        while day < days.upperBound {
            switch frequency {
            case .daily:
                let past = (day - Int(start.dayNumber)) % interval
                if past > 0 { day += interval - past }
            case .weekly:
                let week = (day - weekBeginning(of: start)) / 7
                if week % interval > 0 { day = weekBeginning(of: start) + (week + interval - week % interval) * 7 }
            case .monthly, .yearly: break
            }
            guard day < days.upperBound, let date = CalendarDate(dayNumber: day) else { return nil }
            steps += 1
            if test.accepts(date) { return date }
            day += 1
        }
        return nil
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
    /// False where no month that is named has a day that is named, as of 30 February, or where a month would have a
    /// sixth Monday.
    let canBePassed: Bool

    init(_ rule: RecurrenceRule, start: CalendarDate) {
        let rule = rule.pinned(to: start)
        days = rule.days
        weekdays = Set(rule.days.map { $0.weekday.rawValue })
        monthDays = rule.monthDays
        months = rule.months
        ordinalsWithinYear = rule.frequency == .yearly && rule.months.isEmpty
        needsComponents = !months.isEmpty || !monthDays.isEmpty || days.contains { $0.ordinal != nil }
        let longest = (months.isEmpty ? [1] : months).map { $0 == 2 ? 29 : CalendarDate.length(ofMonth: $0, year: 1) }
        let mostWeeks = ordinalsWithinYear ? 53 : 5
        canBePassed =
            (monthDays.isEmpty || monthDays.contains { $0.magnitude <= longest.max() ?? 31 })
            && (days.isEmpty || days.contains { ($0.ordinal?.magnitude ?? 1) <= mostWeeks })
    }

    var namesPartsOfYears: Bool { !months.isEmpty || !monthDays.isEmpty }

    /// The days of a month that are named, each from 0; all of it where none is.
    func days(ofMonthOf length: Int) -> [Range<Int>] {
        guard !monthDays.isEmpty else { return [0..<length] }
        let days = monthDays.map { $0 > 0 ? $0 - 1 : length + $0 }.filter { (0..<length).contains($0) }
        return days.ordered().map { $0..<$0 + 1 }
    }

    func acceptsMonth(_ month: Int) -> Bool { months.isEmpty || months.contains(month) }

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
