import Testing

@testable import DaybookCore

@Suite struct QuietHoursTests {
    private static func quiet(_ from: String?, _ until: String?) -> QuietHours? {
        var settings = AccountSettings()
        settings.quietFrom = from.map { TimeOfDay($0)! }
        settings.quietUntil = until.map { TimeOfDay($0)! }
        return QuietHours(settings)
    }

    @Test func itTakesTwoTimesThatDiffer() {
        #expect(Self.quiet(nil, nil) == nil && Self.quiet("22:00", nil) == nil && Self.quiet(nil, "07:00") == nil)
        #expect(Self.quiet("07:00", "07:00") == nil)
        #expect(Self.quiet("22:00", "07:00")?.from == TimeOfDay("22:00"))
    }

    /// Zone, from and until, an instant, and when it is over; nothing where it is not quiet.
    @Test(arguments: [
        ("UTC", "22:00", "07:00", "2026-03-03T21:59:59.999Z", ""),
        ("UTC", "22:00", "07:00", "2026-03-03T22:00:00.000Z", "2026-03-04T07:00:00Z"),
        ("UTC", "22:00", "07:00", "2026-03-04T03:00:00Z", "2026-03-04T07:00:00Z"),
        ("UTC", "22:00", "07:00", "2026-03-04T06:59:59.999Z", "2026-03-04T07:00:00Z"),
        ("UTC", "22:00", "07:00", "2026-03-04T07:00:00Z", ""),
        ("UTC", "12:00", "14:00", "2026-03-04T13:00:00Z", "2026-03-04T14:00:00Z"),
        ("UTC", "12:00", "14:00", "2026-03-04T02:00:00Z", ""),
        ("UTC", "00:00", "23:59", "2026-03-04T23:59:30Z", ""),
        // Clocks go forward in them, and over their ends.
        ("Europe/Berlin", "22:00", "07:00", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"),
        ("Europe/Berlin", "22:00", "02:30", "2026-03-28T22:00:00Z", "2026-03-29T01:00:00Z"),
        ("Europe/Berlin", "02:10", "02:40", "2026-03-29T01:00:00Z", ""),
        ("Europe/Berlin", "02:30", "04:00", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"),
        // Clocks go back: what was over stays over.
        ("Europe/Berlin", "22:00", "07:00", "2026-10-24T22:00:00Z", "2026-10-25T06:00:00Z"),
        ("Europe/Berlin", "22:00", "02:30", "2026-10-25T00:29:00Z", "2026-10-25T00:30:00Z"),
        ("Europe/Berlin", "22:00", "02:30", "2026-10-25T01:15:00Z", ""),
    ])
    func whatFallsIntoThemComesAfter(_ zone: String, _ from: String, _ until: String, _ at: String, _ end: String) {
        #expect(Self.quiet(from, until)!.end(at: Instant(at)!, in: Zone(zone)!) == Instant(end))
    }
}
