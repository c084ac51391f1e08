extension Patch<TaskItem> {
    /// What somebody who names a region means beside it: a region of the day without a date is today's, and the backlog
    /// has neither date nor bucket.
    ///
    /// - Parameter date: the task's own so far.
    package func impliedPlace(date: CalendarDate?, on day: LocalDay, at now: Instant) -> Patch {
        guard let region = self[.region]?.region else { return [:] }
        let implied: Patch =
            region == .backlog
            ? QuickAction.toRegion(.backlog, .none).patch(on: day, at: now)
            : date == nil ? QuickAction.toToday.patch(on: day, at: now) : [:]
        return Patch(implied.values.filter { !names($0.field) })
    }

    /// What somebody who moves a task to another day means beside it, who says nothing of its times: what is due on the
    /// day it leaves is due on the day it comes to, at the same time by the clock, and its reminder goes along. A
    /// deadline of another day stays, and so does that of a task without a date which is given a day before it: it is
    /// done ahead of time.
    package func impliedTimes(of task: TaskItem, on day: LocalDay) -> Patch {
        let due = task.dueAt
        guard let date = self[.scheduledDate]?.date, !names(.dueAt), !names(.reminderAt),
            let left = task.scheduledDate ?? due.map({ day.date(of: $0) }), left != date,
            task.scheduledDate != nil || left < date
        else { return [:] }
        var implied: Patch = [:]
        var goesAlong = false
        func move(_ field: TaskField, _ time: Instant?) {
            guard let time, goesAlong || day.date(of: time) == left else { return }
            goesAlong = true
            implied[field] = .instant(time.moved(days: date.days(since: left), in: day.zone))
        }
        move(.dueAt, due)
        move(.reminderAt, task.reminderAt)
        return implied
    }

    /// Where it contradicts itself. Whoever waits for the answer can correct it; a change that comes later is settled.
    package var contradiction: FieldError? {
        guard self[.region] == .region(.backlog), names(.scheduledDate), self[.scheduledDate] != .null else {
            return nil
        }
        return FieldError(
            field: "scheduledDate", code: .unknownValue, sentence: "A task in the backlog has no scheduledDate.")
    }
}
