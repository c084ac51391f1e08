import DaybookCore
import Foundation
import Seeds
import Testing

@testable import DaybookAPI
@testable import DaybookStore
@testable import TestAccounts

/// The server's SQL beside the core's pure functions, and beside a reckoning of the tests' own by another calendar, on
/// random accounts that travel. `DAYBOOK_SEED` replays.
@Suite(.closing) struct StatisticsReferenceTests {
    /// Zones whose clocks are set at midnight, by half an hour, across dates, or never.
    static let zones = [
        "Europe/Berlin", "America/Havana", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
        "America/New_York", "UTC", "Africa/Cairo",
    ]
    static let dayStarts = ["00:00", "03:00", "04:30", "05:17"]

    private struct Account {
        let house: StatisticsHouse
        let years: SomeYears
        var zone = "UTC"
        var dayStart = 0
        var firstWeekday = 1
        var now: Instant

        var day: LocalDay {
            get throws {
                LocalDay(
                    zone: try #require(Zone(zone)),
                    dayStart: try #require(TimeOfDay(hour: dayStart / 60, minute: dayStart % 60)),
                    firstWeekday: firstWeekday)
            }
        }
        var almanac: Almanac { Almanac(zone, dayStart: dayStart, firstWeekday: firstWeekday) }
    }

    /// An account at several places, one after the other.
    private func travels(_ look: (Account, inout SeededRandom) async throws -> Void) async throws {
        let seed = RandomSeed.current.value
        var random = SeededRandom(seed: seed)
        let house = try await openStatistics()
        let end = Instant(milliseconds: 1_262_304_000_000 + Int64(random.next() % 500_000_000_000))
        // Days on which clocks are set, and midnights.
        var moments: [Instant] = []
        for name in Self.zones {
            let zone = try #require(Zone(name))
            moments += zone.offsets(during: end.adding(seconds: -730 * 86_400)..<end).dropFirst().map(\.from)
            moments.append(LocalDay(zone: zone).start(of: end.utcDate.adding(days: -Int(random.next() % 60))))
        }
        let years = SomeYears(seed: random.next(), end: end, tasks: 160, near: moments)
        try await house.push(years.operations, now: end.adding(seconds: 60))
        try await house.push(years.afterwards, now: end.adding(seconds: 120))
        var account = Account(house: house, years: years, now: end)
        for _ in 0..<5 {
            account.zone = try #require(Self.zones.randomElement(using: &random))
            let start = try #require(Self.dayStarts.randomElement(using: &random))
            account.dayStart = Int(start.prefix(2))! * 60 + Int(start.suffix(2))!
            account.firstWeekday = Int(random.next() % 7) + 1
            account.now = end.adding(seconds: -Int64(random.next() % (40 * 86_400)))
            try await house.set([
                JSONMember("timeZone", .string(account.zone)), JSONMember("dayStart", .string(start)),
                JSONMember("firstWeekday", .integer(Int64(account.firstWeekday))),
            ])
            try await look(account, &random)
        }
    }

    @Test func theServerCountsAsTheCoreDoes() async throws {
        try await travels { account, random in
            let (house, years, now) = (account.house, account.years, account.now)
            let day = try account.day
            let moment = Moment(now, in: day)
            let context: Comment = "\(account.zone) \(account.dayStart) \(now) \(RandomSeed.current)"
            let facts = years.facts
            let from = moment.today.adding(days: -Int(random.next() % 700))
            let dates = from...from.adding(days: Int(random.next() % 400))
            let span = day.interval(of: dates)
            let query = "from=\(dates.lowerBound)&to=\(dates.upperBound)"
            let within = facts.filter { span.contains($0.completedAt) }

            let summary = try await house.read(ReadSummary.init, at: now).json
            #expect(CompletionCounts(summary) == CompletionCounts(facts.map(\.completedAt), at: moment), context)
            let daily = try await house.read(ReadDaily.init, query, at: now).json
            #expect(DailySeries(daily) == DailySeries(facts, over: dates, in: day), context)
            for kind in Distribution.Kind.allCases {
                let all = try await house.read(ReadDistribution.init, "by=\(kind)", at: now).json
                #expect(Distribution.read(all)?.0 == Distribution(facts, by: kind), context)
                let some = try await house.read(ReadDistribution.init, "by=\(kind)&\(query)", at: now).json
                #expect(Distribution.read(some)?.0 == Distribution(within, by: kind), context)
            }
            let rhythm = try await house.read(ReadRhythm.init, at: now).json
            #expect(Rhythm(rhythm) == Rhythm(facts, in: day), context)
            let someRhythm = try await house.read(ReadRhythm.init, query, at: now).json
            #expect(Rhythm(someRhythm) == Rhythm(within, in: day), context)
            let time = try await house.read(ReadCompletionTime.init, query, at: now).json
            #expect(CompletionTime(time) == CompletionTime(within), context)

            var entries: [LedgerEntry] = []
            var before: Int64?
            repeat {
                let (lines, next) = try await LedgerPages(database: house.database).page(
                    of: StatisticsHouse.account, before: before, limit: 100_000, where: "true")
                entries += lines.map(\.entry)
                before = next
            } while before != nil
            let postponements = try await house.read(ReadPostponements.init, query, at: now).json
            let titles = try await house.titles()
            #expect(Postponements(postponements) == Postponements(entries, during: span) { titles[$0] }, context)
        }
    }

