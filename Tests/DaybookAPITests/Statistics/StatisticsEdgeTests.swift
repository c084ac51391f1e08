import DaybookCore
import HTTP
import Seeds
import TestPostgres
import Testing

@testable import DaybookAPI
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore

/// V-6.8, more of it: what counts, what postpones, and what is asked wrongly.
@Suite(.closing) struct StatisticsEdgeTests {
    private let house: StatisticsHouse

    init() async throws { house = try await openStatistics() }

    private func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

    /// It has fewer days, and each is told once.
    @Test(arguments: ["0001-01-01", "9999-12-31"]) func aWeekAtAnEndOfTimeIsReviewed(date: String) async throws {
        let now = try instant("2026-11-21T12:00:00Z")
        let review = try await house.read(ReadReview.init, "date=\(date)", at: now).json
        let told = try #require(WeeklyReview(review))
        let week = LocalDay(of: AccountSettings()).week(of: try #require(CalendarDate(date)))
        #expect(told.series.dates == week && told.series.days.count == week.count && week.count < 8)
    }

    // MARK: What counts

    @Test func aDeletedTaskStillCounts() async throws {
        try await house.complete(1, at: "2026-11-21T10:00:00Z")
        try await house.push([StatisticsHouse.operation(1, at: "2026-11-21T11:00:00Z", kind: .delete)])
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z") == [1, 1, 1, 0, 1])
    }

    @Test func aTaskWhoseListIsDeletedCountsInItStill() async throws {
        let list = Identifier(high: 0x1157, low: 1)
        func change(_ kind: SyncOperation.Kind, _ fields: [JSONMember] = []) -> SyncOperation {
            SyncOperation(
                opId: .random(), entity: .list, id: list, at: HybridTime(.now(), device: StatisticsHouse.device),
                kind: kind, fields: fields)
        }
        try await house.push([change(.set, [JSONMember("name", "Home")])])
        try await house.complete(1, at: "2026-11-21T10:00:00Z", list: list)
        try await house.push([change(.delete)])
        let now = try instant("2026-11-21T12:00:00Z")
        let (shares, names) = try #require(
            Distribution.read(try await house.read(ReadDistribution.init, "by=list", at: now).json))
        #expect(shares.shares.map(\.key) == [list.text] && names == [list.text: "Home"])
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z")[0] == 1)
    }

    @Test func reopeningTakesACompletionBackAndCompletingAgainCountsOnce() async throws {
        try await house.complete(1, at: "2026-11-19T10:00:00Z")
        let seen = HybridTime(try instant("2026-11-19T10:00:00Z"), device: StatisticsHouse.device)
        try await house.push([
            StatisticsHouse.operation(1, at: "2026-11-20T10:00:00Z", [JSONMember("state", "active")], reopens: seen)
        ])
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z") == [0, 0, 0, 0, 0])
        try await house.push([
            StatisticsHouse.operation(1, at: "2026-11-21T10:00:00Z", [JSONMember("state", "completed")])
        ])
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z") == [1, 1, 1, 0, 1])
    }

    @Test func completedOfflineLongAgoCountsWhenItWasDone() async throws {
        try await house.complete(1, at: "2026-09-02T10:00:00Z")
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z") == [0, 0, 0, 0, 1])
        #expect(try await house.days("2026-09-01", "2026-09-03") == ["2026-09-02 1"])
    }

    @Test func aClockYearsAheadCompletesNow() async throws {
        let now = try instant("2026-11-21T12:00:00Z")
        let operation = StatisticsHouse.operation(
            1, at: "2031-05-05T10:00:00Z", [JSONMember("title", "t"), JSONMember("state", "completed")])
        _ = try await house.ledger.push(
            Push(operations: [operation], from: operation.at.device, sentAt: try instant("2031-05-05T10:00:00Z")),
            to: StatisticsHouse.account,
            now: now)
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z") == [1, 1, 1, 0, 1])
    }

    @Test func aCompletionThatIsSaidToLieAheadIsNotOfToday() async throws {
        try await house.complete(1, at: "2026-11-22T10:00:00Z", made: "2026-11-21T10:00:00Z")
        #expect(try await house.counts(at: "2026-11-21T12:00:00Z") == [0, 1, 1, 0, 1])
        #expect(try await house.counts(at: "2026-11-22T12:00:00Z") == [1, 1, 1, 0, 1])
    }

