import DaybookCore
import Testing

@testable import DaybookAPI

/// V-6.8: what statistics must get right where it is easy to get wrong, one case a test, by what the server
/// answers. Here: sentences, and where days, weeks and months end.
@Suite(.closing) struct StatisticsBoundaryTests {
    private func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

    private func zone(_ name: String, dayStart: String = "00:00", firstWeekday: Int64 = 1) -> [JSONMember] {
        [
            JSONMember("timeZone", .string(name)), JSONMember("dayStart", .string(dayStart)),
            JSONMember("firstWeekday", .integer(firstWeekday)),
        ]
    }

    // MARK: Sentences

    @Test func noCompletionEver() async throws {
        let house = try await openStatistics()
        let now = try instant("2026-11-21T12:00:00Z")
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z") == [0, 0, 0, 0, 0])
        #expect(try await house.sentence(at: "2026-11-21T12:00:00Z") == "No data available yet (same)")
        let daily = try #require(DailySeries(try await house.read(ReadDaily.init, at: now).json))
        #expect(daily.counts == [Int](repeating: 0, count: 30) && daily.busiest == nil)
        for by in Distribution.Kind.allCases {
            let shares = try await house.read(ReadDistribution.init, "by=\(by)", at: now).json
            #expect(shares["shares"] == .array([]))
        }
        #expect(Rhythm(try await house.read(ReadRhythm.init, at: now).json) == Rhythm())
        let time = try await house.read(ReadCompletionTime.init, at: now).json
        #expect(time["count"] == 0 && time["medianSeconds"]?.isNull == true)
        let moves = try await house.read(ReadPostponements.init, at: now).json
        #expect(moves["count"] == 0 && moves["most"] == .array([]))
        #expect(try await house.read(ReadReview.init, at: now).json["sentence"] == "A quiet week.")
    }

    /// (this month, last month) in an account of its own each.
    @Test(arguments: [
        (45, 38, "45 tasks this month, up from 38 last month (up)"),
        (38, 45, "38 tasks this month, down from 45 last month (down)"),
        (45, 45, "45 tasks this month, same as last month (same)"), (12, 0, "No data from last month (same)"),
        (0, 5, "0 tasks this month, down from 5 last month (down)"),
        (1, 2, "1 task this month, down from 2 last month (down)"),
    ])
    func theTrendIsSaidAsItIs(this: Int, last: Int, expected: String) async throws {
        let house = try await openStatistics()
        var operations: [SyncOperation] = []
        for number in 0..<(this + last) {
            let at = number < this ? "2026-11-02T10:00:00.000Z" : "2026-10-31T10:00:00.000Z"
            operations.append(
                StatisticsHouse.operation(
                    UInt64(number), at: at,
                    [
                        JSONMember("title", "t"), JSONMember("state", "completed"),
                        JSONMember("completedAt", .string(at)),
                    ]))
        }
        try await house.push(operations)
        #expect(try await house.sentence(at: "2026-11-21T12:00:00Z") == expected)
    }

    @Test func nothingForTwoMonthsIsNoDataFromLastMonth() async throws {
        let house = try await openStatistics()
        try await house.complete(1, at: "2026-08-01T10:00:00Z")
        #expect(try await house.sentence(at: "2026-11-21T12:00:00Z") == "No data from last month (same)")
    }

    // MARK: Boundaries

    @Test func aDayEndsAtMidnightOfTheAccount() async throws {
        let house = try await openStatistics(zone("America/New_York"))
        try await house.complete(1, at: "2026-11-21T04:59:59.999Z")
        try await house.complete(2, at: "2026-11-21T05:00:00.000Z")
        #expect(try await house.counts(at: "2026-11-21T05:00:00Z")[0] == 1)
        #expect(try await house.days("2026-11-20", "2026-11-21") == ["2026-11-20 1", "2026-11-21 1"])
    }

    @Test func aDayEndsAtItsDayStart() async throws {
        let house = try await openStatistics(zone("UTC", dayStart: "03:00"))
        try await house.complete(1, at: "2026-11-21T02:59:59.999Z")
        try await house.complete(2, at: "2026-11-21T03:00:00.000Z")
        #expect(try await house.counts(at: "2026-11-21T02:00:00Z")[0] == 1)
        #expect(try await house.days("2026-11-20", "2026-11-21") == ["2026-11-20 1", "2026-11-21 1"])
    }

    @Test func aWeekBeginsOnTheFirstWeekday() async throws {
        let house = try await openStatistics(zone("UTC", firstWeekday: 7))
        // Saturday, then Sunday, on which the week of Saturday 21 November 2026 began.
        try await house.complete(1, at: "2026-11-14T23:59:59.999Z")
        try await house.complete(2, at: "2026-11-15T00:00:00Z")
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z")[1] == 1)
        try await house.set(zone("UTC", firstWeekday: 1))
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z")[1] == 0)
    }

