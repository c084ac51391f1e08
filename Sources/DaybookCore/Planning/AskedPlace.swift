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

    /// Where it contradicts itself. Whoever waits for the answer can correct it; a change that comes later is settled.
    package var contradiction: FieldError? {
        guard self[.region] == .region(.backlog), names(.scheduledDate), self[.scheduledDate] != .null else {
            return nil
        }
        return FieldError(
            field: "scheduledDate", code: .unknownValue, sentence: "A task in the backlog has no scheduledDate.")
    }
}
