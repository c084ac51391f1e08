import Postgres
import Reactor
import TestPostgres
import Testing

/// A database of the test's own, with the reactors that serve it.
func withDatabase(
    on server: TestPostgres = .shared, reactors count: Int = 1,
    configure: (inout DatabaseConfiguration) -> Void = { _ in },
    _ body: (Database) async throws -> Void
) async throws {
    let reactors = try ReactorGroup(count: count)
    var configuration = DatabaseConfiguration(url: try server.freshDatabase())
    configure(&configuration)
    let database = Database(configuration, reactors: reactors)
    do {
        try await body(database)
    } catch {
        await database.close()
        reactors.stop()
        throw error
    }
    await database.close()
    reactors.stop()
}

@Suite struct BasicTests {
    @Test func readsAndWrites() async throws {
        try await withDatabase { database in
            try await database.write("create table task (id bigint primary key, title text not null)")
            for id in 1...3 {
                let rows = try await database.write("insert into task values (\(id), \("title \(id)")) returning id")
                #expect(try rows[0].decode(0, as: Int.self) == id)
            }
            let wanted = [1, 3]
            let rows = try await database.read("select id, title from task where id = any(\(wanted)) order by id")
            let decoded = try rows.decode((Int, String).self)
            #expect(decoded.map(\.0) == [1, 3])
            #expect(decoded.map(\.1) == ["title 1", "title 3"])
        }
    }

    @Test func transactionsCommitAndRollBack() async throws {
        try await withDatabase { database in
            try await database.write("create table entry (n int)")
            try await database.transaction { transaction in
                try await transaction.run("insert into entry values (\(Int32(1)))")
                try await transaction.run("insert into entry values (\(Int32(2)))")
            }
            struct Stop: Error {}
            await #expect(throws: Stop.self) {
                try await database.transaction { transaction in
                    try await transaction.run("insert into entry values (3)")
                    throw Stop()
                }
            }
            try await database.transaction { transaction in
                try await transaction.commit(after: ["insert into entry values (4)", "insert into entry values (5)"])
            }
            let sum = try await database.read("select sum(n) from entry")
            #expect(try sum[0].decode(0, as: Int.self) == 12)
        }
    }
}
