import Foundation
import Testing

struct DaylightTests {
    /// A leap day and the end of a year are among them.
    @Test(arguments: ["2028-02-28T00:00:00Z", "2026-12-30T00:00:00Z"])
    func noDayThereIsAboutToEnd(beginning: String) throws {
        let start = try #require(try? Date(beginning, strategy: .iso8601))
        func date(_ zone: String, _ moment: Date) throws -> String {
            let style = Date.ISO8601FormatStyle(timeZone: try #require(TimeZone(identifier: zone)))
            return moment.formatted(style.year().month().day())
        }
        for minutes in stride(from: 0, to: 3 * 1440, by: 7) {
            let now = start.addingTimeInterval(Double(minutes) * 60)
            let (here, there) = Daylight.acrossAMidnight(at: now)
            for zone in [here, there] {
                #expect(try date(zone, now) == date(zone, now.addingTimeInterval(7200)), "\(zone) at \(now)")
            }
            #expect(try date(here, now.addingTimeInterval(86_400)) == date(there, now), "\(here), \(there) at \(now)")
        }
    }
}
