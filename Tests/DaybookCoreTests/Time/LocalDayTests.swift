import Testing

@testable import DaybookCore

@Suite struct LocalDayTests {
    static func day(_ zone: String, _ dayStart: String = "00:00", week: Int = 1) -> LocalDay {
        LocalDay(zone: Zone(zone)!, dayStart: TimeOfDay(dayStart)!, firstWeekday: week)
    }

    /// V-3.9: the boundary is the account's local midnight or its day start, on ordinary days and strange ones.
    @Test(arguments: [
        // zone, day start, date, the instant it begins
        ("UTC", "00:00", "2026-02-11", "2026-02-11T00:00:00Z"),
        ("UTC", "04:00", "2026-02-11", "2026-02-11T04:00:00Z"),
        ("Europe/Berlin", "00:00", "2026-02-11", "2026-02-10T23:00:00Z"),
        ("Europe/Berlin", "00:00", "2026-03-29", "2026-03-28T23:00:00Z"),
        ("Europe/Berlin", "00:00", "2026-03-30", "2026-03-29T22:00:00Z"),
        // The day start falls into the hour that is skipped in spring and repeated in autumn.
        ("Europe/Berlin", "02:30", "2026-03-29", "2026-03-29T01:00:00Z"),
        ("Europe/Berlin", "02:30", "2026-10-25", "2026-10-25T00:30:00Z"),
        ("Europe/Berlin", "03:00", "2026-10-25", "2026-10-25T02:00:00Z"),
        // Missing midnights: the day begins at 01:00.
        ("America/Sao_Paulo", "00:00", "2018-11-04", "2018-11-04T03:00:00Z"),
        ("America/Sao_Paulo", "00:00", "2018-11-03", "2018-11-03T03:00:00Z"),
        ("America/Sao_Paulo", "00:00", "2019-02-17", "2019-02-17T03:00:00Z"),
        ("Africa/Cairo", "00:00", "2024-04-26", "2024-04-25T22:00:00Z"),
        ("Asia/Beirut", "00:00", "2024-03-31", "2024-03-30T22:00:00Z"),
        ("Asia/Tehran", "00:00", "2022-03-22", "2022-03-21T20:30:00Z"),
        ("America/Santiago", "00:00", "2024-09-08", "2024-09-08T04:00:00Z"),
        // Doubled midnight: the first one begins the day.
        ("America/Havana", "00:00", "2024-11-03", "2024-11-03T04:00:00Z"),
        ("Atlantic/Azores", "00:00", "2024-10-27", "2024-10-27T00:00:00Z"),
        ("America/St_Johns", "00:00", "2010-11-07", "2010-11-07T02:30:00Z"),
        // Half an hour.
        ("Australia/Lord_Howe", "00:00", "2026-04-05", "2026-04-04T13:00:00Z"),
        ("Australia/Lord_Howe", "00:00", "2026-04-06", "2026-04-05T13:30:00Z"),
        ("Australia/Lord_Howe", "01:45", "2026-04-05", "2026-04-04T14:45:00Z"),
        ("Australia/Lord_Howe", "02:15", "2026-10-04", "2026-10-03T15:30:00Z"),
        // Dates that a zone never had begin where the next one does.
        ("Pacific/Apia", "00:00", "2011-12-29", "2011-12-29T10:00:00Z"),
        ("Pacific/Apia", "00:00", "2011-12-30", "2011-12-30T10:00:00Z"),
        ("Pacific/Apia", "00:00", "2011-12-31", "2011-12-30T10:00:00Z"),
        ("Pacific/Apia", "00:00", "2012-01-01", "2011-12-31T10:00:00Z"),
        ("Pacific/Kwajalein", "00:00", "1993-08-20", "1993-08-20T12:00:00Z"),
        ("Pacific/Kwajalein", "00:00", "1993-08-21", "1993-08-21T12:00:00Z"),
        ("Pacific/Kwajalein", "00:00", "1993-08-22", "1993-08-21T12:00:00Z"),
        // Leap days.
        ("Asia/Kathmandu", "00:00", "2028-02-29", "2028-02-28T18:15:00Z"),
        ("Asia/Kathmandu", "00:00", "2028-03-01", "2028-02-29T18:15:00Z"),
        // Beyond the spans that are kept.
        ("Europe/Berlin", "00:00", "2150-07-01", "2150-06-30T22:00:00Z"),
        ("Europe/Berlin", "06:00", "2150-01-01", "2150-01-01T05:00:00Z"),
    ])
    func beginsAt(_ zone: String, _ dayStart: String, _ date: String, _ instant: String) {
        #expect(Self.day(zone, dayStart).start(of: CalendarDate(date)!).text == Instant(instant)!.text)
    }

