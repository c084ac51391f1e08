import Postgres
import Reactor
import TestPostgres
import TestWire
import Testing

@Suite(.closing) struct PoolTests {
    @Test func anExhaustedPoolSaysSo() async throws {
        let database = try openDatabase {
            $0.maximumConnections = 2
            // Long enough for a connection to be opened on a busy machine.
            $0.queueTimeout = .seconds(3)
            $0.warmConnections = 2
        }
        _ = try await database.read("select 0")
        await eventually { database.statistics.openConnections == 2 }
        try await database.transaction { transaction in
            try await transaction.run("select 1")
            // The one other connection is for reads.
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { try await $0.run("select 2") }
            }
            #expect(error?.description == "no database connection came free in time")
            #expect(try await database.read("select 3").count == 1)
        }
        try await database.transaction { _ = try await $0.run("select 4") }
    }

    /// Nobody has asked for anything yet.
    @Test func warmConnectionsAreCountedAndGrowOldInSilence() async throws {
        let database = try openDatabase { ($0.warmConnections, $0.maximumAge) = (2, .milliseconds(100)) }
        await eventually { database.statistics.openConnections == 2 }
        await eventually { database.statistics.connects >= 6 }
    }

    @Test func whoGivesUpWaitingIsForgotten() async throws {
        let database = try openDatabase { $0.maximumConnections = 2 }
        try await database.transaction { transaction in
            try await transaction.run("select 1")
            let waiter = Task { try await database.transaction { try await $0.run("select 2") } }
            await eventually { database.statistics.waiting == 1 }
            waiter.cancel()
            await #expect(throws: PostgresError.self) { try await waiter.value }
        }
        await eventually { database.statistics.waiting == 0 && database.statistics.leasedConnections == 0 }
    }

    @Test func theNumberOfConnectionsIsSteady() async throws {
        let database = try openDatabase(reactors: 2) { $0.maximumConnections = 6 }
        try await database.write("create table t (a int8)")
        func connections() async throws -> Int {
            try await database.value("select count(*) from pg_stat_activity where datname = current_database()")
        }
        for round in 0..<4 {
            await atOnce(0..<120) { n in
                switch n % 5 {
                case 0: _ = try? await database.write("insert into t values (\(n))")
                case 1: _ = try? await database.transaction { try await $0.run("select \(n)/(\(n) % 2)") }
                case 2: _ = try? await database.read("select pg_sleep(0.02)", timeout: .milliseconds(5))
                case 3:
                    let task = Task { try await database.read("select pg_sleep(0.05)") }
                    task.cancel()
                    _ = try? await task.value
                default: _ = try? await database.read("select \(n) from t limit 1")
                }
            }
            let open = try await connections()
            #expect(open <= 6, "round \(round)")
        }
        await eventually { database.statistics.leasedConnections == 0 && database.statistics.waiting == 0 }
        // One that ends is known to PostgreSQL for a moment longer.
        try await eventually { try await connections() == database.statistics.openConnections }
    }

    @Test func closingLeavesNoConnectionBehind() async throws {
        let url = try TestPostgres.shared.freshDatabase()
        let reactors = try ReactorGroup(count: 2)
        let database = Database(DatabaseConfiguration(url: url), reactors: reactors)
        for n in 0..<20 { _ = try await database.read("select \(n)") }
        // What is under way may finish.
        let last = Task { try await database.read("select pg_sleep(0.1), 5") }
        await eventually { database.statistics.queries >= 20 }
        await Task.yield()
        await database.close()
        let error = await #expect(throws: PostgresError.self) { try await database.read("select 1") }
        if case .unavailable(.closed) = error {} else { Issue.record("\(String(describing: error))") }
        _ = try? await last.value
        reactors.stop()
        let other = try openDatabase()
        let name = url.split(separator: "?")[0].split(separator: "/").last.map(String.init) ?? ""
        try await eventually {
            try await other.read("select 1 from pg_stat_activity where datname = \(name)").isEmpty
        }
    }

    /// As in a server that is told to end while it starts. No sleep lasts in such a task, so waiting there would keep
    /// the reactor from all that it waits for.
    @Test(.timeLimit(.minutes(10))) func closingEndsWhereItsTaskWasCancelled() async throws {
        let (database, other) = (try openDatabase(), try openDatabase())
        let last = Task { try await database.read("select pg_sleep(0.3), 'at the end'") }
        try await eventually {
            let rows = try await other.read(
                "select 1 from pg_stat_activity where query like '%at the end%' and pid <> pg_backend_pid()")
            return !rows.isEmpty
        }
        let closing = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await database.close()
        }
        await closing.value
        _ = try? await last.value
        #expect(database.statistics.openConnections == 0)
    }

    @Test func figuresAddUp() async throws {
        let database = try openDatabase(reactors: 2)
        for n in 0..<25 { _ = try await database.read("select \(n)") }
        for _ in 0..<3 { _ = try? await database.read("select 1/0") }
        let figures = database.statistics
        #expect(figures.queries == 25)
        #expect(figures.latencies.reduce(0, +) == 25)
        #expect(figures.errors == ["22": 3])
        #expect(figures.openConnections >= 1 && figures.connects >= 1)
    }
}
