/// A day, a time of it, or both; and what is counted in hours, which is neither.
package struct PlainWhen: Hashable, Sendable {
    package var date: CalendarDate?
    package var time: TimeOfDay?
    /// `in 2 hours`
    package var instant: Instant?
}

extension PlainWhen {
    /// What is due on a day has to be done by the end of its work, and is reminded of at the beginning of it.
    static let (evening, morning) = (
        TimeOfDay(hour: 18, minute: 0) ?? .midnight, TimeOfDay(hour: 9, minute: 0) ?? .midnight
    )

    /// A day alone means its evening; a time alone is today's, or tomorrow's if that is past.
    package func instant(at moment: Moment) -> Instant {
        if let instant { return instant }
        if let date { return moment.instant(of: date, time ?? Self.evening) }
        let today = moment.instant(of: moment.today, time ?? Self.evening)
        return today > moment.now ? today : moment.instant(of: moment.tomorrow, time ?? Self.evening)
    }
}

extension Moment {
    /// When a clock of the account shows a time on a date.
    func instant(of date: CalendarDate, _ time: TimeOfDay) -> Instant {
        LocalDay(zone: day.zone, dayStart: time).start(of: date)
    }
}