    /// V-FR14..17: today and tomorrow are the account's, by its time zone.
    @Test(arguments: [
        // zone, day start, now, yesterday, today, tomorrow
        ("UTC", "00:00", "2026-12-31T23:59:59.999Z", "2026-12-30", "2026-12-31", "2027-01-01"),
        ("UTC", "00:00", "2027-01-01T00:00:00Z", "2026-12-31", "2027-01-01", "2027-01-02"),
        ("UTC", "04:00", "2027-01-01T03:59:59.999Z", "2026-12-30", "2026-12-31", "2027-01-01"),
        ("America/New_York", "00:00", "2026-02-12T04:59:59Z", "2026-02-10", "2026-02-11", "2026-02-12"),
        ("Asia/Tokyo", "00:00", "2026-02-11T15:00:00Z", "2026-02-11", "2026-02-12", "2026-02-13"),
        ("Pacific/Apia", "00:00", "2011-12-30T09:59:59Z", "2011-12-28", "2011-12-29", "2011-12-31"),
        ("Pacific/Apia", "00:00", "2011-12-30T10:00:00Z", "2011-12-29", "2011-12-31", "2012-01-01"),
        ("America/Havana", "00:00", "2024-11-03T04:30:00Z", "2024-11-02", "2024-11-03", "2024-11-04"),
        ("America/Havana", "00:00", "2024-11-03T05:30:00Z", "2024-11-02", "2024-11-03", "2024-11-04"),
        // Set back at one minute past midnight to the evening before: the date that has begun stays.
        ("America/St_Johns", "00:00", "2010-11-07T02:30:30Z", "2010-11-06", "2010-11-07", "2010-11-08"),
        ("America/St_Johns", "00:00", "2010-11-07T03:00:00Z", "2010-11-06", "2010-11-07", "2010-11-08"),
        ("America/Sao_Paulo", "00:00", "2018-11-04T02:59:59Z", "2018-11-02", "2018-11-03", "2018-11-04"),
        ("America/Sao_Paulo", "00:00", "2018-11-04T03:00:00Z", "2018-11-03", "2018-11-04", "2018-11-05"),
        ("Europe/London", "00:00", "2028-02-29T12:00:00Z", "2028-02-28", "2028-02-29", "2028-03-01"),
    ])
    func todayIs(
        _ zone: String, _ dayStart: String, _ now: String, _ yesterday: String, _ today: String, _ tomorrow: String
    ) {
        let day = Self.day(zone, dayStart)
        let now = Instant(now)!
        #expect(day.today(at: now).text == today)
        #expect(day.tomorrow(at: now).text == tomorrow)
        #expect(day.yesterday(at: now).text == yesterday)
        #expect(day.nextBoundary(after: now) == day.start(of: CalendarDate(tomorrow)!))
    }

    /// V-3.9: the same instant is another date for a traveller, and nothing else changes.
    @Test func travellersZone() {
        let now = Instant("2026-06-01T22:30:00Z")!
        #expect(Self.day("Europe/Berlin").today(at: now).text == "2026-06-02")
        #expect(Self.day("America/Los_Angeles").today(at: now).text == "2026-06-01")
        #expect(Self.day("Pacific/Kiritimati").today(at: now).text == "2026-06-02")
        #expect(Self.day("Pacific/Pago_Pago").today(at: now).text == "2026-06-01")
    }

    @Test(arguments: [
        ("2026-11-21", 1, "2026-11-16", "2026-11-22"), ("2026-11-21", 7, "2026-11-15", "2026-11-21"),
        ("2026-11-21", 6, "2026-11-21", "2026-11-27"), ("2026-11-16", 1, "2026-11-16", "2026-11-22"),
        ("2026-11-15", 1, "2026-11-09", "2026-11-15"), ("2027-01-01", 1, "2026-12-28", "2027-01-03"),
        ("2028-02-29", 7, "2028-02-27", "2028-03-04"),
    ])
    func weekBounds(_ date: String, _ firstWeekday: Int, _ first: String, _ last: String) {
        let week = Self.day("UTC", week: firstWeekday).week(of: CalendarDate(date)!)
        #expect(week == CalendarDate(first)!...CalendarDate(last)!)
    }

    @Test(arguments: [
        ("2026-11-21", "2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"),
        ("2026-03-31", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"),
        ("2028-03-01", "2028-03-01", "2028-03-31", "2028-02-01", "2028-02-29"),
        ("2027-01-15", "2027-01-01", "2027-01-31", "2026-12-01", "2026-12-31"),
    ])
    func monthBounds(_ date: String, _ first: String, _ last: String, _ firstBefore: String, _ lastBefore: String) {
        let day = Self.day("UTC")
        #expect(day.month(of: CalendarDate(date)!) == CalendarDate(first)!...CalendarDate(last)!)
        #expect(day.monthBefore(CalendarDate(date)!) == CalendarDate(firstBefore)!...CalendarDate(lastBefore)!)
    }

    @Test func intervalsFollowTheClock() {
        let berlin = Self.day("Europe/Berlin")
        let hours = { (date: String) in
            let interval = berlin.interval(of: CalendarDate(date)!)
            return (interval.upperBound.milliseconds - interval.lowerBound.milliseconds) / 3_600_000
        }
        #expect(hours("2026-03-28") == 24)
        #expect(hours("2026-03-29") == 23)
        #expect(hours("2026-10-25") == 25)
        #expect(Self.day("Pacific/Apia").interval(of: CalendarDate("2011-12-30")!).isEmpty)
        let march = berlin.interval(of: berlin.month(of: CalendarDate("2026-03-15")!))
        #expect(march.lowerBound.text == "2026-02-28T23:00:00.000Z")
        #expect(march.upperBound.text == "2026-03-31T22:00:00.000Z")
    }

    @Test func namesOfZones() {
        for name in [
            "UTC", "Etc/UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Calcutta", "Etc/GMT+3", "EST",
        ] {
            #expect(Zone(name)?.name == name)
        }
        // GMT+5 is five hours east for Foundation and five hours west for POSIX: nobody's zone.
        for name in [
            "", "Berlin", "Europe/berlin", "GMT+5", "GMT+0530", "UTC+2", "GMT-3", "EST5EDT4", "../etc/passwd",
            "Mars/Olympus",
        ] {
            #expect(Zone(name) == nil, "\(name)")
        }
        var settings = AccountSettings()
        settings.timeZone = "Nowhere/Land"
        #expect(LocalDay(settings) == nil)
        settings.timeZone = "Asia/Tokyo"
        settings.firstWeekday = 7
        #expect(LocalDay(settings)?.firstWeekday == 7)
    }
}
