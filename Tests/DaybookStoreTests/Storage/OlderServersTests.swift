import Foundation
import Migrations
import TestPostgres
import Testing

@testable import DaybookStore
@testable import TestStore

/// A newer release's migrations, seen by the program before it.
@Suite(.closing) struct OlderServersTests {
    static let goesOn = "-- older servers: go on\n"
    static let stops = "-- older servers: stop, because a column goes\n"
    static let first = MigrationText.made(1, forward: "CREATE TABLE a (x int);", backward: "DROP TABLE a;")

    /// What a program that knows one migration says of a database that a newer one has taken further.
    private func older(after heads: [String]) async throws -> Migrator {
        let (database, _) = try openStorage()
        let newer = heads.enumerated().map { index, head in
            MigrationText.made(index + 2, forward: "ALTER TABLE a ADD c\(index) int;", head: head)
        }
        try await Migrator(try MigrationSet([Self.first] + newer), of: database).run(.up(to: nil))
        return Migrator(try MigrationSet([Self.first]), of: database)
    }

    @Test func itServesBesideOneThatOnlyAdds() async throws {
        let migrator = try await older(after: [Self.goesOn, Self.goesOn])
        try await migrator.requireServable()
        #expect(try await migrator.run(.up(to: nil)).steps.isEmpty, "a start that may migrate has nothing to do")
        #expect(try await migrator.status().unknown == 2)
        let newer = MigrationError.databaseNewer(database: 3, binary: 1)
        await #expect(throws: newer) { try await migrator.requireCurrent() }
        await #expect(throws: newer) { try await migrator.run(.down(to: 0)) }
    }

    @Test(arguments: [[stops], [goesOn, stops], [stops, goesOn], [""]])
    func itDoesNotBesideAnyOther(_ heads: [String]) async throws {
        let migrator = try await older(after: heads)
        await #expect(throws: MigrationError.databaseNewer(database: heads.count + 1, binary: 1)) {
            try await migrator.requireServable()
        }
    }

    @Test func aRecordOfBeforeIsReadAndGetsTheColumn() async throws {
        let (database, _) = try openStorage()
        try await database.write(
            """
            CREATE TABLE daybook_migration (
                number integer PRIMARY KEY, name text, checksum text, state text, applied_at timestamptz)
            """)
        let migrator = Migrator(
            try MigrationSet([Self.first, .made(2, forward: "CREATE TABLE b (x int);", head: Self.goesOn)]),
            of: database)
        #expect(try await migrator.status().pending == 2)
        try await migrator.run(.up(to: nil))
        let kept = try await database.read("SELECT keeps_older::text FROM daybook_migration ORDER BY number").strings()
        #expect(kept == ["false", "true"])
    }

    @Test(arguments: [
        "DROP TABLE a;", "ALTER TABLE a DROP COLUMN x;", "ALTER TABLE a RENAME x TO y;", "TRUNCATE a;",
        "ALTER TABLE a ALTER COLUMN x SET NOT NULL;", "ALTER TABLE a ALTER COLUMN x TYPE bigint;",
        "ALTER TABLE a ADD CONSTRAINT small CHECK (x < 5);", "ALTER TABLE a ADD COLUMN y int NOT NULL;",
        "DROP FUNCTION f();", "ALTER TYPE t RENAME VALUE 'a' TO 'b';",
    ])
    func whatWouldBreakThemIsRefusedInAFileThatLetsThemGoOn(_ statement: String) throws {
        let error = #expect(throws: MigrationError.self) {
            try Migration(.made(1, forward: statement, head: Self.goesOn))
        }
        #expect(error?.description.contains("older servers") == true)
        #expect(try !Migration(.made(1, forward: statement, head: Self.stops)).rules.keepsOlderServers)
    }

    @Test(arguments: [
        "CREATE TABLE b (x int NOT NULL);", "ALTER TABLE a ADD COLUMN y int NOT NULL DEFAULT 0;",
        "ALTER TABLE a ADD COLUMN y int;", "CREATE INDEX a_x ON a (x);", "DROP INDEX a_x;",
        "ALTER TABLE b FORCE ROW LEVEL SECURITY;", "CREATE POLICY p ON b USING (true);",
    ])
    func whatOnlyAddsIsTaken(_ statement: String) throws {
        #expect(try Migration(.made(1, forward: statement, head: Self.goesOn)).rules.keepsOlderServers)
    }

    @Test(arguments: ["go", "go on for a while", "stop", "stop because", "no"])
    func anythingElseIsNoAnswer(_ answer: String) {
        #expect(throws: MigrationError.self) {
            try Migration(.made(1, forward: "SELECT 1;", head: "-- older servers: \(answer)\n"))
        }
    }

    /// Those before 34 are from before the question.
    @Test func everyNewMigrationAnswersIt() throws {
        for source in MigrationText.embedded where try Migration(source).number > 33 {
            #expect(source.text.contains("\n-- older servers: "), "\(source.file)")
        }
    }
}
