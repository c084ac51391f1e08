/// Completions by date over a run of dates, days without any included: ready to plot.
public struct DailySeries: Hashable, Sendable {
    /// One date and what was completed on it.
    public struct Day: Hashable, Sendable {
        /// The account's date.
        public let date: CalendarDate
        /// How many tasks were completed.
        public let count: Int

        package init(date: CalendarDate, count: Int) {
            self.date = date
            self.count = count
        }
    }

    /// From the first date to the last.
    public let dates: ClosedRange<CalendarDate>
    /// One for each date, in order.
    public let counts: [Int]

    /// - Parameter counts: one for each date.
    package init(_ dates: ClosedRange<CalendarDate>, counts: [Int]) {
        self.dates = dates
        self.counts = counts
    }

    package init(_ facts: some Sequence<CompletionFact>, over dates: ClosedRange<CalendarDate>, in day: LocalDay) {
        var counts = [Int](repeating: 0, count: dates.count)
        for fact in facts {
            let date = day.date(of: fact.completedAt)
            if dates.contains(date) { counts[date.days(since: dates.lowerBound)] += 1 }
        }
        self.init(dates, counts: counts)
    }

    /// The counts with their dates.
    public var days: [Day] {
        counts.enumerated().map { Day(date: dates.lowerBound.adding(days: $0.offset), count: $0.element) }
    }

    /// All completions.
    public var total: Int { counts.reduce(0, +) }
    /// The greatest count of a day.
    public var most: Int { counts.max() ?? 0 }

    /// The earliest of the days with the most completions; nil where there is none.
    public var busiest: Day? { most == 0 ? nil : days.first { $0.count == most } }
}

extension ClosedRange<CalendarDate> {
    /// How many dates there are.
    package var count: Int { upperBound.days(since: lowerBound) + 1 }
}
