import DaybookCore
import Testing

/// What was done when, in example tables.
@Suite struct StatisticsTests {
    private func fact(
        _ completedAt: String, createdAt: String = "2026-01-01T00:00:00Z", list: Identifier? = nil,
        category: String? = nil, region: Region? = nil
    ) throws -> CompletionFact {
        CompletionFact(
            task: Identifier(high: 1, low: 1), completedAt: try #require(Instant(completedAt)),
            createdAt: try #require(Instant(createdAt)), list: list, category: category, region: region)
    }

    private func day(_ zone: String, dayStart: TimeOfDay? = .midnight) throws -> LocalDay {
        LocalDay(zone: try #require(Zone(zone)), dayStart: try #require(dayStart))
    }

    private func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    @Test func aSeriesHasEveryDateOfItsRangeWithZeroes() throws {
        let facts = [
            // 23:30 in Berlin on the 20th, 00:30 on the 22nd, twice on the 24th, and one outside of the range.
            try fact("2026-11-20T22:30:00Z"), try fact("2026-11-21T23:30:00Z"), try fact("2026-11-24T08:00:00Z"),
            try fact("2026-11-24T09:00:00Z"), try fact("2026-11-25T09:00:00Z"),
        ]
        let dates = try date("2026-11-20")...date("2026-11-24")
        let series = DailySeries(facts, over: dates, in: try day("Europe/Berlin"))
        #expect(series.counts == [1, 0, 1, 0, 2])
        #expect(series.total == 4)
        #expect(series.busiest == DailySeries.Day(date: try date("2026-11-24"), count: 2))
        #expect(DailySeries([], over: dates, in: try day("UTC")).busiest == nil)
    }

    @Test func theDayStartDecidesWhichDateCounts() throws {
        let facts = [try fact("2026-11-21T02:59:59Z"), try fact("2026-11-21T03:00:00Z")]
        let dates = try date("2026-11-20")...date("2026-11-21")
        let late = try day("UTC", dayStart: TimeOfDay(hour: 3, minute: 0))
        #expect(DailySeries(facts, over: dates, in: late).counts == [1, 1])
        #expect(DailySeries(facts, over: dates, in: try day("UTC")).counts == [0, 2])
    }

    @Test(
        arguments: [
            ([("a", 1), ("b", 1), ("c", 1)], ["a 34", "b 33", "c 33"]),
            ([("a", 2), ("b", 1), (nil, 1)], ["a 50", "b 25", "- 25"]),
            ([(nil, 5), ("z", 5)], ["z 50", "- 50"]),
            ([("a", 999), ("b", 1)], ["a 100", "b 0"]),
            ([("a", 0)], []),
        ] as [([(String?, Int)], [String])])
    func sharesAddUpToAHundred(counts: [(String?, Int)], expected: [String]) {
        let distribution = Distribution(Dictionary(uniqueKeysWithValues: counts))
        #expect(distribution.shares.map { "\($0.key ?? "-") \($0.percent)" } == expected)
        #expect(distribution.shares.isEmpty || distribution.shares.map(\.percent).reduce(0, +) == 100)
    }

    @Test func completionsAreToldApartByListCategoryAndRegion() throws {
        let home = Identifier(high: 7, low: 7)
        let facts = [
            try fact("2026-11-20T22:30:00Z", list: home, category: "health"),
            try fact("2026-11-20T22:30:00Z", list: home, region: .morning),
            try fact("2026-11-20T22:30:00Z", category: "health", region: .backlog),
        ]
        func shares(_ kind: Distribution.Kind) -> [String?: Int] {
            Dictionary(uniqueKeysWithValues: Distribution(facts, by: kind).shares.map { ($0.key, $0.count) })
        }
        #expect(shares(.list) == [home.text: 2, nil: 1])
        #expect(shares(.category) == ["health": 2, nil: 1])
        #expect(shares(.region) == ["morning": 1, "backlog": 1, nil: 1])
    }

    @Test func rhythmIsByTheWallClockAlsoWhereItWasChanged() throws {
        let facts = [
            // Sunday 29 March 2026 in Berlin: the clock goes from 2 to 3 at 01:00 UTC.
            try fact("2026-03-29T00:59:00Z"), try fact("2026-03-29T01:00:00Z"),
            // Monday, 00:30 in Berlin, 19:30 of Sunday in New York.
            try fact("2026-11-22T23:30:00Z"),
        ]
        let berlin = Rhythm(facts, in: try day("Europe/Berlin"))
        #expect(berlin.weekdays == [1, 0, 0, 0, 0, 0, 2])
        #expect(berlin.cells[6][1] == 1)
        #expect(berlin.cells[6][2] == 0)
        #expect(berlin.cells[6][3] == 1)
        #expect(berlin.cells[0][0] == 1)
        let newYork = Rhythm(facts, in: try day("America/New_York"))
        #expect(newYork.weekdays == [0, 0, 0, 0, 0, 2, 1])
        #expect(newYork.cells[6][18] == 1)
    }

    @Test func theOffsetsOfASpanAreThoseInForce() throws {
        let berlin = try #require(Zone("Europe/Berlin"))
        let span = try #require(Instant("2026-03-01T00:00:00Z"))..<(try #require(Instant("2026-12-01T00:00:00Z")))
        let offsets = berlin.offsets(during: span)
        #expect(offsets.map(\.seconds) == [3600, 7200, 3600])
        #expect(
            offsets.map(\.from.text) == [
                "2026-03-01T00:00:00.000Z", "2026-03-29T01:00:00.000Z", "2026-10-25T01:00:00.000Z",
            ])
        #expect(Zone.utc.offsets(during: span).map(\.seconds) == [0])
    }

    @Test func timesAreThoseThatOccur() throws {
        func time(_ seconds: [Int]) throws -> CompletionTime? {
            let made = try #require(Instant("2026-11-21T00:00:00Z"))
            return CompletionTime(
                seconds.map {
                    CompletionFact(
                        task: .zero, completedAt: made.adding(seconds: Int64($0)), createdAt: made)
                })
        }
        #expect(try time([]) == nil)
        #expect(try time([10]) == CompletionTime(count: 1, median: 10, ninetieth: 10, average: 10))
        #expect(try time([4, 1, 3, 2]) == CompletionTime(count: 4, median: 2, ninetieth: 4, average: 2))
        // Completed before it was made, by a wrong clock.
        #expect(try time([-5, 5]) == CompletionTime(count: 2, median: 0, ninetieth: 5, average: 2))
    }

    @Test(arguments: [
        (0, 3, 0, "A quiet week."), (0, 3, 2, "A quiet week. What waits can wait."),
        (1, 0, 0, "You completed 1 task this week."),
        (4, 4, 0, "You completed 4 tasks this week, as many as the week before."),
        (4, 1, 5, "You completed 4 tasks this week, 3 more than the week before."),
        (1, 3, 0, "You completed 1 task this week, 2 fewer than the week before."),
    ])
    func aReviewSpeaksGently(done: Int, before: Int, waiting: Int, sentence: String) throws {
        let dates = try date("2026-11-16")...date("2026-11-22")
        let series = DailySeries(dates, counts: [done, 0, 0, 0, 0, 0, 0])
        let review = WeeklyReview(
            series: series, completedWeekBefore: before, added: 0, postponed: 0, waiting: waiting)
        #expect(review.sentence == sentence)
    }

    // MARK: On the wire

    private func told(_ write: (inout JSONWriter) -> Void) throws -> JSONValue {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return try JSONValue(json: writer.bytes)
    }

    @Test func clientsReadWhatServersWrite() throws {
        let series = DailySeries(try date("2026-11-20")...date("2026-11-22"), counts: [0, 3, 3])
        let written = try told { series.writeMembers(to: &$0) }
        #expect(DailySeries(written) == series)
        #expect(written["busiest"]?["date"] == "2026-11-21" && written["total"] == 6)
        #expect(
            DailySeries(try JSONValue(json: Array(#"{"from":"2026-11-20","to":"2026-11-22","days":[]}"#.utf8))) == nil)

        let shares = Distribution(["a": 2, nil: 1])
        let read = Distribution.read(try told { shares.writeMembers(to: &$0, by: .list) { $0.map { "List \($0)" } } })
        #expect(read?.0 == shares && read?.names == ["a": "List a"])

        var rhythm = Rhythm()
        rhythm.add(3, weekday: 7, hour: 23)
        #expect(Rhythm(try told { rhythm.writeMembers(to: &$0) }) == rhythm)

        let time = CompletionTime(count: 3, median: 1, ninetieth: 2, average: 1)
        #expect(CompletionTime(try told { CompletionTime.writeMembers(of: time, to: &$0) }) == time)
        #expect(CompletionTime(try told { CompletionTime.writeMembers(of: nil, to: &$0) }) == nil)

        let moves = Postponements(
            count: 3, tasks: 2, days: 5,
            most: [.init(task: Identifier(high: 1, low: 1), title: nil, count: 2)])
        #expect(Postponements(try told { moves.writeMembers(to: &$0) }) == moves)

        let review = WeeklyReview(series: series, completedWeekBefore: 1, added: 2, postponed: 3, waiting: 4)
        #expect(WeeklyReview(try told { review.writeMembers(to: &$0) }) == review)
        var counts = CompletionCounts()
        (counts.today, counts.lastMonth, counts.ever) = (1, 2, 9)
        #expect(CompletionCounts(try told { counts.writeMembers(to: &$0) }) == counts)
    }

    /// (before, after, by days); nil where nobody postponed anything.
    @Test(
        arguments: [
            ("2026-11-20", "2026-11-21", 1), ("2026-02-28", "2026-03-01", 1), ("2026-11-20", "2027-11-20", 365),
            ("2026-11-20", "2026-11-20", nil), ("2026-11-20", "2026-11-19", nil), ("2026-11-20", nil, nil),
            (nil, "2026-11-20", nil),
        ] as [(String?, String?, Int?)])
    func aPostponementIsAMoveToALaterDay(before: String?, after: String?, days: Int?) {
        func value(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        func entry(device: Identifier = Identifier(high: 1, low: 1), cause: Identifier? = nil) -> LedgerEntry {
            LedgerEntry(
                revision: 1,
                operation: SyncOperation(
                    opId: .zero, id: .zero, at: HybridTime(milliseconds: 0, device: device),
                    fields: [JSONMember("scheduledDate", value(after))]),
                recordedAt: Instant(milliseconds: 0), prior: [JSONMember("scheduledDate", value(before))],
                created: false, changed: true, outcome: .applied, cause: cause)
        }
        #expect(entry().daysPostponed == days)
        // A rollover's, and one that followed from something else.
        #expect(entry(device: .zero).daysPostponed == nil)
        #expect(entry(cause: Identifier(high: 2, low: 2)).daysPostponed == nil)
    }
}
