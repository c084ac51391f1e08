import Postgres
import Reactor
import Synchronization
import TestWire
import Testing

/// Callers that go away, and statements that take too long.
@Suite(.closing) struct CancellationTests {
    private let database: Database

    init() throws { database = try openDatabase() }

    private func sleepers(_ database: Database) async throws -> Int {
        try await database.value(
            """
            select count(*) from pg_stat_activity where datname = current_database() and state = 'active'
            and query like '%pg_sleep%' and pid <> pg_backend_pid()
            """)
    }

    @Test func aCancelledReadIsAnsweredAtOnceAndStopped() async throws {
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
                        let answer: Int = try await database.value("select \(round * 100 + n)")
                        #expect(answer == round * 100 + n)
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
        let reactor = try #require(database.reactor)
        // The slow one first and the others in the same turn, so that they are sent together.
        let (sleeper, numbers) = try await Task(executorPreference: reactor) {
            let sleeper = Task(executorPreference: reactor) { try await database.read("select pg_sleep(600)") }
            let numbers: [Int] = try await atOnce(0..<20, on: reactor) { n in try await database.value("select \(n)") }
            return (sleeper, numbers)
        }.value
        #expect(numbers == Array(0..<20))
        try await eventually { try await sleepers(database) == 1 }
        sleeper.cancel()
        await #expect(throws: PostgresError.self) { try await sleeper.value }
        try await eventually { try await sleepers(database) == 0 }
        #expect(database.statistics.losses == 0)
    }

    @Test func aDeadlineStopsTheStatement() async throws {
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

    /// A transaction that may not be run again does not get what was meant for the statement before it.
    @Test func aTransactionBeginsWhenNoCancelRequestIsUnderWay() async throws {
        let database = try openDatabase { $0.maximumConnections = 1 }
        for round in 0..<60 {
            // It ends by itself at about the time at which it is stopped.
            let seconds = 0.095 + 0.001 * Double(round % 30)
            async let abandoned = try? database.read("SELECT pg_sleep(\(seconds))", timeout: .milliseconds(20))
            try await Task.sleep(for: .milliseconds(5))
            try await database.transaction(attempts: 1) { transaction in
                for _ in 0..<3 { try await transaction.run("SELECT pg_sleep(0.003)") }
            }
            _ = await abandoned
        }
    }

    /// A cancellation that was meant for somebody else, or an operator's, is no failure of a transaction that can be
    /// run again.
    @Test func aTransactionCancelledFromOutsideIsRunAgain() async throws {
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