    /// By requirements 7 and Foundation's calendar.
    @Test func theNumbersAreThoseOfAnIndependentReckoning() async throws {
        try await travels { account, random in
            let (house, years, now, almanac) = (account.house, account.years, account.now, account.almanac)
            let context: Comment = "\(account.zone) \(account.dayStart) \(now) \(RandomSeed.current)"
            let dates = years.facts.map { almanac.date($0.completedAt) }
            func count(_ interval: DateInterval) -> Int { dates.count { interval.holds($0) } }
            let today = almanac.date(now)
            let month = almanac.month(of: today)
            let lastMonth = almanac.month(of: almanac.adding(days: -1, to: month.start))

            let summary = try await house.read(ReadSummary.init, at: now).json
            #expect(summary["date"] == .string(almanac.text(today)), context)
            #expect(summary["today"] == .integer(Int64(dates.count { $0 == today })), context)
            #expect(summary["thisWeek"] == .integer(Int64(count(almanac.week(of: today)))), context)
            #expect(summary["thisMonth"] == .integer(Int64(count(month))), context)
            #expect(summary["lastMonth"] == .integer(Int64(count(lastMonth))), context)
            #expect(summary["ever"] == .integer(Int64(dates.count)), context)
            let (this, last) = (count(month), count(lastMonth))
            let tasks = this == 1 ? "1 task this month" : "\(this) tasks this month"
            let sentence =
                last == 0
                ? "No data from last month"
                : this == last
                    ? "\(tasks), same as last month"
                    : "\(tasks), \(this > last ? "up" : "down") from \(last) last month"
            #expect(summary["sentence"] == .string(sentence), context)

            let daily = try await house.read(ReadDaily.init, at: now).json
            let told = DailySeries(daily)?.days.map { "\($0.date) \($0.count)" }
            let reckoned = (0..<30).map { place in
                let date = almanac.adding(days: place - 29, to: today)
                return "\(almanac.text(date)) \(dates.count { $0 == date })"
            }
            #expect(told == reckoned, context)

            var cells = [[Int]](repeating: [Int](repeating: 0, count: 24), count: 7)
            for fact in years.facts {
                cells[almanac.weekday(almanac.date(fact.completedAt)) - 1][almanac.hour(fact.completedAt)] += 1
            }
            let rhythm = try await house.read(ReadRhythm.init, at: now).json
            #expect(Rhythm(rhythm)?.cells == cells, context)

            let chosen = almanac.adding(days: -Int(random.next() % 300), to: today)
            let week = almanac.week(of: chosen)
            let before = almanac.week(of: almanac.adding(days: -7, to: chosen))
            let review = try await house.read(ReadReview.init, "date=\(almanac.text(chosen))", at: now).json
            #expect(review["week"]?["from"] == .string(almanac.text(week.start)), context)
            #expect(review["week"]?["total"] == .integer(Int64(count(week))), context)
            #expect(review["completedWeekBefore"] == .integer(Int64(count(before))), context)
            let added = years.additions.count { week.holds(almanac.date($0)) }
            #expect(review["added"] == .integer(Int64(added)), context)
            let postponed = years.moves.count { week.holds(almanac.date($0.at)) }
            #expect(review["postponed"] == .integer(Int64(postponed)), context)
            let waiting = years.waiting.count { date in
                let midnight = Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400)
                return week.holds(midnight) && midnight <= today
            }
            #expect(review["waiting"] == .integer(Int64(waiting)), context)

            let seconds = years.facts
                .map { max(0, ($0.completedAt.milliseconds - $0.createdAt.milliseconds) / 1000) }.sorted()
            let time = try await house.read(ReadCompletionTime.init, at: now).json
            #expect(time["medianSeconds"] == .integer(seconds[(seconds.count + 1) / 2 - 1]), context)
            #expect(
                time["ninetiethSeconds"] == .integer(seconds[Int((Double(seconds.count) * 0.9).rounded(.up)) - 1]),
                context)
            let moves = try await house.read(ReadPostponements.init, at: now).json
            #expect(moves["count"] == .integer(Int64(years.moves.count)), context)
            #expect(moves["tasks"] == .integer(Int64(Set(years.moves.map(\.task)).count)), context)
            #expect(moves["days"] == .integer(Int64(years.moves.reduce(0) { $0 + $1.days })), context)
        }
    }
}

extension StatisticsHouse {
    fileprivate func titles() async throws -> [Identifier: String] {
        let rows = try await database.read(of: Self.account, "SELECT task_id, title FROM task WHERE deleted_at IS NULL")
        return Dictionary(uniqueKeysWithValues: try rows.decode((Identifier, String).self).map { ($0.0, $0.1) })
    }
}
