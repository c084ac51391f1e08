extension LocalDay {
    /// Nil when this release does not know the account's zone.
    package init?(_ settings: AccountSettings) {
        guard let zone = Zone(settings.timeZone) else { return nil }
        self.init(zone: zone, dayStart: settings.dayStart, firstWeekday: settings.firstWeekday)
    }

    /// The days of an account. In a zone that this release does not know they are those of UTC.
    package init(of settings: AccountSettings) {
        self =
            LocalDay(settings) ?? LocalDay(zone: .utc, dayStart: settings.dayStart, firstWeekday: settings.firstWeekday)
    }
}
