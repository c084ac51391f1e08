import DaybookCore
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookCalendarIndex
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

@Suite(.closing) struct CalendarIndexTests {
    /// The first calendar program of a large account is answered by plans for what its calendar index holds by then.
    @Test(.enabled(if: !TestPostgres.isSpread)) func thePlannerHearsOfALargeCalendarIndex() async throws {
        let house = try await LedgerHouse.holding(tasks: 1_000)
        #expect(try await CalendarIndex(patience: .seconds(120)).bringUpToDate(house.account, in: house.database))
        let known: [Float] = try await house.database.read(
            "SELECT reltuples FROM pg_class WHERE relname = 'dav_resource' AND pg_table_is_visible(oid)"
        ).map { row in try row.decode(0) }
        #expect(known.count == 1 && known.allSatisfy { $0 >= 500 }, "\(known)")
    }

    /// However many tasks are in the index already, the next page of them looks for its own alone: also by plans that
    /// were made while PostgreSQL knew the table as empty.
    @Test(.enabled(if: !TestPostgres.isSpread)) func aPageReadsNothingOfThoseBeforeIt() async throws {
        let count = Proofs.scale(gate: 1_000, proof: 5_000)
        let house = try await LedgerHouse.holding(tasks: count)
        try await house.database.write("ANALYZE dav_resource, dav_body")
        try await closing {
            let (database, _) = try openStorage(url: house.database.configuration.url, named: "reader of pages")
            #expect(try await CalendarIndex(patience: .seconds(120)).bringUpToDate(house.account, in: database))
        }
        // What a session has read is told at its end.
        try await eventually {
            try await house.database.read(
                """
                SELECT 1 FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'reader of pages'
                """
            ).isEmpty
        }
        let read: Int = try await house.database.read(
            """
            SELECT sum(idx_tup_read)::bigint FROM pg_stat_user_indexes
            WHERE relname IN ('dav_resource', 'dav_body') OR indexrelname = 'task_pkey'
            """)[0].decode(0)
        #expect(read <= count)
    }

    /// Whoever had to leave is followed by somebody who goes on from there, also in another process.
    @Test func whatIsToldIsToldOnce() async throws {
        let house = try await LedgerHouse.holding(tasks: 450)
        for (isUp, told) in [(false, 200), (false, 400), (true, 450), (true, 450)] {
            #expect(try await CalendarIndex(patience: .zero).bringUpToDate(house.account, in: house.database) == isUp)
            #expect(try await house.told() == told)
        }
    }

    /// Programs ask on several connections at once, and ask again when they have waited long. One page is worked on at
    /// a time, and whoever waits for that holds no connection to the database.
    @Test func manyWhoAskWaitWithOneConnection() async throws {
        let house = try await LedgerHouse.holding(tasks: 450)
        let (database, _) = try openStorage(url: house.database.configuration.url)
        let index = CalendarIndex()
        let asking = try await house.database.transaction { transaction in
            try await transaction.run(
                "SELECT 1 FROM account_clock WHERE account_id = \(house.account) FOR UPDATE")
            let asking = (1...6).map { _ in
                Task(executorPreference: database.reactors.reactors[0]) {
                    try await index.bringUpToDate(house.account, in: database)
                }
            }
            let waiting: Query = """
                SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            try await eventually { try await !house.database.read(waiting).isEmpty }
            // Behind this all of them have come as far as they get.
            #expect(try await database.read("SELECT 1").count == 1)
            #expect(try await house.database.read(waiting).count == 1)
            // Two clients go away, and one of them had the turn, perhaps.
            for task in asking.prefix(2) { task.cancel() }
            return asking
        }
        for task in asking.dropFirst(2) { #expect(try await task.value) }
        #expect(try await house.told() == 450)
    }
}

extension LedgerHouse {
    fileprivate static func holding(tasks: Int) async throws -> LedgerHouse {
        let house = try await open()
        for first in stride(from: 1, through: tasks, by: 1_000) {
            let operations = (first...min(first + 999, tasks)).map { house.newTask(UInt64($0), by: house.devices[0]) }
            _ = try await house.ledger.push(Push(operations: operations), to: house.account)
        }
        return house
    }

    fileprivate func told() async throws -> Int {
        try await database.read(of: account, "SELECT count(*) FROM dav_resource WHERE account_id = \(account)")[0]
            .decode(0)
    }
}
