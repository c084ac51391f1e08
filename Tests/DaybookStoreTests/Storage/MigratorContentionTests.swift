import Migrations
import TestPostgres
import TestWire
import Testing

@testable import DaybookStore
@testable import TestStore

/// Migrations beside others: other migrators, long readers, and a server that dies.
@Suite(.closing) struct MigratorContentionTests {
    @Test func tenAtOnceApplyEachMigrationOnce() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let set = try MigrationSet([
            .made(1, forward: "CREATE TABLE a (x int);\nCREATE TABLE applied (number int);"),
            .made(2, forward: "INSERT INTO applied VALUES (2);\nSELECT pg_sleep(0.1);\nINSERT INTO a VALUES (1);"),
            // Waits for every old snapshot of the database, those of the nine others among them.
            .made(3, forward: "CREATE INDEX CONCURRENTLY i ON a (x);", head: "-- no transaction: concurrently\n"),
            .made(4, forward: "INSERT INTO applied VALUES (4);"),
        ])
        let events = MigratorTests.Events()
        try await atOnce(1...10) { _ in
            try await closing {
                let (database, _) = try openStorage(url: url)
                let migrator = Migrator(set, of: database) { events.add($0) }
                try await migrator.run(.up(to: nil))
                try await migrator.requireCurrent()
            }
        }
        #expect(events.began == ["0001_m1.sql", "0002_m2.sql", "0003_m3.sql", "0004_m4.sql"])
        try await closing {
            let (database, _) = try openStorage(url: url)
            let applied = try await database.read("SELECT number::text FROM applied ORDER BY number").strings()
            #expect(applied == ["2", "4"])
        }
    }

    @Test func whoeverWaitsTooLongForAnotherMigratorIsTold() async throws {
        let (database, _) = try openStorage()
        let key = Migrator.lockKey
        let events = MigratorTests.Events()
        try await database.transaction { holder in
            try await holder.run("SELECT pg_advisory_xact_lock(\(key))")
            var migrator = Migrator(try MigrationSet(MigratorTests.texts), of: database) { events.add($0) }
            migrator.patience.forLock = .milliseconds(200)
            let error = await #expect(throws: MigrationError.self) { try await migrator.run(.up(to: nil)) }
            #expect(error?.code == "migration_lock_busy")
        }
        #expect(events.all == [.waitingForLock])
        #expect(try await Schema.tables(of: database) == [])
    }

    /// In the middle of one without a transaction the record looks as after an interruption.
    @Test func oneThatAnotherIsInTheMiddleOfWasNotInterrupted() async throws {
        let (database, _) = try openStorage()
        let set = try MigrationSet([
            .made(1, forward: "CREATE TABLE a (x int);"),
            .made(2, forward: "CREATE INDEX CONCURRENTLY i ON a (x);", head: "-- no transaction: concurrently\n"),
        ])
        try await Migrator(set, of: database).run(.up(to: nil))
        try await database.write("UPDATE daybook_migration SET state = 'applying' WHERE number = 2")
        let key = Migrator.lockKey
        try await database.transaction { holder in
            try await holder.run("SELECT pg_advisory_xact_lock(\(key))")
            var migrator = Migrator(set, of: database)
            migrator.patience.forLock = .milliseconds(200)
            let error = await #expect(throws: MigrationError.self) { try await migrator.run(.up(to: nil)) }
            #expect(error?.code == "migration_lock_busy")
        }
        let error = await #expect(throws: MigrationError.self) {
            try await Migrator(set, of: database).run(.up(to: nil))
        }
        #expect(error == .unfinished(number: 2, name: "m2", direction: .forward))
    }

    /// While a transaction keeps reading a table, the migration that wants it steps back again and again, and everybody
    /// else reads on.
    @Test func aLongReaderHoldsUpTheMigrationAndNobodyElse() async throws {
        let (database, url) = try openStorage()
        let set = try MigrationSet(MigratorTests.texts)
        try await Migrator(set, of: database).run(.up(to: 1))
        let events = MigratorTests.Events()
        let (other, _) = try openStorage(url: url)
        var migrator = Migrator(set, of: other) { events.add($0) }
        migrator.patience.attempts = 10_000
        migrator.patience.pause = (.milliseconds(20), .milliseconds(50))
        let migration = try await database.transaction { reader in
            try await reader.run("SELECT count(*) FROM a")
            let migration = Task { [migrator] in try await migrator.run(.up(to: nil)) }
            var reads = 0
            while reads < 4 || events.all.count(where: { if case .postponed = $0 { true } else { false } }) < 3 {
                // Behind a migration that queued without a limit, this would stand until its deadline.
                _ = try await database.read("SELECT count(*) FROM a", timeout: .seconds(20))
                reads += 1
            }
            let columns = try await database.read(
                "SELECT attname::text FROM pg_attribute WHERE attrelid = 'a'::regclass AND attnum > 0"
            ).strings()
            #expect(columns == ["x"])
            return migration
        }
        // The reader has ended, so the next attempt succeeds.
        _ = try await migration.value
        try await migrator.requireCurrent()
    }

    @Test func aReaderThatNeverEndsIsNamedInTheEnd() async throws {
        let (database, url) = try openStorage()
        let set = try MigrationSet(MigratorTests.texts)
        try await Migrator(set, of: database).run(.up(to: 1))
        try await database.transaction { reader in
            let rows = try await reader.run("SELECT pg_backend_pid(), (SELECT count(*) FROM a)")
            let holder = try #require(try rows.first?.decode(0, as: Int32.self))
            try await reader.run("SELECT pg_sleep(1.1)")
            try await closing {
                let (other, _) = try openStorage(url: url)
                var migrator = Migrator(set, of: other)
                migrator.patience.attempts = 2
                let error = await #expect(throws: MigrationError.self) { try await migrator.run(.up(to: nil)) }
                #expect(
                    error
                        == .relationsBusy(file: "0002_m2.sql", statement: 1, attempts: 2, holders: [holder]))
                let states = try await migrator.status().lines.map(\.state)
                #expect(states == [.applied, .pending, .pending])
            }
        }
    }

    @Test func aStatementThatRunsTooLongEndsItsMigration() async throws {
        let (database, _) = try openStorage()
        let set = try MigrationSet([
            .made(1, forward: "CREATE TABLE a (x int);\nSELECT pg_sleep(60);", head: "-- statement timeout: 3s\n")
        ])
        let error = await #expect(throws: MigrationError.self) {
            try await Migrator(set, of: database).run(.up(to: nil))
        }
        guard case .failed("0001_m1.sql", 2, _, "57014", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await Schema.tables(of: database) == [])
    }

    /// Waits until a session of the database is in a statement that sleeps. It asks on connections of its own: a
    /// statement without a transaction shares its connection with whatever comes after it.
    private func waitForSleeper(_ url: String) async throws {
        let (database, _) = try openStorage(url: url)
        while try await database.read(
            "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"
        ).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// The first time it sleeps for long enough to be killed in it.
    static let sleepOnce = "SELECT pg_sleep(CASE WHEN EXISTS (SELECT FROM awake) THEN 0 ELSE 600 END);"

    @Test func aServerKilledInTheMiddleLeavesNothingHalfDone() async throws {
        let server = try await onThread { try TestPostgres(durable: true) }
        defer { server.stop() }
        let (database, url) = try openStorage(on: server)
        try await database.write("CREATE TABLE awake (x int)")
        let untouched = try await Schema.lines(of: database)
        let set = try MigrationSet([
            .made(
                1, forward: "CREATE TABLE a (x int);\n\(Self.sleepOnce)\nCREATE TABLE b (x int);",
                head: "-- statement timeout: 20min\n"),
            .made(2, forward: "CREATE TABLE c (x int);"),
        ])
        let migration = Task { try await Migrator(set, of: database).run(.up(to: nil)) }
        try await waitForSleeper(url)
        server.kill9()
        let error = await #expect(throws: MigrationError.self) { try await migration.value }
        #expect(error?.code == "database_unreachable")
        try server.start()

        try await closing {
            let (database, _) = try openStorage(url: url)
            let left = try await Schema.lines(of: database)
            #expect(left == untouched)
            try await database.write("INSERT INTO awake VALUES (1)")
            let migrator = Migrator(set, of: database)
            let states = try await migrator.status().lines.map(\.state)
            #expect(states == [.pending, .pending])
            try await migrator.run(.up(to: nil))
            try await migrator.requireCurrent()
            let tables = try await Schema.tables(of: database)
            #expect(tables == ["a", "awake", "b", "c"])
        }
    }

    @Test func killedInTheMiddleWithoutATransactionIsRecognised() async throws {
        let server = try await onThread { try TestPostgres(durable: true) }
        defer { server.stop() }
        let (database, url) = try openStorage(on: server)
        try await database.write("CREATE TABLE awake (x int)")
        let set = try MigrationSet([
            .made(
                1, forward: "CREATE TABLE a (x int);\n\(Self.sleepOnce)\nCREATE TABLE b (x int);",
                head: "-- no transaction: to be interrupted\n-- statement timeout: 20min\n")
        ])
        let migration = Task { try await Migrator(set, of: database).run(.up(to: nil)) }
        try await waitForSleeper(url)
        server.kill9()
        await #expect(throws: MigrationError.self) { try await migration.value }
        try server.start()
        try await closing {
            let (database, _) = try openStorage(url: url)
            let error = await #expect(throws: MigrationError.self) {
                try await Migrator(set, of: database).run(.up(to: nil))
            }
            #expect(error == .unfinished(number: 1, name: "m1", direction: .forward))
            let tables = try await Schema.tables(of: database)
            #expect(tables == ["a", "awake"])
        }
    }
}
