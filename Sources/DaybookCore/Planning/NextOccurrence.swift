/// The task that follows an occurrence of a series.
public struct NextOccurrence: Hashable, Sendable {
    /// The identifier that its task will have.
    public let id: Identifier
    /// When it is scheduled.
    public let date: CalendarDate
    package let fields: Patch<TaskItem>
}

extension TaskItem {
    /// The series a task belongs to: the task it began with.
    package var series: Identifier { parentRecurringId ?? id }

    /// The date the occurrence stands for: where it is scheduled, else where a rollover took it from, else the one it
    /// was made for, else when it is due or was made, as dates of the account's zone. Never the day of its completion,
    /// which differs between devices.
    package func occurrenceDate(in settings: AccountSettings) -> CalendarDate {
        if let dateOnSchedule { return dateOnSchedule }
        let day = LocalDay(of: settings)
        return dateItWasMadeFor(-400, from: day.date(of: createdAt)) ?? day.date(of: dueAt ?? createdAt)
    }

    /// An occurrence that its series made is named by its date, which somebody may have cleared or moved since: what
    /// comes back every ten years too. Without it what follows would come to the occurrence itself, and the series
    /// would end.
    private func dateItWasMadeFor(_ first: Int, from date: CalendarDate) -> CalendarDate? {
        guard parentRecurringId != nil else { return nil }
        return (first...4000).lazy.map { date.adding(days: $0) }.first { .occurrence(of: series, on: $0) == id }
    }

    /// Nil when the task does not recur or its series is over.
    public func nextOccurrence(in settings: AccountSettings) -> NextOccurrence? {
        guard let recurrence else { return nil }
        let date = occurrenceDate(in: settings)
        // Who does tomorrow's today is not to do it tomorrow again.
        var made = dateItWasMadeFor(0, from: date)
        while let next = (try? recurrence.successor(of: date, past: made)) ?? nil {
            let following = following(next, after: date, in: settings)
            // One that was moved further ahead than is looked for is not its own next one.
            guard following.id == id else { return following }
            made = next.date
        }
        return nil
    }

    /// The next ones as other settings may have named them. An occurrence without a date stands for that of an instant,
    /// and which one that is depends on the account's zone and the start of its day, which may have changed since.
    func nextOccurrences(underOtherSettingsThan settings: AccountSettings) -> [NextOccurrence] {
        guard let recurrence, dateOnSchedule == nil else { return [] }
        let date = occurrenceDate(in: settings)
        let instant = dueAt ?? createdAt
        guard LocalDay(of: settings).date(of: instant) == date else { return [] }
        // West of Greenwich by half a day, with a day that begins late, to east of it by fourteen hours.
        let utc = LocalDay(zone: .utc)
        let first = utc.date(of: instant.adding(milliseconds: -Instant.dayLength * 3 / 2))
        let last = utc.date(of: instant.adding(milliseconds: Instant.dayLength * 14 / 24))
        return (0...last.days(since: first)).map { first.adding(days: $0) }.filter { $0 != date }.compactMap { other in
            guard let next = (try? recurrence.successor(of: other)) ?? nil else { return nil }
            return following(next, after: other, in: settings)
        }
    }

    /// The occurrence that the day calls for while this one is still open: the latest that is not after `today`. Those
    /// between the two are passed over; nobody needs yesterday's once more. Nil when the series does not go by its
    /// schedule, or nothing is due.
    package func occurrenceDue(
        by today: CalendarDate, in settings: AccountSettings, evenDeleted: Bool = false
    ) -> NextOccurrence? {
        guard let recurrence, goesBySchedule(evenDeleted: evenDeleted) else { return nil }
        let date = occurrenceDate(in: settings)
        guard let due = (try? recurrence.latestSuccessor(of: date, through: today)) ?? nil else { return nil }
        return following(due, after: date, in: settings)
    }

    /// So many days of a series that was deleted are taken back, when the deletion is known that late.
    static let daysTakenBack = 100

    /// What the latest days up to `today` may have made of the series while this one was open, the earliest first.
    /// Somebody may have moved this one since, so they need not be later than it is now.
    func occurrencesMade(by today: CalendarDate, in settings: AccountSettings) -> [(id: Identifier, date: CalendarDate)]
    {
        let first = today.adding(days: -Self.daysTakenBack)
        var dates = (0...Self.daysTakenBack).map { first.adding(days: $0) }
        if let due = occurrenceDue(by: today, in: settings, evenDeleted: true)?.date, due < first {
            dates.insert(due, at: 0)
        }
        return dates.map { (.occurrence(of: series, on: $0), $0) }.filter { $0.0 != id }
    }

    /// It takes along what describes the task, not what happened to it: notes that were added stay, completion,
    /// rollovers and the number of carries do not. Due time and reminder keep their distance in days, at the same local
    /// time.
    private func following(
        _ next: (date: CalendarDate, recurrence: Recurrence), after date: CalendarDate, in settings: AccountSettings
    ) -> NextOccurrence {
        let days = next.date.days(since: date)
        var copy = self
        copy.scheduledDate = next.date
        copy.parentRecurringId = series
        copy.recurrence = next.recurrence
        if scheduledDate == nil, region == .backlog, let place = recurrence?.carriedFrom {
            copy.region = place.region
            copy.chosenBucket = place.bucket
        }
        let zone = Zone(settings.timeZone) ?? .utc
        copy.dueAt = dueAt.map { $0.moved(days: days, in: zone) }
        copy.reminderAt = reminderAt.map { $0.moved(days: days, in: zone) }
        return NextOccurrence(
            id: .occurrence(of: series, on: next.date), date: next.date,
            fields: Patch(
                Self.describing.map { (field: $0, value: copy.value(of: $0)) }, unknown: unknown.ofSeries))
    }

    private static let describing = TaskField.allCases.filter {
        ![.state, .createdAt, .completedAt, .deletedAt, .enteredBacklogAt, .carryCount].contains($0)
    }
}

extension Instant {
    /// The same wall-clock time so many days later; where the clock skips that time, as much later as it skips.
    func moved(days: Int, in zone: Zone) -> Instant {
        let moved = adding(milliseconds: Int64(days) * Self.dayLength)
        let offset = zone.offset(at: moved)
        let shown = moved.adding(seconds: Int64(zone.offset(at: self) - offset))
        // Before the clock jumps it shows less than that.
        return zone.offset(at: shown) < offset ? moved : shown
    }
}
