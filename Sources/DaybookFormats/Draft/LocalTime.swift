import DaybookCore

/// Times as they are written in files, brought to instants.
extension Zone {
    /// The first instant at which the zone's clock shows this, or the end of the gap that skips it.
    func instant(of date: CalendarDate, hour: Int, minute: Int, second: Int = 0) -> Instant? {
        guard let time = TimeOfDay(hour: hour, minute: minute), (0...60).contains(second) else { return nil }
        return LocalDay(zone: self, dayStart: time).start(of: date).adding(seconds: Int64(second))
    }

    /// The last second of a date: when something due on that day without a time is overdue.
    func end(of date: CalendarDate) -> Instant {
        LocalDay(zone: self).start(of: date.adding(days: 1)).adding(seconds: -1)
    }

    func date(of instant: Instant) -> CalendarDate { LocalDay(zone: self).date(of: instant) }

    /// The second of the day that the zone's clock shows.
    func secondOfDay(at instant: Instant) -> Int {
        let shown = (instant.milliseconds / 1000 + Int64(offset(at: instant))) % 86_400
        return Int(shown < 0 ? shown + 86_400 : shown)
    }

    /// The same time of the day as at an instant, on another date.
    func instant(of date: CalendarDate, as other: Instant) -> Instant? {
        let second = secondOfDay(at: other)
        return instant(of: date, hour: second / 3600, minute: second / 60 % 60, second: second % 60)
    }
}

extension CalendarDate {
    /// `20120110`, ISO 8601's basic form.
    init?(basic digits: Substring) {
        guard digits.utf8.count == 8, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let year = Int(digits.prefix(4)), let month = Int(digits.dropFirst(4).prefix(2)),
            let day = Int(digits.suffix(2))
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

/// A date with a time in ISO 8601's basic form, `20120110T231200` or, in UTC, `20120110T231200Z`.
struct BasicTime: Hashable, Sendable {
    let date: CalendarDate
    let hour: Int
    let minute: Int
    let second: Int
    let isUTC: Bool

    init?(_ text: some StringProtocol) {
        let text = Substring(text)
        let isUTC = text.last == "Z" || text.last == "z"
        let body = isUTC ? text.dropLast() : text
        let parts = body.split(whereSeparator: { $0 == "T" || $0 == "t" })
        guard parts.count == 2, let date = CalendarDate(basic: parts[0]), parts[1].utf8.count == 6,
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let hour = Int(parts[1].prefix(2)),
            let minute = Int(parts[1].dropFirst(2).prefix(2)), let second = Int(parts[1].suffix(2)), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        (self.date, self.hour, self.minute, self.second, self.isUTC) = (date, hour, minute, second, isUTC)
    }

    func instant(in zone: Zone) -> Instant? {
        (isUTC ? Zone.utc : zone).instant(of: date, hour: hour, minute: minute, second: second)
    }
}

extension TaskDraft {
    /// Due on a day without a time: overdue when the day is over. A task that is not scheduled yet is scheduled for it.
    mutating func setDueAndScheduled(on date: CalendarDate, in zone: Zone) {
        scheduledDate = scheduledDate ?? date
        dueAt = zone.end(of: date)
    }

    /// Due at an instant. A task that is not scheduled yet is scheduled for the local day of that instant.
    mutating func setDueAndScheduled(at instant: Instant, in zone: Zone) {
        scheduledDate = scheduledDate ?? zone.date(of: instant)
        dueAt = instant
    }
}
