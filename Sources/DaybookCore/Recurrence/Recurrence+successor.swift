extension Recurrence {
    /// What follows an occurrence: its date, and the recurrence that the next task carries.
    ///
    /// The successor depends on the occurrence's own date and rule alone, never on when or where it was completed, so
    /// all devices that complete one occurrence name the same successor. The occurrence's date is the anchor: "every
    /// second week" counts from it, days that the rule leaves open are written into it once, and a COUNT goes down by
    /// one, by one more for each date that is left out. Nil when the series is over.
    /// - Parameter made: the date that the occurrence was made for, where it was moved before that; it has been.
    package func successor(
        of date: CalendarDate, past made: CalendarDate? = nil
    ) throws(RecurrenceProblem) -> (date: CalendarDate, recurrence: Recurrence)? {
        var rule = try RecurrenceRule(self).pinned(to: date)
        var open = rule
        if case .count = rule.end { open.end = .never }
        var next = max(date, made ?? date)
        repeat {
            if case .count(let left) = rule.end {
                // The one before is one of those left.
                guard left > 1 else { return nil }
                rule.end = .count(left - 1)
            }
            guard let following = open.next(after: next, from: date) else { return nil }
            next = following
        } while except.contains(next)
        return (next, following(rule, from: next))
    }

    /// The last of the successors up to a date, as if each had been made in its turn. Nil when there is none.
    package func latestSuccessor(
        of date: CalendarDate, through last: CalendarDate
    ) throws(RecurrenceProblem) -> (date: CalendarDate, recurrence: Recurrence)? {
        guard date < last else { return nil }
        let rule = try RecurrenceRule(self).pinned(to: date)
        if case .count = rule.end { return try latestCounted(of: date, through: last) }
        // Nor one that ended years ago.
        var last = last
        if case .until(let end) = rule.end { last = min(last, end) }
        // Near the end first: a daily series that began years ago is not walked from there.
        for reach in [8, 70, 800, last.days(since: date)] {
            var next = max(date, last.adding(days: -reach))
            var latest: CalendarDate?
            while let following = rule.next(after: next, from: date), following <= last {
                next = following
                if !except.contains(next) { latest = next }
            }
            if let latest { return (latest, following(rule, from: latest)) }
        }
        return nil
    }

    /// A COUNT goes down with each successor, so these are counted one by one; a thousand at once is enough.
    private func latestCounted(
        of date: CalendarDate, through last: CalendarDate
    ) throws(RecurrenceProblem) -> (date: CalendarDate, recurrence: Recurrence)? {
        var latest: (date: CalendarDate, recurrence: Recurrence)?
        for _ in 0..<1000 {
            let (date, recurrence) = latest ?? (date, self)
            guard let next = try recurrence.successor(of: date), next.date <= last else { break }
            latest = next
        }
        return latest
    }

    /// What the next task carries: the rule with what was left open written into it, and nothing of this occurrence's
    /// fate.
    private func following(_ rule: RecurrenceRule, from date: CalendarDate) -> Recurrence {
        var next = Recurrence(pattern, onSchedule: onSchedule)
        if case .rule = pattern { next.pattern = .rule(rule.rrule) }
        next.except = except.filter { $0 > date }
        return next
    }
}

extension Identifier {
    /// The task of a series on a date: the same on every device, so that completing one occurrence twice makes one
    /// next.
    package static func occurrence(of series: Identifier, on date: CalendarDate) -> Identifier {
        derived(.occurrence, series.high, series.low, UInt64(bitPattern: Int64(date.dayNumber)))
    }
}
