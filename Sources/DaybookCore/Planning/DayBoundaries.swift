/// When an account's days turn, and which of these turns carry its tasks.
struct DayBoundaries {
    let settings: AccountSettings
    private let account: Identifier
    private let day: LocalDay
    private let moved: Instant
    /// Since when turns carry tasks; nil where they do not.
    private let since: Instant?

    init(_ slice: borrowing Slice) {
        settings = slice.settings
        account = slice.account
        day = LocalDay(of: settings)
        moved = settings.daysMovedAt
        since = settings.rollover == .backlog ? settings.clocks[.rollover]?.instant ?? .earliest : nil
    }

    func today(at now: Instant) -> CalendarDate { day.today(at: now) }

    /// When the account took a date up.
    func start(of date: CalendarDate) -> Instant { max(day.start(of: date), moved) }

    /// The last turn until `now`; nil where it did not count yet.
    func last(at now: Instant) -> Instant? {
        let start = start(of: today(at: now))
        return since.flatMap { $0 < start && start <= now ? start : nil }
    }

    /// The date that the last turn before an instant turned to.
    func last(before instant: Instant) -> CalendarDate { day.date(of: instant.adding(milliseconds: -1)) }

    /// The next turn after an instant at which a task leaves its region.
    func next(for task: borrowing TaskItem, after instant: Instant) -> (date: CalendarDate, at: Instant)? {
        guard let since, task.mayLeaveItsRegion else { return nil }
        let date = task.dateInItsRegion(day)
        if instant < moved, since < moved, date < day.date(of: moved) { return (day.date(of: moved), moved) }
        let at = day.nextBoundary(after: max(instant, since, moved, day.start(of: date)))
        return at == .latest ? nil : (day.date(of: at), at)
    }

    /// The date that a rollover of the ledger turned to. Its identity tells, whatever zone the account was in.
    func date(of rollover: SyncOperation) -> CalendarDate {
        let near = day.date(of: rollover.at.instant)
        let told = (-1...1).lazy.map { near.adding(days: $0) }.first { [account] date in
            rollover.opId == Slice.rolloverId(of: rollover.id, to: date, in: account)
        }
        return told ?? near
    }
}

extension AccountSettings {
    /// When the account's days came to turn where they do: its zone or its day's start was set. That turned the day
    /// too.
    var daysMovedAt: Instant {
        [clocks[.timeZone], clocks[.dayStart]].compactMap { $0?.instant }.max() ?? .earliest
    }
}
