/// The hours of the day in which nothing is told. What falls into them comes when they end.
package struct QuietHours: Hashable, Sendable {
    /// When they begin.
    package let from: TimeOfDay
    /// When they end, on the next day where that is earlier.
    package let until: TimeOfDay

    /// Nil for an account that has none: one of its two times is missing, or they are the same.
    package init?(_ settings: AccountSettings) {
        guard let from = settings.quietFrom, let until = settings.quietUntil, from != until else { return nil }
        (self.from, self.until) = (from, until)
    }

    /// When the quiet hours end in which an instant lies; nil outside of them.
    ///
    /// It is quiet where they end sooner than they begin again. So a clock that is set back or forward in them makes
    /// them longer or shorter, and never a second time on one day.
    package func end(at instant: Instant, in zone: Zone) -> Instant? {
        let end = LocalDay(zone: zone, dayStart: until).nextBoundary(after: instant)
        return end < LocalDay(zone: zone, dayStart: from).nextBoundary(after: instant) ? end : nil
    }
}
