import Postgres
import Reactor
import Synchronization
import TestWire
import Testing

/// Callers that go away, and statements that take too long.
@Suite(.closing) struct CancellationTests {
    private func sleepers(_ database: Database) async throws -> Int {
        let rows = try await database.read(
            """
            select count(*) from pg_stat_activity where datname = current_database() and state = 'active'
            and query like '%pg_sleep%' and pid <> pg_backend_pid()
            """)
        return try rows[0].decode(0, as: Int.self)
    }

    @Test func aCancelledReadIsAnsweredAtOnceAndStopped() async throws {
        let database = try openDatabase()
        let task = Task { try await database.read("select pg_sleep(600)") }
        try await eventually { try await sleepers(database) == 1 }
        task.cancel()
        let error = await #expect(throws: PostgresError.self) { try await task.value }
        if case .cancelled = error {} else { Issue.record("\(String(describing: error))") }
        try await eventually { try await sleepers(database) == 0 }
        #expect(database.statistics.losses == 0)
    }

    @Test func othersOnTheSameConnectionAreNotHurt() async throws {
        let database = try openDatabase { $0.maximumConnections = 2 }
        // All share two connections; those behind the sleeper get their answers when it has been stopped.
        let reactor = try #require(database.reactor)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<6 {
                let sleeper = Task(executorPreference: reactor) { try await database.read("select pg_sleep(600)") }
                for n in 0..<10 {
                    group.addTask(executorPreference: reactor) {
                        let rows = try await database.read("select \(round * 100 + n)")
                        #expect(try rows[0].decode(0, as: Int.self) == round * 100 + n)
                    }
                }
                group.addTask {
                    await reactorTurn(reactor)
                    sleeper.cancel()
                    await #expect(throws: PostgresError.self) { try await sleeper.value }
                }
            }
            try await group.waitForAll()
        }
        try await eventually { try await sleepers(database) == 0 }
        #expect(database.statistics.losses == 0)
    }

    @Test func readsBehindASlowOneGoElsewhere() async throws {
        let database = try openDatabase()
        let reactor = try #require(database.reactor)
        // The slow one first and the others in the same turn, so that they are sent together.
        let (sleeper, sum) = try await Task(executorPreference: reactor) {
            let sleeper = Task(executorPreference: reactor) { try await database.read("select pg_sleep(600)") }
            let others = (0..<20).map { n in
                Task(executorPreference: reactor) {
                    try await database.read("select \(n)")[0].decode(0, as: Int.self)
                }
            }
            var sum = 0
            for other in others { sum += try await other.value }
            return (sleeper, sum)
        }.value
        #expect(sum == 190)
        try await eventually { try await sleepers(database) == 1 }
        sleeper.cancel()
        await #expect(throws: PostgresError.self) { try await sleeper.value }
        try await eventually { try await sleepers(database) == 0 }
        #expect(database.statistics.losses == 0)
    }

    @Test func aDeadlineStopsTheStatement() async throws {
        let database = try openDatabase()
        let error = await #expect(throws: PostgresError.self) {
            try await database.read("select pg_sleep(600)", timeout: .milliseconds(50))
        }
        if case .timedOut = error {} else { Issue.record("\(String(describing: error))") }
        try await eventually { try await sleepers(database) == 0 }
        #expect(database.statistics.errors["timed_out"] == 1)
    }

    @Test func aCancelledTransactionLeavesItsConnectionClean() async throws {
        let database = try openDatabase { $0.maximumConnections = 2 }
        try await database.write("create table t (a int8)")
        for _ in 0..<3 {
            let task = Task {
                try await database.transaction { transaction in
                    try await transaction.run("insert into t values (1)")
                    try await transaction.run("select pg_sleep(600)")
                }
            }
            try await eventually { try await sleepers(database) == 1 }
            task.cancel()
            await #expect(throws: PostgresError.self) { try await task.value }
        }
        // The one connection that may be leased works, and nothing was committed or left locked.
        try await database.transaction { transaction in
            let rows = try await transaction.run("select count(*) from t")
            #expect(try rows[0].decode(0, as: Int.self) == 0)
            try await transaction.run("lock table t in access exclusive mode nowait")
        }
        try await eventually { try await sleepers(database) == 0 }
        #expect(database.statistics.openConnections <= 2)
    }

    @Test func cancelledBeforeItBeganMeansNeverBegun() async throws {
        let database = try openDatabase()
        try await database.write("create table t (a int8)")
        let gate = Gate(parties: 2)
        let task = Task {
            await gate.pass()
            while !Task.isCancelled { await Task.yield() }
            try await database.write("insert into t values (1)")
        }
        await gate.pass()
        task.cancel()
        await #expect(throws: PostgresError.self) { try await task.value }
        let rows = try await database.read("select a from t")
        #expect(rows.isEmpty)
    }

    private func reactorTurn(_ reactor: Reactor) async { await Task(executorPreference: reactor) {}.value }

    /// A cancellation that was meant for somebody else, or an operator's, is no failure of a transaction that can be
    /// run again.
    @Test func aTransactionCancelledFromOutsideIsRunAgain() async throws {
        let database = try openDatabase()
        let attempts = Mutex(0)
        let answer = try await database.transaction { transaction in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            if attempt == 1 { try await transaction.run("SELECT pg_cancel_backend(pg_backend_pid())") }
            return try await transaction.run("SELECT 1").count
        }
        #expect(answer == 1)
        #expect(attempts.withLock { $0 } == 2)
    }
}
