/// How long a reminder is put off.
public enum Snooze: String, Hashable, Sendable, CaseIterable {
    /// By ten minutes.
    case tenMinutes = "10m"
    /// By an hour.
    case oneHour = "1h"
    /// Until 18:00 of the account's day. Where that has passed, by three hours, but not beyond the end of the day.
    case evening
    /// Until 09:00 of the account's next day.
    case tomorrow

    /// When to remind again, by the account's clock. It is never sooner than in ten minutes.
    public func time(after now: Instant, in day: LocalDay) -> Instant {
        let soonest = now.adding(seconds: 600)
        switch self {
        case .tenMinutes: return soonest
        case .oneHour: return now.adding(seconds: 3600)
        case .evening:
            let evening = day.instant(of: day.today(at: now), at: Self.six)
            let late = min(now.adding(seconds: 3 * 3600), day.nextBoundary(after: now))
            return max(soonest, evening > now ? evening : late)
        case .tomorrow: return max(soonest, day.instant(of: day.tomorrow(at: now), at: Self.nine))
        }
    }

    private static let six = TimeOfDay(hour: 18, minute: 0) ?? .midnight
    private static let nine = TimeOfDay(hour: 9, minute: 0) ?? .midnight
}

extension LocalDay {
    /// When the clock shows a time on a date; the day's beginning where that comes later.
    fileprivate func instant(of date: CalendarDate, at time: TimeOfDay) -> Instant {
        max(LocalDay(zone: zone, dayStart: time).start(of: date), start(of: date))
    }
}
