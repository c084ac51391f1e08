extension Recurrence {
    /// What follows an occurrence: its date, and the recurrence that the next task carries.
    ///
    /// The successor depends on the occurrence's own date and rule alone, never on when or where it was completed, so all
    /// devices that complete one occurrence name the same successor. The occurrence's date is the anchor: "every second
    /// week" counts from it, days that the rule leaves open are written into it once, and a COUNT goes down by one.
    /// Nil when the series is over.
    public func successor(
        of date: CalendarDate
    ) throws(RecurrenceProblem) -> (date: CalendarDate, recurrence: Recurrence)? {
        var rule = try RecurrenceRule(self).pinned(to: date)
        if case .count(let left) = rule.end {
            // This occurrence is one of those left.
            guard left > 1 else { return nil }
            rule.end = .count(left - 1)
        }
        var open = rule
        if case .count = rule.end { open.end = .never }
        guard let next = open.next(after: date, from: date) else { return nil }
        if case .weekly = self { return (next, self) }
        return (next, .rule(rule.rrule))
    }
}

extension Identifier {
    /// The task of a series on a date: the same on every device, so that completing one occurrence twice makes one next.
    public static func occurrence(of series: Identifier, on date: CalendarDate) -> Identifier {
        derived(.occurrence, series.high, series.low, UInt64(bitPattern: Int64(date.dayNumber)))
    }
}
