import Migrations
import Postgres
import Synchronization
import TestPostgres
import Testing

@testable import DaybookStore
@testable import TestStore

@Suite(.closing) struct MigratorTests {
    private let database: Database

    init() throws { database = try openStorage().0 }

    /// What a run reported, as words.
    final class Events: Sendable {
        private let events = Mutex<[MigrationEvent]>([])
        func add(_ event: MigrationEvent) { events.withLock { $0.append(event) } }
        var all: [MigrationEvent] { events.withLock { $0 } }
        var began: [String] {
            all.compactMap { if case .began(let file, _, _) = $0 { file } else { nil } }
        }
    }

    static let texts = [
        MigrationText.made(1, forward: "CREATE TABLE a (x int);", backward: "DROP TABLE a;"),
        .made(2, forward: "ALTER TABLE a ADD y text;\nCREATE INDEX a_y ON a (y);", backward: "ALTER TABLE a DROP y;"),
        .made(3, forward: "CREATE TABLE b (x int);", backward: "DROP TABLE b;"),
    ]

    @Test func aRunReportsRecordsAndEndsWhereItShould() async throws {
        let events = Events()
        let set = try MigrationSet(Self.texts)
        let migrator = Migrator(set, of: database) { events.add($0) }
        #expect(try await migrator.status().pending == 3)
        #expect(try await migrator.run(.up(to: 2)).steps.map(\.migration.number) == [1, 2])
        #expect(events.began == ["0001_m1.sql", "0002_m2.sql"])
        let status = try await migrator.status()
        #expect(status.lines.map(\.state) == [.applied, .applied, .pending])
        #expect(status.lines[0].appliedAt?.hasSuffix("Z") == true)
        #expect(status.lines[2].appliedAt == nil)
        #expect(!status.isCurrent && status.trouble == nil)
        let stored = try await database.read("SELECT checksum FROM daybook_migration ORDER BY number").strings()
        #expect(stored == set.migrations.prefix(2).map(\.checksum))
        await #expect(throws: MigrationError.stale(database: 2, binary: 3)) { try await migrator.requireCurrent() }
        try await migrator.run(.up(to: nil))
        try await migrator.requireCurrent()
        #expect(try await migrator.status().isCurrent)
        #expect(try await migrator.run(.up(to: nil)).steps.isEmpty)
        try await migrator.run(.down(to: 0))
        #expect(try await migrator.status().pending == 3)
        #expect(try await Schema.tables(of: database) == [])
    }

    @Test func planningAndAskingChangeNothing() async throws {
        let migrator = Migrator(try MigrationSet(Self.texts), of: database)
        let before = try await Schema.lines(of: database)
        let plan = try await migrator.plan(.up(to: nil))
        #expect(plan.steps.flatMap(\.statements).map(\.text).count == 4)
        _ = try await migrator.status()
        await #expect(throws: MigrationError.self) { try await migrator.requireCurrent() }
        #expect(try await Schema.lines(of: database) == before)
        let record = try await database.read("SELECT to_regclass('daybook_migration') IS NULL")
        #expect(try record.first?.decode(0, as: Bool.self) == true)
    }

    @Test func aFailingStatementIsNamedAndItsMigrationUndoneWhole() async throws {
        let set = try MigrationSet([
            Self.texts[0],
            .made(2, forward: "CREATE TABLE c (x int);\n\nINSERT INTO c VALUES (1);\nSELECT 1 / (x - 1) FROM c;"),
            .made(3, forward: "CREATE TABLE d (x int);"),
        ])
        let migrator = Migrator(set, of: database)
        let error = await #expect(throws: MigrationError.self) { try await migrator.run(.up(to: nil)) }
        guard case .failed("0002_m2.sql", 3, 6, "22012", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.code == "migration_failed")
        #expect(try await Schema.tables(of: database) == ["a"])
        #expect(try await migrator.status().lines.map(\.state) == [.applied, .pending, .pending])
    }

