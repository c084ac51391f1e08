import Seeds
import Testing

@testable import DaybookCore

/// The day arithmetic against the tz database's own transitions, which this suite reads from the system (package
/// tzdata).
@Suite struct ZoneDatabaseTests {
    static let zones = ListedZone.all()
    /// 1990 to 2037: the years of which compiled zones list every change.
    static let years: Range<Int64> = 631_152_000..<2_145_916_800
    static let seed = RandomSeed.current

    @Test func offsetsAgreeAroundEveryChange() throws {
        #expect(Self.zones.count > 400, "the tz database is not installed")
        var changes = 0
        for file in Self.zones {
            let zone = try #require(Zone(file.name))
            for change in file.changes(in: Self.years) {
                changes += 1
                for second in [change - 1, change, change + 86_400] {
                    let offset = zone.offset(at: Instant(milliseconds: second * 1000))
                    #expect(offset == file.offset(at: second), "\(file.name) at \(second)")
                }
                // The last millisecond before a change belongs to the span before it.
                let last = zone.offset(at: Instant(milliseconds: change * 1000 - 1))
                #expect(last == file.offset(at: change - 1), "\(file.name)")
            }
        }
        #expect(changes > 10_000)
    }

    /// Around sampled changes, the wall clock is walked minute by minute: each date must begin at the first minute that
    /// shows its day start or later, and every minute must belong to the last date that has begun.
    @Test func datesBeginAtTheFirstMinuteThatShowsThem() throws {
        var random = SeededRandom(Self.seed)
        var samples: [(ListedZone, Int64, TimeOfDay)] = []
        for file in Self.zones {
            for change in file.changes(in: Self.years) {
                // A change within an hour and a half of midnight is where mistakes are: one in twenty of those, and one
                // in two hundred of all others.
                let shown = (change + Int64(file.offset(at: change - 1))).flooredQuotient(by: 60)
                let minute = Int((shown % 1440 + 1440) % 1440)
                let nearMidnight = minute <= 90 || minute >= 1350
                guard Int.random(in: 0..<(nearMidnight ? 20 : 200), using: &random) == 0 else { continue }
                samples.append((file, change, .midnight))
                let around = (minute + Int.random(in: -90...90, using: &random) + 1440) % 1440
                samples.append((file, change, TimeOfDay(hour: around / 60, minute: around % 60)!))
            }
        }
        #expect(samples.count > 60)
        for (file, change, dayStart) in samples {
            let day = LocalDay(zone: Zone(file.name)!, dayStart: dayStart)
            var begun: [Int: Int64] = [:]
            var latest = Int.min
            let first = (change - 50 * 3600).flooredQuotient(by: 60) * 60
            for second in stride(from: first, through: change + 30 * 3600, by: 60) {
                let local = second + Int64(file.offset(at: second)) - Int64(dayStart.minutes) * 60
                let shown = Int(local.flooredQuotient(by: 86_400))
                if shown > latest {
                    // A jump may skip whole dates: they begin, empty, at the same minute.
                    if latest != .min { for date in (latest + 1)...shown { begun[date] = second } }
                    latest = shown
                }
                guard second >= change - 3 * 3600, second % 900 == 0 else { continue }
                let instant = Instant(milliseconds: second * 1000)
                #expect(
                    Int(day.date(of: instant).dayNumber) == latest,
                    "\(file.name) \(dayStart.text) \(instant), \(Self.seed)")
            }
            for (number, second) in begun {
                let start = day.start(of: CalendarDate(dayNumber: number)!)
                #expect(
                    start.milliseconds == second * 1000,
                    "\(file.name) \(dayStart.text) \(CalendarDate(dayNumber: number)!), \(Self.seed)")
            }
        }
    }

    /// Walking from boundary to boundary visits every date that exists, once, in order, without losing a millisecond.
    @Test func boundariesPartitionTime() throws {
        var random = SeededRandom(Self.seed)
        let special = ["Pacific/Apia", "America/Havana", "America/Sao_Paulo", "America/St_Johns", "Asia/Beirut"]
        for name in special + Self.zones.map(\.name).shuffled(using: &random).prefix(25) {
            let minutes = Int.random(in: 0..<1440, using: &random)
            let day = LocalDay(zone: Zone(name)!, dayStart: TimeOfDay(hour: minutes / 60, minute: minutes % 60)!)
            var now = Instant(milliseconds: Int64.random(in: 1_230_000_000...1_420_000_000, using: &random) * 1000)
            for _ in 0..<400 {
                let boundary = day.nextBoundary(after: now)
                let (today, next) = (day.today(at: now), day.today(at: boundary))
                #expect(boundary > now && next > today && next.days(since: today) <= 2, "\(name) \(now), \(Self.seed)")
                #expect(day.today(at: boundary.adding(milliseconds: -1)) == today, "\(name) \(boundary), \(Self.seed)")
                #expect(day.start(of: next) == boundary, "\(name) \(boundary), \(Self.seed)")
                #expect(day.tomorrow(at: now) == next && day.yesterday(at: boundary) == today)
                now = boundary
            }
        }
    }
}
