/// The account's day: which date an instant belongs to, and when dates begin.
///
/// A date begins at the first instant at which the account's wall clock shows its day start (midnight unless the
/// account says otherwise) or later, and ends where the next date begins. So dates follow one another without gap or
/// overlap, whatever the clocks do:
/// - where the clock jumps over the day start (São Paulo until 2019, Beirut, Cairo), the date begins with the jump;
/// - where the day start comes twice (Havana), the first one counts; a date that has begun is not taken back;
/// - a date that a zone never had (Samoa's 30 December 2011, Kwajalein's 21 August 1993) is empty, and "tomorrow" is
///   the next one that exists.
/// A traveller's new zone is a new `LocalDay`; dates of tasks stay what they are.
public struct LocalDay: Hashable, Sendable {
    /// Whose wall clock counts.
    public let zone: Zone
    /// When a day begins.
    public let dayStart: TimeOfDay
    /// 1 is Monday, 7 is Sunday.
    public let firstWeekday: Int

    /// Days in a zone. The first day of the week is 1 for Monday to 7 for Sunday.
    public init(zone: Zone, dayStart: TimeOfDay = .midnight, firstWeekday: Int = 1) {
        self.zone = zone
        self.dayStart = dayStart
        self.firstWeekday = (1...7).contains(firstWeekday) ? firstWeekday : 1
    }

    // MARK: Days

    /// The date that an instant belongs to.
    public func date(of instant: Instant) -> CalendarDate {
        let second = instant.milliseconds.flooredQuotient(by: 1000)
        let local = second + Int64(zone.spans.offset(at: second)) - Int64(dayStart.minutes) * 60
        let day = Int(local.flooredQuotient(by: 86_400))
        guard let shown = CalendarDate(dayNumber: day) else { return day < 0 ? .earliest : .latest }
        // After the clock was set back it may show the day before for a second time.
        guard zone.spans.wasSetBack(before: second) else { return shown }
        let next = shown.adding(days: 1)
        return start(of: next) <= instant ? next : shown
    }

    /// The date of a moment, which is the day before until the account's day begins.
    public func today(at now: Instant) -> CalendarDate { date(of: now) }

    /// The date that follows today.
    public func tomorrow(at now: Instant) -> CalendarDate { date(of: nextBoundary(after: now)) }

    /// The date before today.
    public func yesterday(at now: Instant) -> CalendarDate {
        date(of: start(of: today(at: now)).adding(milliseconds: -1))
    }

    /// When a date begins.
    public func start(of date: CalendarDate) -> Instant {
        let local = Int64(date.dayNumber) * 86_400 + Int64(dayStart.minutes) * 60
        return Instant(milliseconds: zone.spans.first(showing: local) * 1000)
    }

    /// The first boundary between two dates after an instant.
    public func nextBoundary(after instant: Instant) -> Instant {
        var date = date(of: instant)
        while date < .latest {
            date = date.adding(days: 1)
            let start = start(of: date)
            if start > instant { return start }
        }
        return .latest
    }

    /// The instants of a date; empty for one that the zone skipped.
    public func interval(of date: CalendarDate) -> Range<Instant> {
        start(of: date)..<start(of: date.adding(days: 1))
    }

    // MARK: Weeks and months

    /// The seven dates of a date's week, by the account's first weekday.
    public func week(of date: CalendarDate) -> ClosedRange<CalendarDate> {
        let first = date.adding(days: -((date.weekday - firstWeekday + 7) % 7))
        return first...first.adding(days: 6)
    }

    /// The dates of a date's month.
    public func month(of date: CalendarDate) -> ClosedRange<CalendarDate> {
        let (year, month, day) = date.components
        let first = date.adding(days: 1 - day)
        return first...first.adding(days: CalendarDate.length(ofMonth: month, year: year) - 1)
    }

    /// The dates of the month before a date's.
    package func monthBefore(_ date: CalendarDate) -> ClosedRange<CalendarDate> {
        month(of: month(of: date).lowerBound.adding(days: -1))
    }

    /// The instants of a run of dates, for counting what happened in them.
    public func interval(of dates: ClosedRange<CalendarDate>) -> Range<Instant> {
        start(of: dates.lowerBound)..<start(of: dates.upperBound.adding(days: 1))
    }
}