    @Test func aMonthEndsWithItsLastDay() async throws {
        let house = try await openStatistics(zone("Europe/Berlin"))
        // February 2028 has 29 days; in Berlin it ends at 23:00 in Greenwich.
        try await house.complete(1, at: "2028-02-29T22:59:59.999Z")
        try await house.complete(2, at: "2028-02-29T23:00:00Z")
        #expect(try await house.counts(at: "2028-03-15T12:00:00Z") == [0, 0, 1, 1, 2])
    }

    @Test func theMonthBeforeJanuaryIsDecember() async throws {
        let house = try await openStatistics()
        try await house.complete(1, at: "2026-12-31T23:59:59.999Z")
        try await house.complete(2, at: "2027-01-01T00:00:00Z")
        #expect(try await house.counts(at: "2027-01-01T12:00:00Z") == [1, 2, 1, 1, 2])
        #expect(try await house.sentence(at: "2027-01-01T12:00:00Z") == "1 task this month, same as last month (same)")
    }

    @Test func aDayOfTwentyThreeHours() async throws {
        let house = try await openStatistics(zone("Europe/Berlin"))
        try await house.complete(1, at: "2026-03-28T23:00:00Z")
        try await house.complete(2, at: "2026-03-29T21:59:59.999Z")
        try await house.complete(3, at: "2026-03-29T22:00:00Z")
        #expect(try await house.days("2026-03-28", "2026-03-30") == ["2026-03-29 2", "2026-03-30 1"])
    }

    @Test func aDayOfTwentyFiveHours() async throws {
        let house = try await openStatistics(zone("Europe/Berlin"))
        try await house.complete(1, at: "2026-10-24T22:00:00Z")
        try await house.complete(2, at: "2026-10-25T22:59:59.999Z")
        try await house.complete(3, at: "2026-10-25T23:00:00Z")
        #expect(try await house.days("2026-10-24", "2026-10-26") == ["2026-10-25 2", "2026-10-26 1"])
        // 02:30 comes twice on that Sunday.
        try await house.complete(4, at: "2026-10-25T00:30:00Z")
        try await house.complete(5, at: "2026-10-25T01:30:00Z")
        let rhythm = Rhythm(try await house.read(ReadRhythm.init, at: instant("2026-11-21T12:00:00Z")).json)
        #expect(rhythm?.cells[6][2] == 2)
    }

    @Test func aDateThatTheZoneSkippedIsEmpty() async throws {
        let house = try await openStatistics(zone("Pacific/Apia"))
        // Samoa went from 29 to 31 December 2011.
        try await house.complete(1, at: "2011-12-30T09:59:59.999Z")
        try await house.complete(2, at: "2011-12-30T10:00:00Z")
        #expect(try await house.days("2011-12-29", "2011-12-31") == ["2011-12-29 1", "2011-12-31 1"])
    }

    @Test func aTravellersPastIsCountedWhereTheyAreNow() async throws {
        let house = try await openStatistics(zone("Europe/Berlin"))
        try await house.complete(1, at: "2026-11-20T23:30:00Z")
        #expect(try await house.days("2026-11-20", "2026-11-21") == ["2026-11-21 1"])
        try await house.set(zone("America/Los_Angeles"))
        #expect(try await house.days("2026-11-20", "2026-11-21") == ["2026-11-20 1"])
        try await house.set(zone("Asia/Tokyo"))
        #expect(try await house.days("2026-11-20", "2026-11-21") == ["2026-11-21 1"])
    }
}

extension StatisticsHouse {
    /// today, this week, this month, last month, ever.
    func counts(at now: String) async throws -> [Int] {
        let json = try await read(ReadSummary.init, at: try #require(Instant(now))).json
        let counts = try #require(CompletionCounts(json))
        return [counts.today, counts.thisWeek, counts.thisMonth, counts.lastMonth, counts.ever]
    }

    func sentence(at now: String) async throws -> String {
        let json = try await read(ReadSummary.init, at: try #require(Instant(now))).json
        guard case .string(let text)? = json["sentence"], case .string(let way)? = json["direction"] else { return "" }
        return "\(text) (\(way))"
    }

    /// `2026-11-21 2` for every date with completions.
    func days(_ from: String, _ to: String) async throws -> [String] {
        let json = try await read(
            ReadDaily.init, "from=\(from)&to=\(to)", at: try #require(Instant("2026-11-21T12:00:00Z"))
        )
        .json
        return try #require(DailySeries(json)).days.filter { $0.count > 0 }.map { "\($0.date) \($0.count)" }
    }
}
