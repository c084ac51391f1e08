import Seeds
import Testing

@testable import DaybookCore

@Suite struct SnoozeTests {
    /// Zone, day start, now, and then: in the evening, tomorrow.
    @Test(arguments: [
        ("UTC", "00:00", "2026-03-03T12:00:00Z", "2026-03-03T18:00:00Z", "2026-03-04T09:00:00Z"),
        ("Europe/Berlin", "00:00", "2026-03-03T12:00:00Z", "2026-03-03T17:00:00Z", "2026-03-04T08:00:00Z"),
        // The evening has begun, and lasts until the day is over.
        ("UTC", "00:00", "2026-03-03T18:00:00Z", "2026-03-03T21:00:00Z", "2026-03-04T09:00:00Z"),
        ("UTC", "00:00", "2026-03-03T20:30:00Z", "2026-03-03T23:30:00Z", "2026-03-04T09:00:00Z"),
        ("UTC", "00:00", "2026-03-03T22:00:00Z", "2026-03-04T00:00:00Z", "2026-03-04T09:00:00Z"),
        ("UTC", "04:00", "2026-03-03T22:00:00Z", "2026-03-04T01:00:00Z", "2026-03-04T09:00:00Z"),
        // A moment before it, and a moment before midnight.
        ("UTC", "00:00", "2026-03-03T17:59:00Z", "2026-03-03T18:09:00Z", "2026-03-04T09:00:00Z"),
        ("UTC", "00:00", "2026-03-03T23:59:59Z", "2026-03-04T00:09:59Z", "2026-03-04T09:00:00Z"),
        // After midnight it is another day, unless the account's begins later.
        ("UTC", "00:00", "2026-03-04T01:00:00Z", "2026-03-04T18:00:00Z", "2026-03-05T09:00:00Z"),
        ("UTC", "04:00", "2026-03-04T01:00:00Z", "2026-03-04T04:00:00Z", "2026-03-04T09:00:00Z"),
        // Days of people who get up late.
        ("UTC", "20:00", "2026-03-03T19:00:00Z", "2026-03-03T20:00:00Z", "2026-03-03T20:00:00Z"),
        // The night in which clocks go forward, and the one in which they go back.
        ("Europe/Berlin", "00:00", "2026-03-28T20:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T07:00:00Z"),
        ("Europe/Berlin", "00:00", "2026-10-24T19:30:00Z", "2026-10-24T22:00:00Z", "2026-10-25T08:00:00Z"),
        ("America/New_York", "00:00", "2026-11-01T04:30:00Z", "2026-11-01T23:00:00Z", "2026-11-02T14:00:00Z"),
        ("Australia/Lord_Howe", "00:00", "2026-10-03T12:00:00Z", "2026-10-03T13:30:00Z", "2026-10-03T22:00:00Z"),
        // Samoa had no 30 December 2011.
        ("Pacific/Apia", "00:00", "2011-12-29T20:00:00Z", "2011-12-30T04:00:00Z", "2011-12-30T19:00:00Z"),
        // Cairo's midnight that never was.
        ("Africa/Cairo", "00:00", "2024-04-25T20:00:00Z", "2024-04-25T22:00:00Z", "2024-04-26T06:00:00Z"),
    ])
    func anEveningAndAMorning(_ zone: String, _ dayStart: String, _ now: String, _ evening: String, _ tomorrow: String)
    {
        let day = LocalDay(zone: Zone(zone)!, dayStart: TimeOfDay(dayStart)!)
        #expect(Snooze.evening.time(after: Instant(now)!, in: day) == Instant(evening), "evening")
        #expect(Snooze.tomorrow.time(after: Instant(now)!, in: day) == Instant(tomorrow), "tomorrow")
    }

    /// A while is a while, whatever clocks do meanwhile.
    @Test(arguments: ["2026-03-29T00:55:00Z", "2026-10-25T00:55:00Z", "2026-03-03T12:00:00Z"])
    func aWhile(_ now: String) {
        let day = LocalDay(zone: Zone("Europe/Berlin")!)
        let now = Instant(now)!
        #expect(Snooze.tenMinutes.time(after: now, in: day) == now.adding(seconds: 600))
        #expect(Snooze.oneHour.time(after: now, in: day) == now.adding(seconds: 3600))
    }

    /// Wherever and whenever, it is later, it is not much later, and tomorrow is tomorrow.
    @Test func everywhere() {
        var random = SeededRandom(.current)
        let zones = [
            "Europe/Berlin", "America/Havana", "Asia/Tehran", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Beirut",
        ]
        for _ in 0..<2000 {
            let zone = zones.randomElement(using: &random)!
            let dayStart = TimeOfDay(hour: .random(in: 0..<24, using: &random), minute: 0)!
            let day = LocalDay(zone: Zone(zone)!, dayStart: dayStart)
            let now = Instant(milliseconds: .random(in: 1_200_000_000_000...1_900_000_000_000, using: &random))
            let words: Comment = "\(RandomSeed.current) \(zone) \(dayStart.text) \(now)"
            for snooze in Snooze.allCases {
                let then = snooze.time(after: now, in: day)
                #expect(then >= now.adding(seconds: 600), words)
                #expect(then < now.adding(seconds: 50 * 3600), words)
            }
            let tomorrow = Snooze.tomorrow.time(after: now, in: day)
            let late = now.adding(seconds: 600) >= day.nextBoundary(after: now)
            #expect(late || day.date(of: tomorrow) == day.tomorrow(at: now), words)
        }
    }
}
