import Foundation
import Postgres
import TestPostgres
import Testing

@testable import DaybookStore
@testable import TestStore

/// A database of every earlier schema, in use, comes to the newest with every row as it was.
@Suite(.closing) struct MigrateRowsTests {
    /// By table; each row by column.
    private typealias Rows = [String: [[String: String]]]

    @Test(.enabled(if: !TestPostgres.isSpread)) func rowsOfEverySchemaComeForward() async throws {
        let filled = try await makeFilled()
        let latest = try MigrationSet.embedded().latest
        for number in (1..<latest).reversed() {
            let name = "\(filled)_\(number)"
            try TestPostgres.shared.execute("CREATE DATABASE \(name) TEMPLATE \(filled) OWNER daybook")
            try await closing {
                let (database, _) = try openStorage(url: TestPostgres.shared.url(database: name))
                let migrator = Migrator(try .embedded(), of: database)
                try await migrator.run(.down(to: number))
                let before = try rows(of: name)
                #expect(number < 2 || before["account"]?.count == 1, "\(number) has no account to begin with")
                try await migrator.run(.up(to: nil))
                let after = try rows(of: name)
                // When the server's own chores are due is its business, and 0019 has one done at once.
                for (table, old) in before where table != "chore" {
                    // A table that is gone, or a column, is not looked for.
                    guard let new = after[table], let columns = new.first?.keys else { continue }
                    let shared = Set(columns).intersection(old[0].keys)
                    #expect(old.map { $0.part(shared) } == new.map { $0.part(shared) }, "\(table) of schema \(number)")
                }
            }
            try TestPostgres.shared.execute("DROP DATABASE \(name)")
        }
    }

    /// One of the newest schema, without a connection to it.
    private func makeFilled() async throws -> String {
        let (database, url) = try openStorage()
        try await Migrator(try .embedded(), of: database).run(.up(to: nil))
        for statement in try FilledDatabase.statements() {
            try await database.write(Query(unsafeSQL: statement), under: FilledDatabase.scope)
        }
        await database.close()
        return TestPostgres.shared.name(of: url)
    }

    private func rows(of database: String) throws -> Rows {
        let tables = try TestPostgres.shared.query(
            """
            SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
                AND relname NOT LIKE 'daybook\\_migration%' ORDER BY 1
            """, database: database)
        var all: Rows = [:]
        for table in tables.compactMap({ $0[0] }) {
            let lines = try TestPostgres.shared.query(
                "SELECT to_jsonb(t)::text FROM \(table) AS t ORDER BY 1", database: database)
            let read = try lines.compactMap { line in
                let row = try JSONSerialization.jsonObject(with: Data((line[0] ?? "").utf8)) as? [String: Any]
                return row?.mapValues { "\($0)" }
            }
            if !read.isEmpty { all[table] = read }
        }
        return all
    }
}

extension [String: String] {
    fileprivate func part(_ columns: Set<String>) -> [String: String] { filter { columns.contains($0.key) } }
}
