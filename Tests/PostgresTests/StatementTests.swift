import Postgres
import Testing

@Suite(.closing) struct BasicTests {
    @Test func readsAndWrites() async throws {
        let database = try openDatabase()
        try await database.write("create table task (id bigint primary key, title text not null)")
        for id in 1...3 {
            let rows = try await database.write("insert into task values (\(id), \("title \(id)")) returning id")
            #expect(try rows.decode(Int.self) == [id])
        }
        let wanted = [1, 3]
        let rows = try await database.read("select id, title from task where id = any(\(wanted)) order by id")
        let decoded = try rows.decode((Int, String).self)
        #expect(decoded.map(\.0) == [1, 3])
        #expect(decoded.map(\.1) == ["title 1", "title 3"])
    }

    /// Which takes PostgreSQL a tenth of a second, for statements that take a millisecond.
    @Test func noStatementIsCompiledOrSplit() async throws {
        let database = try openDatabase()
        let asks: Query = "select current_setting('jit')"
        #expect(try await database.value(asks) == "off")
        let inside = try await database.transaction { try await $0.run(asks)[0].decode(0, as: String.self) }
        #expect(inside == "off")
        #expect(try await database.value("select current_setting('max_parallel_workers_per_gather')") == "0")
    }

    @Test func transactionsCommitAndRollBack() async throws {
        let database = try openDatabase()
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
        #expect(try await database.value("select sum(n) from entry") == 12)
    }
}
