import DaybookCore
import Testing

/// Runs of instants in which dates follow from seconds by one addition.
@Suite struct DaySpanTests {
    private func number(_ instant: Instant, _ toDay: Int) -> Int {
        let second = (instant.milliseconds - (instant.milliseconds % 1000 + 1000) % 1000) / 1000 + Int64(toDay)
        return Int(second >= 0 ? second / 86_400 : (second + 1) / 86_400 - 1)
    }

    /// Around every change of the clock in a century, in zones with all kinds of them, dates are those that the day
    /// says.
    @Test(arguments: [
        "Europe/Berlin", "America/Havana", "America/Sao_Paulo", "America/Scoresbysund", "Australia/Lord_Howe",
        "Pacific/Apia", "Pacific/Kwajalein", "Africa/Monrovia", "Africa/Cairo", "Asia/Kathmandu", "UTC",
    ])
    func datesFollowFromSeconds(name: String) throws {
        let zone = try #require(Zone(name))
        let century = try #require(Instant("1920-01-01T00:00:00Z"))..<(try #require(Instant("2060-01-01T00:00:00Z")))
        for minutes in [0, 1, 180, 270, 1439] {
            let day = LocalDay(
                zone: zone, dayStart: try #require(TimeOfDay(hour: minutes / 60, minute: minutes % 60)))
            let spans = day.spans(during: century)
            #expect(spans.first?.instants.lowerBound == century.lowerBound)
            #expect(spans.last?.instants.upperBound == century.upperBound)
            for (one, next) in zip(spans, spans.dropFirst()) {
                #expect(one.instants.upperBound == next.instants.lowerBound)
            }
            for span in spans {
                let ends = [span.instants.lowerBound, span.instants.upperBound.adding(milliseconds: -1)]
                let hours = (0..<40).map { span.instants.lowerBound.adding(seconds: $0 * 2700) }
                for instant in ends + hours where span.instants.contains(instant) {
                    let date = day.date(of: instant)
                    #expect(
                        number(instant, span.secondsToDay) == Int(date.dayNumber), "\(name) \(minutes) \(instant)")
                }
            }
        }
    }

    /// Also where the run begins while the day before is shown once more.
    @Test func aRunThatBeginsInTheHourThatComesTwice() throws {
        // Havana's clock went from 01:00 of 1 November 2026 back to 00:00, at 05:00 in Greenwich; the day began at
        // 00:30.
        let day = LocalDay(
            zone: try #require(Zone("America/Havana")), dayStart: try #require(TimeOfDay(hour: 0, minute: 30)))
        let begin = try #require(Instant("2026-11-01T05:10:00Z"))
        let spans = day.spans(during: begin..<begin.adding(seconds: 86_400))
        #expect(
            spans.allSatisfy { number($0.instants.lowerBound, $0.secondsToDay) == Int(day.date(of: begin).dayNumber) })
        #expect(spans.count == 2)
    }
}