    /// The cut by lines leaves it to PostgreSQL to refuse what is not one whole statement.
    @Test(arguments: ["CREATE TABLE c (x int); COMMIT;", "SELECT $$a;\nb$$;"])
    func whatIsNotOneWholeStatementIsRefused(forward: String) async throws {
        let set = try MigrationSet([.made(1, forward: forward)])
        let error = await #expect(throws: MigrationError.self) {
            try await Migrator(set, of: database).run(.up(to: nil))
        }
        #expect(error?.code == "migration_failed")
        #expect(try await Schema.tables(of: database) == [])
    }

    @Test func anErrorSaysWhatTheServerSaidButNoValues() async throws {
        let texts = [
            MigrationText.made(1, forward: "CREATE TABLE t (x text);\nINSERT INTO t VALUES ('buy milk');"),
            .made(2, forward: "ALTER TABLE t ALTER x TYPE int USING x::int;"),
        ]
        let error = await #expect(throws: MigrationError.self) {
            try await Migrator(try MigrationSet(texts), of: database).run(.up(to: nil))
        }
        #expect(error?.description.contains("22P02") == true)
        #expect(error?.description.contains("milk") == false)
        let wrong = await #expect(throws: MigrationError.self) {
            try await Migrator(try MigrationSet([texts[0], .made(2, forward: "SELECT y FROM t;")]), of: database)
                .run(.up(to: nil))
        }
        #expect(wrong?.description.contains("column \"y\" does not exist") == true)
    }

    @Test func driftGapAndANewerDatabaseAreRefusedAndNothingIsDone() async throws {
        try await Migrator(try MigrationSet(Self.texts), of: database).run(.up(to: nil))
        let schema = try await Schema.lines(of: database)

        let older = Migrator(try MigrationSet(Array(Self.texts.prefix(2))), of: database)
        let drifted = Migrator(
            try MigrationSet([Self.texts[0], .made(2, forward: "SELECT 2;"), Self.texts[2]]), of: database)
        for (migrator, code) in [(older, "database_newer"), (drifted, "migration_drift")] {
            for goal in [MigrationGoal.up(to: nil), .down(to: 0)] {
                let error = await #expect(throws: MigrationError.self) { try await migrator.run(goal) }
                #expect(error?.code == code)
            }
            let error = await #expect(throws: MigrationError.self) { try await migrator.requireCurrent() }
            #expect(error?.code == code)
            #expect(try await migrator.status().trouble?.code == code)
        }
        #expect(try await older.status().lines.map(\.state) == [.applied, .applied, .unknown])
        #expect(try await drifted.status().lines.map(\.state) == [.applied, .drifted, .applied])

        try await database.write("DELETE FROM daybook_migration WHERE number = 2")
        let error = await #expect(throws: MigrationError.self) {
            try await Migrator(try MigrationSet(Self.texts), of: database).run(.down(to: 0))
        }
        #expect(error == .historyGap(missing: 2, present: 3))
        #expect(try await Schema.lines(of: database) == schema)
    }

    @Test func whatCannotRunInATransactionRunsWithoutAndIsRecognisedWhenInterrupted() async throws {
        let head = "-- no transaction: concurrently\n"
        let forward = "CREATE INDEX CONCURRENTLY i ON a (x);\nCREATE INDEX CONCURRENTLY j ON a (nothing);"
        let bare = try MigrationSet([Self.texts[0], .made(2, forward: forward, head: head)])
        let migrator = Migrator(bare, of: database)
        let first = await #expect(throws: MigrationError.self) { try await migrator.run(.up(to: nil)) }
        guard case .failed("0002_m2.sql", 2, 5, "42703", _) = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        #expect(try await migrator.status().lines.map(\.state) == [.applied, .unfinished])
        let unfinished = MigrationError.unfinished(number: 2, name: "m2", direction: .forward)
        for goal in [MigrationGoal.up(to: nil), .down(to: 0)] {
            await #expect(throws: unfinished) { try await migrator.run(goal) }
        }
        await #expect(throws: unfinished) { try await migrator.requireCurrent() }

        // What the refusal tells the operator to run is the way out of it.
        try await database.write("DROP INDEX i")
        let advice = unfinished.description.split(separator: "run: ").last?.dropLast(1)
        try await database.write(Query(unsafeSQL: String(advice ?? "")))
        #expect(try await migrator.status().lines.map(\.state) == [.applied, .pending])
    }

    @Test func aRepeatableOneIsTakenUpAgain() async throws {
        let set = try MigrationSet([
            Self.texts[0],
            .made(
                2, forward: "DROP INDEX CONCURRENTLY IF EXISTS i;\nCREATE INDEX CONCURRENTLY i ON a (x);",
                backward: "DROP INDEX CONCURRENTLY IF EXISTS i;",
                head: "-- no transaction: concurrently\n-- repeatable: the index is dropped first\n"),
        ])
        let migrator = Migrator(set, of: database)
        try await migrator.run(.up(to: nil))
        let schema = try await Schema.lines(of: database)
        for state in ["applying", "reverting"] {
            try await database.write("UPDATE daybook_migration SET state = \(state) WHERE number = 2")
            try await migrator.run(.up(to: nil))
            try await migrator.requireCurrent()
            #expect(try await Schema.lines(of: database) == schema)
        }
        try await migrator.run(.down(to: 0))
        #expect(try await Schema.tables(of: database) == [])
    }
}
