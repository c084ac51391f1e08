/// When a task comes back: a weekly pattern or the everyday part of RFC 5545's RRULE, on calendar dates alone.
///
/// There is no time of day and no zone in a rule: it floats, and "every Monday" is the account's Monday wherever the
/// account is. A date that a month lacks (31 April, 29 February) is skipped, as RFC 5545 says, never moved.
public struct RecurrenceRule: Hashable, Sendable {
    /// What the interval counts.
    public enum Frequency: String, Hashable, Sendable, CaseIterable {
        /// Every day, or every so many.
        case daily = "DAILY"
        /// Every week, or every so many.
        case weekly = "WEEKLY"
        /// Every month, or every so many.
        case monthly = "MONTHLY"
        /// Every year, or every so many.
        case yearly = "YEARLY"
    }

    /// A BYDAY entry: every such weekday (`MO`), or the n-th of the month or year, from its end when negative (`-1FR`).
    public struct Day: Hashable, Sendable {
        /// Which day of the week.
        public var weekday: Weekday
        /// Nil for every one; never 0.
        public var ordinal: Int?

        /// A day of the week, or one of a month's.
        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    /// What ends the series; RFC 5545 allows one of the two.
    public enum End: Hashable, Sendable {
        /// It goes on.
        case never
        /// After so many dates, the first included.
        case count(Int)
        /// After this date, itself included.
        case until(CalendarDate)
    }

    /// Bounds that keep every question about a rule under a few milliseconds.
    public static let intervals = 1...1000
    /// How many occurrences a series may be given.
    public static let counts = 1...10_000

    /// Days, weeks, months or years.
    public var frequency: Frequency
    /// Every so many of them.
    public var interval = 1
    /// Days of the week; none leaves it to the first date.
    public var days: [Day] = []
    /// 1 to 31, or -31 to -1 counted from the month's end.
    public var monthDays: [Int] = []
    /// 1 to 12.
    public var months: [Int] = []
    /// When the series ends.
    public var end = End.never
    /// Where a week begins, which decides what "every second week" means.
    public var weekStart = Weekday.monday
}

extension RecurrenceRule {
    /// The weekly pattern of `{"days":[1,3,5]}`.
    public init(_ pattern: Weekdays) {
        self.init(frequency: .weekly, days: pattern.days.compactMap(Weekday.init(rawValue:)).map { Day($0) })
    }

    /// The same rule with what it leaves to its start date written out: a rule that names no day means the start's own.
    package func pinned(to start: CalendarDate) -> RecurrenceRule {
        guard days.isEmpty, monthDays.isEmpty else { return self }
        var rule = self
        switch frequency {
        case .daily: break
        case .weekly: rule.days = Weekday(rawValue: start.weekday).map { [Day($0)] } ?? []
        case .monthly: rule.monthDays = [start.day]
        case .yearly:
            if months.isEmpty { rule.months = [start.month] }
            rule.monthDays = [start.day]
        }
        return rule
    }
}
