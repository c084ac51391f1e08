import Testing

@testable import DaybookCore

@Suite struct HybridTimeTests {
    let device = Identifier(high: 0x550e_8400_e29b_41d4, low: 0xa716_4466_5544_0000)

    @Test func textForms() throws {
        let time = HybridTime(try #require(Instant("2026-11-21T09:15:00.123Z")), counter: 3, device: device)
        #expect(time.text == "2026-11-21T09:15:00.123Z+0003@550e8400-e29b-41d4-a716-446655440000")
        #expect(HybridTime(time.text) == time)
        #expect(time.atText == "2026-11-21T09:15:00.123Z+0003")
        #expect(HybridTime(time.atText, device: device) == time)
        #expect(HybridTime("2026-11-21T09:15:00.123Z", device: device)?.counter == 0)
        #expect(HybridTime("2026-11-21T09:15:00.123Z+00g3", device: device) == nil)
        #expect(HybridTime("2026-11-21T09:15:00.123Z+003", device: device) == nil)
    }

    @Test func instants() {
        #expect(Instant("1970-01-01T00:00:00Z") == Instant(milliseconds: 0))
        #expect(Instant("1970-01-01T01:00:00.5+01:00") == Instant(milliseconds: 500))
        #expect(Instant("1969-12-31T23:59:59.999999Z") == Instant(milliseconds: -1))
        #expect(Instant(milliseconds: -1).text == "1969-12-31T23:59:59.999Z")
        #expect(Instant("2026-02-30T00:00:00Z") == nil)
        #expect(Instant("2026-02-28T00:00:00") == nil)
        #expect(Instant("0001-01-01T00:00:00+01:00") == nil)
        #expect(Instant.latest.text == "9999-12-31T23:59:59.999Z")
        #expect(Instant(Instant.latest.text) == .latest)
        #expect(Instant(Instant.earliest.text) == .earliest)
    }

    @Test func dates() throws {
        var number = Int(CalendarDate.earliest.dayNumber)
        for (year, first) in [(1, 1), (1999, 1), (2000, 1), (2024, 1), (9999, 1)] {
            number = Int(try #require(CalendarDate(year: year, month: first, day: 1)).dayNumber)
            for month in 1...12 {
                for day in 1...CalendarDate.length(ofMonth: month, year: year) {
                    let date = try #require(CalendarDate(dayNumber: number))
                    #expect(date.components == (year, month, day))
                    #expect(CalendarDate(year: year, month: month, day: day) == date)
                    #expect(CalendarDate(date.text) == date)
                    number += 1
                }
            }
        }
        #expect(number == Int(CalendarDate.latest.dayNumber) + 1)
        #expect(CalendarDate("2026-11-21")?.weekday == 6)
        #expect(CalendarDate("0001-01-01")?.weekday == 1)
        #expect(CalendarDate("2026-02-29") == nil)
        #expect(CalendarDate("2024-02-29")?.adding(days: 366).text == "2025-03-01")
    }

    @Test func clockNeverGoesBack() {
        var clock = HybridClock(device: device)
        let first = clock.tick(now: Instant(milliseconds: 1000))
        let second = clock.tick(now: Instant(milliseconds: 500))
        #expect(first < second)
        clock.witness(HybridTime(milliseconds: 9000, counter: 7, device: .zero))
        let third = clock.tick(now: Instant(milliseconds: 1001))
        #expect(third == HybridTime(milliseconds: 9000, counter: 8, device: device))
        clock.witness(HybridTime(milliseconds: 10_000, counter: .max, device: .zero))
        #expect(clock.tick(now: Instant(milliseconds: 1)).milliseconds == 10_001)
    }
}
