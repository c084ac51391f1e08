/// The task that follows a completed occurrence.
public struct NextOccurrence: Hashable, Sendable {
    public let id: Identifier
    public let date: CalendarDate
    public let fields: [JSONMember]
}

extension TaskItem {
    /// The series a task belongs to: the task it began with.
    public var series: Identifier { parentRecurringId ?? id }

    /// The date the occurrence stands for: where it is scheduled, else when it is due, else when it was made, the latter
    /// two as dates of the account's zone. Never the day of its completion, which differs between devices.
    func occurrenceDate(in settings: AccountSettings) -> CalendarDate {
        if let scheduledDate { return scheduledDate }
        let day = LocalDay(settings) ?? LocalDay(zone: .utc, dayStart: settings.dayStart)
        return day.date(of: dueAt ?? createdAt)
    }

    /// Nil when the task does not recur or its series is over.
    ///
    /// It takes along what describes the task, not what happened to it: notes that were added stay, completion and the
    /// number of carries do not. Due time and reminder keep their distance in days, at the same local time.
    public func nextOccurrence(in settings: AccountSettings) -> NextOccurrence? {
        guard let recurrence else { return nil }
        let date = occurrenceDate(in: settings)
        guard let next = (try? recurrence.successor(of: date)) ?? nil else { return nil }
        let days = next.date.days(since: date)
        var copy = self
        copy.scheduledDate = next.date
        copy.parentRecurringId = series
        copy.recurrence = next.recurrence
        let zone = Zone(settings.timeZone) ?? .utc
        copy.dueAt = dueAt.map { $0.moved(days: days, in: zone) }
        copy.reminderAt = reminderAt.map { $0.moved(days: days, in: zone) }
        let kept: [TaskField] = [
            .title, .notes, .scheduledDate, .dueAt, .reminderAt, .listId, .sortOrder, .region, .bucket, .sticky,
            .autoCarry, .category, .recurrence, .parentRecurringId,
        ]
        return NextOccurrence(
            id: .occurrence(of: series, on: next.date), date: next.date,
            fields: kept.map { JSONMember($0.name, copy.value(of: $0).json) })
    }
}

extension Instant {
    /// The same wall-clock time so many days later; where the clock skips that time, as much later as it skips.
    func moved(days: Int, in zone: Zone) -> Instant {
        let moved = adding(milliseconds: Int64(days) * Self.dayLength)
        return moved.adding(seconds: Int64(zone.offset(at: self) - zone.offset(at: moved)))
    }
}