    @Test func completedBeforeItWasMadeTookNoTime() async throws {
        try await house.complete(1, at: "2026-11-21T10:00:00Z", made: "2026-11-21T11:00:00Z")
        let json = try await house.read(ReadCompletionTime.init, at: instant("2026-11-21T12:00:00Z")).json
        #expect(CompletionTime(json) == CompletionTime(count: 1, median: 0, ninetieth: 0, average: 0))
    }

    /// A series that goes by its schedule was added once, whatever its days have made of it since.
    @Test func whatComesByItselfIsNotAdded() async throws {
        let daily = JSONValue.object([JSONMember("rrule", "FREQ=DAILY"), JSONMember("onSchedule", true)])
        try await house.push([
            StatisticsHouse.operation(
                1, at: "2026-11-16T09:00:00Z",
                [
                    JSONMember("title", "Water the plants"), JSONMember("createdAt", "2026-11-16T09:00:00Z"),
                    JSONMember("scheduledDate", "2026-11-16"), JSONMember("recurrence", daily),
                ])
        ])
        var changes = 0
        for day in 17...20 {
            let now = try instant("2026-11-\(day)T12:00:00Z")
            changes += try await DayTurn(house.ledger).turn(StatisticsHouse.account, now: now)
        }
        #expect(changes >= 4)
        let review = try await house.read(ReadReview.init, at: try instant("2026-11-21T12:00:00Z")).json
        #expect(review["added"] == 1)
    }

    @Test func aLongCategoryIsTold() async throws {
        var random = RandomSeed.generator()
        // As long as a category may be, and nothing that could be written shorter.
        let long = String((0..<4096).map { _ in Character(UnicodeScalar(UInt8.random(in: 33...126, using: &random))) })
        try await house.complete(1, at: "2026-11-21T10:00:00Z", category: long)
        let json = try await house.read(
            ReadDistribution.init, "by=category", at: instant("2026-11-21T12:00:00Z")
        ).json
        #expect(Distribution.read(json)?.0.shares.map(\.key) == [long])
    }

    /// What has the empty category has none, and is not what is left of many shares.
    @Test func anEmptyCategoryIsNone() async throws {
        try await house.complete(1, at: "2026-11-21T10:00:00Z", category: "")
        try await house.complete(2, at: "2026-11-21T11:00:00Z")
        let now = try instant("2026-11-21T12:00:00Z")
        let json = try await house.read(ReadDistribution.init, "by=category", at: now).json
        let told = try #require(Distribution.read(json)).0
        #expect(told.shares.map(\.key) == [nil] && told.shares.map(\.count) == [2])
    }

    /// However long the names of lists are, an answer is about as long as a page.
    @Test func whatIsLeftOfManySharesIsOne() async throws {
        for number in 1...20 as ClosedRange<UInt64> {
            let list = Identifier(high: 0x1157, low: number)
            let name = String(repeating: "n", count: 65_000) + "\(number)"
            try await house.push([
                SyncOperation(
                    opId: .random(), entity: .list, id: list, at: HybridTime(.now(), device: StatisticsHouse.device),
                    kind: .set, fields: [JSONMember("name", .string(name))])
            ])
            try await house.complete(number, at: "2026-11-21T10:00:00Z", list: list)
        }
        let answer = try await house.read(ReadDistribution.init, "by=list", at: try instant("2026-11-21T12:00:00Z"))
        #expect(answer.bytes.count < 2 << 20)
        let (distribution, names) = try #require(Distribution.read(try answer.json))
        #expect(distribution.total == 20 && (2..<20).contains(distribution.shares.count))
        #expect(distribution.shares.reduce(0) { $0 + $1.percent } == 100)
        #expect(names[Distribution.rest] == "Everything else")
    }

