import DaybookCore
import Postgres
import TestPostgres
import Testing

@testable import DaybookStore
@testable import TestStore

/// Tables spread over the nodes of a cluster, where the tests are given one (CITUS=1); else that there is none.
@Suite(.closing) struct TableSpreadTests {
    @Test(.enabled(if: !TestPostgres.isSpread)) func oneServerSpreadsNothing() async throws {
        let database = try await openMigrated()
        #expect(try await TableSpread.load(from: database) == nil)
        let refusal = await #expect(throws: TableSpread.Refusal.self) { try await TableSpread.distribute(database) }
        #expect(refusal?.sentence.contains("CREATE EXTENSION citus") == true)
        #expect(try await !database.transaction { $0.isSpread })
    }

    @Test(.enabled(if: TestPostgres.isSpread)) func everyTableIsWhereItBelongs() async throws {
        let (database, _) = try openStorage()
        try await Migrator(try .embedded(), of: database).run(.up(to: nil))
        let before = try #require(try await TableSpread.load(from: database))
        #expect(!before.isBegun && before.misplaced.count > 20)
        let after = try await TableSpread.distribute(database)
        #expect(after.misplaced.isEmpty && after.passesSettings)
        let places = Dictionary(uniqueKeysWithValues: after.tables.map { ($0.name, $0.place) })
        for name in WallTests.directories.keys where name != "account" && name != "account_clock" {
            #expect(places[name] == .coordinator, "\(name)")
        }
        #expect(places["task"] == .spread && places["account"] == .spread && places["instance"] == .everywhere)
        #expect(try await TableSpread.distribute(database).misplaced.isEmpty, "nothing is left to do")
    }

    @Test(.enabled(if: TestPostgres.isSpread)) func rowsThatAreThereGoAlong() async throws {
        let (database, _) = try openStorage()
        try await Migrator(try .embedded(), of: database).run(.up(to: nil))
        for statement in try FilledDatabase.statements() {
            try await database.write(Query(unsafeSQL: statement), under: FilledDatabase.scope)
        }
        let tables = try await Schema.tables(of: database)
        func counts() async throws -> [Int] {
            var counts: [Int] = []
            for table in tables {
                let rows = try await database.read(
                    "SELECT count(*) FROM \(unsafeSQL: table)", under: FilledDatabase.scope)
                counts.append(try rows[0].decode(0))
            }
            return counts
        }
        let before = try await counts()
        _ = try await TableSpread.distribute(database)
        #expect(try await counts() == before)
    }
}
