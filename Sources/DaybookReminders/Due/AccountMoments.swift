import DaybookCore

/// What an account is notified of by the clock, whatever its tasks' own reminders are: its review, its digests, its
/// nudges.
struct AccountMoments {
    let settings: AccountSettings

    struct Moment: Hashable {
        let kind: DeliveryKind
        let at: Instant
    }

    /// A digest that could not be sent in time is of no use much later.
    static let patience: Int64 = 3 * 3_600_000
    /// Where nothing is wanted: settings and channels say themselves when that changes.
    static let seldom: Int64 = 30 * 24 * 3_600_000
    /// With alerts of what is overdue, an account is looked at this often: due times move without a word.
    static let overdueLook: Int64 = 5 * 60_000

    /// What was to be sent after one instant and until another, the earliest first.
    func between(_ start: Instant, _ end: Instant) -> [Moment] {
        let earliest = max(start, end.adding(milliseconds: -Self.patience))
        return all(around: end).filter { $0.at > max(earliest, isSet($0.kind)) && $0.at <= end }.sorted {
            $0.at < $1.at
        }
    }

    /// Since when the settings are such that it comes when it does. What passed before then was nobody's wish.
    func isSet(_ kind: DeliveryKind) -> Instant {
        let fields: [SettingsField] =
            switch kind {
            case .review: [.reviewTime, .timeZone]
            case .morning: [.morningTime, .timeZone]
            case .weekly: [.weeklyReview, .reviewTime, .firstWeekday, .timeZone]
            case .region: [.regionNudges, .timeZone]
            case .overdue: [.overdueAlerts]
            case .reminder, .withdrawal, .missed, .lost, .test, .confirm: []
            }
        return fields.compactMap { settings.clocks[$0]?.instant }.max() ?? .earliest
    }

    /// Nil where nothing is wanted.
    func next(after now: Instant) -> Instant? {
        var next = all(around: now).filter { $0.at > now }.map(\.at).min()
        if settings.overdueAlerts {
            let look = now.adding(milliseconds: Self.overdueLook)
            next = next.map { min($0, look) } ?? look
        }
        return next
    }

    /// Of the day before, and of a week from there.
    private func all(around now: Instant) -> [Moment] {
        let day = LocalDay(of: settings)
        let first = day.date(of: now).adding(days: -2)
        return (0...10).flatMap { moments(on: first.adding(days: $0), in: day) }
    }

    private func moments(on date: CalendarDate, in day: LocalDay) -> [Moment] {
        var moments: [Moment] = []
        func add(_ kind: DeliveryKind, _ time: TimeOfDay?) {
            guard let time else { return }
            moments.append(Moment(kind: kind, at: LocalDay(zone: day.zone, dayStart: time).start(of: date)))
        }
        add(.review, settings.reviewTime)
        add(.morning, settings.morningTime)
        if settings.weeklyReview, day.week(of: date).upperBound == date {
            add(.weekly, settings.reviewTime ?? TimeOfDay(hour: 18, minute: 0))
        }
        if settings.regionNudges { for region in RegionHour.all { add(.region, region.time) } }
        return moments
    }
}

/// When a region of the day begins, for those who want to be nudged then.
struct RegionHour {
    let region: Region
    let time: TimeOfDay?

    static let all = [
        RegionHour(region: .morning, time: TimeOfDay(hour: 9, minute: 0)),
        RegionHour(region: .afternoon, time: TimeOfDay(hour: 13, minute: 0)),
        RegionHour(region: .evening, time: TimeOfDay(hour: 18, minute: 0)),
    ]
}
