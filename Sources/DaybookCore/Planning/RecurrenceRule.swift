/// When a task comes back: a weekly pattern or the everyday part of RFC 5545's RRULE, on calendar dates alone.
///
/// There is no time of day and no zone in a rule: it floats, and "every Monday" is the account's Monday wherever the
/// account is. A date that a month lacks (31 April, 29 February) is skipped, as RFC 5545 says, never moved.
public struct RecurrenceRule: Hashable, Sendable {
    public enum Frequency: String, Hashable, Sendable, CaseIterable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A BYDAY entry: every such weekday (`MO`), or the n-th of the month or year, from its end when negative (`-1FR`).
    public struct Day: Hashable, Sendable {
        public var weekday: Weekday
        /// Nil for every one; never 0.
        public var ordinal: Int?

        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    /// What ends the series; RFC 5545 allows one of the two.
    public enum End: Hashable, Sendable {
        case never
        /// After so many dates, the first included.
        case count(Int)
        /// After this date, itself included.
        case until(CalendarDate)
    }

    /// Bounds that keep every question about a rule under a few milliseconds.
    public static let intervals = 1...1000
    public static let counts = 1...10_000

    public var frequency: Frequency
    public var interval = 1
    public var days: [Day] = []
    /// 1 to 31, or -31 to -1 counted from the month's end.
    public var monthDays: [Int] = []
    /// 1 to 12.
    public var months: [Int] = []
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
    public func pinned(to start: CalendarDate) -> RecurrenceRule {
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