    @Test func manyDatesAreReadBesideTheRequests() throws {
        let context = ViewContext(
            account: StatisticsHouse.account, moment: Moment(.now(), in: LocalDay(zone: .utc)),
            settings: AccountSettings(), language: .english)
        let month = try ReadDaily(Request("GET", "/v1/analytics/daily"))
        let century = try ReadDaily(Request("GET", "/v1/analytics/daily?from=1930-01-01&to=2026-01-01"))
        #expect(!month.asksMuch(context) && century.asksMuch(context))
    }

    // MARK: Postponing

    @Test func onlyAMoveToALaterDayPostpones() async throws {
        func move(_ date: JSONValue, _ at: String) async throws {
            try await house.push([
                StatisticsHouse.operation(1, at: at, [JSONMember("title", "t"), JSONMember("scheduledDate", date)])
            ])
        }
        try await move("2026-11-20", "2026-11-20T08:00:00Z")
        try await move("2026-11-23", "2026-11-20T09:00:00Z")
        try await move("2026-11-22", "2026-11-20T10:00:00Z")
        try await move("2026-11-22", "2026-11-20T11:00:00Z")
        try await move(.null, "2026-11-20T12:00:00Z")
        try await move("2026-11-30", "2026-11-20T13:00:00Z")
        try await move("2026-12-01", "2026-11-20T14:00:00Z")
        let json = try await house.read(ReadPostponements.init, at: instant("2026-11-21T12:00:00Z")).json
        #expect(
            Postponements(json)
                == Postponements(
                    count: 2, tasks: 1, days: 4,
                    most: [.init(task: StatisticsHouse.task(1), title: "t", count: 2)]))
    }

    /// Lines that were written before postponements were kept are looked through by the migration that keeps them.
    /// Tables that are spread do not go so far back.
    @Test(.enabled(if: !TestPostgres.isSpread)) func movesFromBeforeTheyWereKeptAreFound() async throws {
        for (date, at) in [("2026-11-20", "08"), ("2026-11-23", "09"), ("2026-11-22", "10")] {
            try await house.push([
                StatisticsHouse.operation(
                    1, at: "2026-11-20T\(at):00:00Z",
                    [JSONMember("title", "scheduledDate"), JSONMember("scheduledDate", .string(date))])
            ])
        }
        let now = try instant("2026-11-21T12:00:00Z")
        let before = try await house.read(ReadPostponements.init, at: now).json
        #expect(before["count"] == 1 && before["days"] == 3)
        let migrator = Migrator(try .embedded(), of: house.database)
        let number = try #require(migrator.migrations.migrations.first { $0.name == "statistics" }?.number)
        try await migrator.run(.down(to: number - 1))
        try await migrator.run(.up(to: nil))
        #expect(try await house.read(ReadPostponements.init, at: now).json == before)
    }

    // MARK: Asking

    @Test(arguments: [
        "from=2026-13-01", "from=2026-11-22&to=2026-11-21", "by=colour", "form=2026-11-01", "from=0001-01-01",
    ])
    func whatCannotBeAnsweredIsRefused(query: String) async throws {
        let now = try instant("2026-11-21T12:00:00Z")
        let problem = await #expect(throws: Problem.self) {
            if query.hasPrefix("by") {
                _ = try await house.read(ReadDistribution.init, query, at: now)
            } else {
                _ = try await house.read(ReadDaily.init, query, at: now)
            }
        }
        #expect(problem?.type == .malformedParameter)
    }

    @Test func unchangedIsToldWithoutCountingUntilTheDayOrTheAccountChanges() async throws {
        try await house.complete(1, at: "2026-11-21T10:00:00Z")
        let now = try instant("2026-11-21T12:00:00Z")
        let first = try await house.read(ReadSummary.init, at: now)
        let tag = try #require(first.tag)
        #expect(try await house.read(ReadSummary.init, at: now, holding: tag).status == .notModified)
        let tomorrow = try instant("2026-11-22T00:00:00Z")
        #expect(try await house.read(ReadSummary.init, at: tomorrow, holding: tag).status == .ok)
        try await house.complete(2, at: "2026-11-21T11:00:00Z")
        let changed = try await house.read(ReadSummary.init, at: now, holding: tag)
        #expect(changed.status == .ok && changed.tag != tag)
        #expect(try CompletionCounts(changed.json)?.today == 2)
    }
}
