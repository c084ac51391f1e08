/// What an account sees at one instant. The views are functions of it: nothing in them asks for the time again, so all
/// parts of one screen agree about what today is.
public struct Moment: Hashable, Sendable {
    /// The instant itself.
    public let now: Instant
    /// How the account counts days.
    public let day: LocalDay
    /// The account's date at that instant.
    public let today: CalendarDate
    /// The date after it.
    public let tomorrow: CalendarDate

    /// An instant, in the days of an account.
    public init(_ now: Instant, in day: LocalDay) {
        self.now = now
        self.day = day
        today = day.today(at: now)
        tomorrow = day.tomorrow(at: now)
    }
}

extension Moment {
    /// What the account's clock shows at an instant.
    package func clock(_ instant: Instant) -> TimeOfDay {
        let second = instant.milliseconds.flooredQuotient(by: 1000) + Int64(day.zone.offset(at: instant))
        let minute = Int(second.flooredQuotient(by: 60) % 1440 + 1440) % 1440
        return TimeOfDay(hour: minute / 60, minute: minute % 60) ?? .midnight
    }
}
