import Postgres
import TestWire
import Testing

/// What was sent behind a read before anybody knew how slow it is does not wait for it.
@Suite(.closing) struct SlowReadTests {
    /// One connection is open, so what is asked for in one turn is sent on it behind the slow read.
    private func behindASlowRead(
        lasting seconds: Int, _ body: @escaping @Sendable (Database) async throws -> Void
    ) async throws {
        let database = try openDatabase { $0.warmConnections = 1 }
        let reactor = try #require(database.reactor)
        try await database.write("create table entry (text text)")
        try await Task(executorPreference: reactor) {
            let slow = Task(executorPreference: reactor) {
                try await database.read(
                    "select current_setting('test.scope', true), pg_sleep(\(seconds))",
                    under: LocalSetting("test.scope", "its own"))
            }
            try await Task(executorPreference: reactor) { try await body(database) }.value
            if seconds > 100 {
                slow.cancel()
                await #expect(throws: PostgresError.self) { try await slow.value }
            } else {
                let rows = try await slow.value
                #expect(try rows[0].decode(0, as: String.self) == "its own")
            }
        }.value
        await eventually { database.statistics.leasedConnections == 0 }
        #expect(database.statistics.losses == 0)
        for n in 0..<20 { #expect(try await database.value("select \(n)") == n) }
    }

    @Test func aWriteGoesFirst() async throws {
        try await behindASlowRead(lasting: 600) { database in
            try await database.write("insert into entry values ('written')", timeout: .seconds(20))
            #expect(try await database.read("select text from entry").count == 1)
        }
    }

    @Test func manyWritesGoFirstAndHappenOnce() async throws {
        try await behindASlowRead(lasting: 600) { database in
            try await atOnce(0..<100) { n in
                try await database.write("insert into entry values (\(String(n)))", timeout: .seconds(20))
            }
            let counts = try await database.read("select count(*), count(distinct text) from entry")
            #expect(try counts[0].decode((Int, Int).self) == (100, 100))
        }
    }

    @Test func aTransactionGoesFirst() async throws {
        try await behindASlowRead(lasting: 600) { database in
            try await database.transaction { transaction in
                try await transaction.run("insert into entry values ('written')", timeout: .seconds(20))
            }
            #expect(try await database.read("select text from entry").count == 1)
        }
    }

    @Test func theSlowReadIsAnsweredAllTheSame() async throws {
        try await behindASlowRead(lasting: 2) { database in
            try await database.write("insert into entry values ('written')", timeout: .seconds(20))
        }
    }

    /// A read may find itself behind one slow statement after the other; it comes through all the same.
    @Test func aReadPassesManySlowOnes() async throws {
        let database = try openDatabase {
            $0.maximumConnections = 8
            $0.warmConnections = 1
        }
        let reactor = try #require(database.reactor)
        try await Task(executorPreference: reactor) { () async throws in
            let slow = (0..<5).map { _ in
                Task(executorPreference: reactor) { try await database.read("select pg_sleep(600)") }
            }
            #expect(try await database.read("select 42", timeout: .seconds(30))[0].decode(0, as: Int.self) == 42)
            for task in slow {
                task.cancel()
                await #expect(throws: PostgresError.self) { try await task.value }
            }
        }.value
    }

    /// PostgreSQL keeps the answers of a sync until it is over, so nobody can tell which of its reads is the slow one.
    @Test(arguments: 0..<8) func quickReadsDoNotWaitForASlowOneBehindThem(round: Int) async throws {
        let database = try openDatabase { $0.warmConnections = 1 }
        let reactor = try #require(database.reactor)
        // Known to the connection from here on: a preparation would end the sync between them.
        _ = try await database.read("select pg_sleep(\(0.0))")
        _ = try await database.read("select \(0)")
        try await Task(executorPreference: reactor) { () async throws in
            let quick = (0..<5).map { n in
                Task(executorPreference: reactor) {
                    try await database.read("select \(n)", timeout: .seconds(20))[0].decode(0, as: Int.self)
                }
            }
            let slow = Task(executorPreference: reactor) { try await database.read("select pg_sleep(\(600.0))") }
            for (n, task) in quick.enumerated() { #expect(try await task.value == n) }
            slow.cancel()
            await #expect(throws: PostgresError.self) { try await slow.value }
        }.value
        #expect(database.statistics.losses == 0)
    }

    /// More slow reads than connections: they take turns, and what is written passes them all.
    @Test func severalSlowReadsTakeTurns() async throws {
        let database = try openDatabase {
            $0.maximumConnections = 3
            $0.warmConnections = 1
        }
        try await database.write("create table entry (n int8)")
        try await database.inOneTurn(0..<12) { n in
            async let answer: Int = database.value("select \(n), pg_sleep(0.3)")
            try await database.write("insert into entry values (\(n))", timeout: .seconds(20))
            #expect(try await answer == n)
        }
        let counts = try await database.read("select count(*), count(distinct n) from entry")
        #expect(try counts[0].decode((Int, Int).self) == (12, 12))
        await eventually { database.statistics.leasedConnections == 0 }
    }
}
