import Postgres
import TestWire
import Testing

@Suite(.closing) struct CopyTests {
    private let database: Database

    init() throws { database = try openDatabase() }

    @Test func rowsGoInAndComeOutAgain() async throws {
        try await database.write("create table t (id int8 primary key, note text)")
        let count = try await database.copyIn("copy t from stdin") { writer in
            var bytes: [UInt8] = []
            for n in 0..<20_000 {
                bytes += "\(n)\tnote \(n)\n".utf8
                // Cut anywhere, in the middle of rows, too.
                if bytes.count > 5_000 {
                    try await writer.write(bytes)
                    bytes = []
                }
            }
            try await writer.write(bytes)
        }
        #expect(count == 20_000)
        let limit = 15_000
        let text = try await database.copyOut(
            "copy (select id, note from t where id < \(limit) and note <> \("it's") order by id) to stdout"
        ) { reader in
            var all: [UInt8] = []
            for try await chunk in reader {
                #expect(chunk.last == UInt8(ascii: "\n"))
                all += chunk
            }
            return String(decoding: all, as: UTF8.self)
        }
        let lines = text.split(separator: "\n")
        #expect(lines.count == limit && lines[7] == "7\tnote 7" && lines.last == "14999\tnote 14999")
    }

    @Test func aSlowReaderSlowsTheServerAndFillsNoMemory() async throws {
        let total = try await database.copyOut(
            "copy (select n, repeat('x', 1000) from generate_series(1, 20000) n) to stdout"
        ) { reader in
            let iterator = reader.makeAsyncIterator()
            var bytes = try await iterator.next()?.count ?? 0
            // Nobody reads now. The server goes on until the socket is full, and stays in the middle of it.
            try await eventually {
                let rows = try await database.read(
                    """
                    select wait_event from pg_stat_activity
                    where datname = current_database() and query like 'copy (select n%' and state = 'active'
                    """)
                guard let row = rows.first else { return false }
                return try row.decode(0, as: String?.self) == "ClientWrite"
            }
            while let chunk = try await iterator.next() {
                #expect(chunk.count < 1 << 18)
                bytes += chunk.count
            }
            return bytes
        }
        #expect(total > 20_000_000)
    }

    @Test func aSlowServerSlowsTheWriter() async throws {
        try await database.write("create table t (a text)")
        try await database.write(
            "create function slow() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(42); return new; end $$"
        )
        try await database.write("create trigger slow before insert on t for each row execute function slow()")
        // The lock keeps the server from taking anything in.
        let written = Tally()
        let gate = Gate(parties: 2)
        async let holding: Void = database.transaction(attempts: 1) { transaction in
            try await transaction.run("select pg_advisory_xact_lock(42)")
            await gate.pass()
            // Long after the socket's buffers are full, the writer must still be waiting.
            var last = -1
            try await eventually {
                let now = written.value
                defer { last = now }
                try await Task.sleep(for: .milliseconds(200))
                return now > 0 && now == last
            }
            #expect(written.value < 60)
        }
        await gate.pass()
        let row = String(repeating: "y", count: 999) + "\n"
        let bytes = Array(String(repeating: row, count: 256).utf8)
        let rows = try await database.copyIn("copy t from stdin") { writer in
            for _ in 0..<80 {
                try await writer.write(bytes)
                written.add()
            }
        }
        #expect(rows == 80 * 256)
        try await holding
    }

    @Test func errorsEndACopyAndLeaveTheDatabaseUsable() async throws {
        struct Stop: Error {}
        try await database.write("create table t (id int8 primary key)")
        // Refused before it begins.
        await #expect { try await database.copyOut("copy nothing to stdout") { _ in } } throws: {
            ($0 as? PostgresError)?.sqlState == .undefinedTable
        }
        // Refused for what was sent.
        await #expect {
            try await database.copyIn("copy t from stdin") { try await $0.write(Array("1\n1\n".utf8)) }
        } throws: { ($0 as? PostgresError)?.sqlState == .uniqueViolation }
        // Given up by the writer.
        await #expect(throws: Stop.self) {
            try await database.copyIn("copy t from stdin") { writer in
                try await writer.write(Array("1\n2\n".utf8))
                throw Stop()
            }
        }
        // Given up by the reader, in the middle.
        let first = try await database.copyOut("copy (select generate_series(1, 10000000)) to stdout") { reader in
            for try await chunk in reader { return chunk.count }
            return 0
        }
        #expect(first > 0)
        // Not a copy at all.
        await #expect(throws: PostgresError.self) { try await database.copyOut("select 1") { _ in } }
        #expect(try await database.value("select count(*) from t") == 0)
        await eventually { database.statistics.leasedConnections == 0 }
    }

    @Test func aCancelledCopyIsStopped() async throws {
        let gate = Gate(parties: 2)
        let task = Task {
            try await database.copyOut("copy (select pg_sleep(0.01) from generate_series(1, 1000000)) to stdout") {
                reader in
                await gate.pass()
                for try await _ in reader {}
            }
        }
        await gate.pass()
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
        try await eventually {
            try await database.read(
                "select 1 from pg_stat_activity where datname = current_database() and query like 'copy (select pg_sleep%'"
            ).isEmpty
        }
    }

    @Test func aCopyIsPartOfItsTransaction() async throws {
        try await database.write("create table t (id int8)")
        let count = try await database.transaction { transaction in
            try await transaction.run("insert into t values (1)")
            try await transaction.copyIn("copy t from stdin") { try await $0.write(Array("2\n3\n".utf8)) }
            return try await transaction.run("select count(*) from t")[0].decode(0, as: Int.self)
        }
        #expect(count == 3)
    }
}
