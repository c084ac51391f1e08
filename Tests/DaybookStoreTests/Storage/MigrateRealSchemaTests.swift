import Postgres
import TestPostgres
import Testing

@testable import DaybookStore
@testable import TestStore

/// The migrations of this repository, on a real PostgreSQL.
@Suite(.closing) struct MigrateRealSchemaTests {
    /// The schema at every number on the way up.
    private func climb(_ migrator: Migrator, _ database: Database) async throws -> [[String]] {
        var schemas = [try await Schema.lines(of: database)]
        for number in 1...migrator.migrations.latest {
            try await migrator.run(.up(to: number))
            schemas.append(try await Schema.lines(of: database))
        }
        return schemas
    }

    private func descendAndClimbAgain(_ migrator: Migrator, _ database: Database, _ schemas: [[String]]) async throws {
        for number in (0..<migrator.migrations.latest).reversed() {
            guard reversible(migrator.migrations, downTo: number) else { break }
            try await migrator.run(.down(to: number))
            // PostgreSQL adds words to an enum and takes none away.
            var (lines, wanted) = (try await Schema.lines(of: database), schemas[number])
            if number == Self.beforeChecksAreLookedAt { lines = lines.map { $0.replacing(" NOT VALID f", with: " t") } }
            #expect(lines.map(Self.withoutNewWords) == wanted.map(Self.withoutNewWords), "down to \(number)")
        }
        try await migrator.run(.up(to: nil))
        #expect(try await Schema.lines(of: database) == schemas.last)
        try await migrator.requireCurrent()
    }

    /// The checks that `0040` puts back hold for what is written; whether they do for what is there, `0039` looks.
    private static let beforeChecksAreLookedAt = 39

    private static func withoutNewWords(_ line: String) -> String { line.replacing(",waiting", with: "") }

    private func reversible(_ migrations: MigrationSet, downTo number: Int) -> Bool {
        migrations.migrations.dropFirst(number).allSatisfy {
            if case .statements = $0.backward { true } else { false }
        }
    }

    @Test func upDownUpGivesTheSameSchemaOnAnEmptyDatabase() async throws {
        try await closing {
            let (database, _) = try openStorage()
            let migrator = Migrator(try .embedded(), of: database)
            let schemas = try await climb(migrator, database)
            #expect(schemas[0] != schemas[1], "the catalogue was not read")
            try await descendAndClimbAgain(migrator, database, schemas)
        }
        // In one go it is the same as step by step.
        try await closing {
            let (database, _) = try openStorage()
            let migrator = Migrator(try .embedded(), of: database)
            try await migrator.run(.up(to: nil))
            let whole = try await Schema.lines(of: database)
            let (other, _) = try openStorage()
            let stepwise = try await climb(Migrator(try .embedded(), of: other), other)
            #expect(stepwise.last == whole)
        }
    }

    @Test func upDownUpGivesTheSameSchemaOnAFilledDatabase() async throws {
        let (database, _) = try openStorage()
        let migrator = Migrator(try .embedded(), of: database)
        let schemas = try await climb(migrator, database)
        for statement in try FilledDatabase.statements() {
            try await database.write(Query(unsafeSQL: statement), under: FilledDatabase.scope)
        }
        for table in try await Schema.tables(of: database) {
            let rows = try await database.read(
                "SELECT count(*) FROM \(unsafeSQL: table)", under: FilledDatabase.scope
            ).first?.decode(0, as: Int.self)
            #expect((rows ?? 0) > 0, "FilledDatabase has no row for \(table)")
        }
        try await descendAndClimbAgain(migrator, database, schemas)
    }

    @Test func anInstanceHasOneRowWithItsOwnIdentity() async throws {
        let (database, _) = try openStorage()
        let migrator = Migrator(try .embedded(), of: database)
        func identities() async throws -> [String] {
            try await database.read("SELECT id::text || epoch::text FROM instance").strings()
        }
        try await migrator.run(.up(to: nil))
        let first = try await identities()
        #expect(first.count == 1)
        try await migrator.run(.down(to: 0))
        try await migrator.run(.up(to: nil))
        #expect(try await identities() != first)
        await #expect(throws: PostgresError.self) {
            try await database.write(
                "INSERT INTO instance VALUES (false, gen_random_uuid(), gen_random_uuid(), now(), now())")
        }
    }
}
