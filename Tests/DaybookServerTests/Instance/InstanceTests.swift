import DaybookCore
import Postgres
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookServer
@testable import DaybookStore
@testable import TestAccounts

@Suite(.closing) struct InstanceTests {
    private let house: LedgerHouse
    /// The day to count in, also where it ends meanwhile.
    private let now = Instant.now()

    init() async throws { house = try await LedgerHouse.open() }

    private func operations(_ database: Database) async throws -> Int64 {
        try await OperationsOfDay.last(1, before: now, in: database)[0].operations
    }

    private func pushTask() async throws {
        let task = house.newTask(1, by: house.devices[0])
        _ = try await house.ledger.push(Push(operations: [task]), to: house.account, now: now)
    }

    @Test func operationsAreAddedUpOverProcesses() async throws {
        let others = Ledger(database: house.database, announcements: Announcements())
        for (number, ledger) in [house.ledger, others, house.ledger].enumerated() {
            let task = house.newTask(UInt64(number + 1), by: house.devices[0])
            // What is said twice counts once.
            _ = try await ledger.push(Push(operations: [task]), to: house.account, now: now)
            _ = try await ledger.push(Push(operations: [task]), to: house.account, now: now)
        }
        #expect(house.ledger.tally.total == 2 && others.tally.total == 1)
        #expect(try await operations(house.database) == 0)
        for ledger in [house.ledger, others, others] { await ledger.tally.write(to: house.database) }
        #expect(try await operations(house.database) == 3)
        #expect(try await operations(house.database) == house.revision())
    }

    @Test func aTallyThatCannotBeWrittenIsKept() async throws {
        try await pushTask()
        try await house.database.write("ALTER TABLE instance_day RENAME TO away")
        await house.ledger.tally.write(to: house.database)
        try await house.database.write("ALTER TABLE away RENAME TO instance_day")
        await house.ledger.tally.write(to: house.database)
        #expect(try await operations(house.database) == 1)
    }

    static let ages: [(Int64, String)] = [
        (0, "just now"), (60, "a minute ago"), (7_140, "119 minutes ago"),
        (10_800, "3 hours ago; no server has counted since, --fresh does"),
        (432_000, "5 days ago; no server has counted since, --fresh does"),
    ]

    @Test(arguments: ages)
    func aCensusSaysHowOldItIs(seconds: Int64, words: String) throws {
        let taken = try #require(Instant("2026-11-21T09:15:00Z"))
        let age = Census(takenAt: taken).ageInWords(at: taken.adding(milliseconds: seconds * 1000))
        #expect(age == "2026-11-21T09:15:00.000Z, " + words)
    }

    @Test func aCensusCountsEveryAccount() async throws {
        let database = house.database
        let now = Instant("2026-11-21T09:15:00Z") ?? .now()
        for (number, seen) in ["2026-11-21T00:00:00Z", "2026-11-20T23:59:59Z", "2026-11-14T23:59:59Z"].enumerated() {
            try await database.write(
                of: house.account,
                """
                UPDATE device SET last_seen_at = \(Instant(seen) ?? now)
                WHERE account_id = \(house.account) AND device_id = \(house.devices[number])
                """)
        }
        let other = try await SomeAccount.make(in: database)
        try await database.write(
            of: other.id,
            "UPDATE device SET last_seen_at = '2026-10-01', revoked_at = '2026-10-02' WHERE account_id = \(other.id)"
        )
        try await database.write("UPDATE account SET claimed_at = \(now) WHERE account_id = \(other.id)")
        let list = SyncOperation(
            opId: other.id, entity: .list, id: other.id, at: HybridTime(now, device: house.devices[0]),
            fields: [JSONMember("name", .string("Home"))])
        _ = try await house.ledger.push(
            Push(operations: [list, house.newTask(1, by: house.devices[0])]), to: house.account)
        let census = try #require(try await Census.take(of: database, now: now, page: 1))
        #expect(census.accounts == 2 && census.accountsWithLogin == 1)
        #expect(census.devices == 3 && census.devicesOfDay == 1)
        #expect(census.devicesOfWeek == 2 && census.devicesOfMonth == 3)
        #expect(census.tasks == 1 && census.lists == 1 && census.storedBytes > 0 && census.databaseBytes > 1_000_000)
        try await census.write(to: database)
        // An older one that ends later does not take its place.
        var older = census
        older.takenAt = now.adding(milliseconds: -1)
        older.tasks = 99
        try await older.write(to: database)
        #expect(try await Census.last(in: database) == census)
    }

    @Test func oneProcessTakesACensusEachHour() async throws {
        let log = Log(LogSink(format: .text), level: .error)
        let rounds = [CensusRound(house.database, log), CensusRound(house.database, log)]
        let now = Instant.now()
        var taken: [Bool] = []
        for minutes in [0, 1, 59, 61] as [Int64] {
            for round in rounds {
                taken.append(try await round.take { now.adding(milliseconds: minutes * 60_000) })
            }
        }
        #expect(taken == [true, false, false, false, false, false, true, false])
    }

    @Test func metricsTellWhatWasCounted() async throws {
        let figures = InstanceFigures(database: house.database, tally: house.ledger.tally, now: { [now] in now })
        func page() async -> String {
            var page = Exposition()
            await figures.figures()(&page)
            return String(decoding: page.bytes, as: UTF8.self)
        }
        try await pushTask()
        let before = await page()
        #expect(before.contains("daybook_operations_total 1\n") && !before.contains("daybook_instance_tasks "))
        await house.ledger.tally.write(to: house.database)
        try await Census.take(of: house.database, now: now)?.write(to: house.database)
        let after = await page()
        for line in [
            "daybook_instance_operations_today 1", "daybook_instance_accounts{login=\"no\"} 1",
            "daybook_instance_active_devices{days=\"30\"} 3", "daybook_instance_tasks 1",
        ] {
            #expect(after.contains(line + "\n"), "\(line)")
        }
    }
}
