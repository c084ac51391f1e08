import Postgres
import Reactor
import Synchronization
import TestPostgres
import TestWire
import Testing

/// Somebody keeps a table locked. Who needs it waits; everybody else goes on. What is asked for here is answered while
/// the lock is held, which is the proof: nobody measures time.
@Suite(.closing) struct BlockedStatementTests {
    /// Two tables, one of them locked while the body runs.
    private func besideALock(
        connections: Int, _ body: @escaping @Sendable (Database) async throws -> Void,
        after: @escaping @Sendable (Database) async throws -> Void = { _ in }
    ) async throws {
        let database = try openDatabase {
            ($0.maximumConnections, $0.warmConnections, $0.statementTimeout) = (connections, 1, .seconds(100))
        }
        try await database.write("create table locked (n int8)")
        try await database.write("create table free (n int8)")
        let reactor = try #require(database.reactor)
        try await holding("locked", of: database.configuration.url) {
            try await Task(executorPreference: reactor) { try await body(database) }.value
        }
        try await Task(executorPreference: reactor) { try await after(database) }.value
        await eventually { database.statistics.leasedConnections == 0 && database.statistics.waiting == 0 }
        #expect(database.statistics.losses == 0)
        for n in 0..<20 { #expect(try await database.value("select \(n)") == n) }
    }

    /// What a service does that does not need the table: some of it at once, again and again.
    private static func goOn(_ database: Database, rounds: Int = 6) async throws {
        for round in 0..<rounds {
            try await atOnce(0..<12, on: Reactor.current) { n in
                switch n % 4 {
                case 0:
                    try await database.write("insert into free values (\(n))")
                case 1:
                    try await database.transaction { transaction in
                        try await transaction.run("select count(*) from free")
                        try await transaction.commit(after: ["insert into free values (\(n))"])
                    }
                case 2:
                    _ = try await database.read("select n from free where n = \(n)", under: LocalSetting("a.b", "\(n)"))
                default: #expect(try await database.value("select \(round)") == round)
                }
            }
        }
    }

    private static func read(_ database: Database) -> Task<Int, any Error> {
        Task(executorPreference: Reactor.current) { try await database.value("select count(*)::int8 from locked") }
    }

    @Test(arguments: [(1, 2), (4, 2), (1, 3), (8, 4), (20, 5)]) func readsHoldUpNobody(blocked: Int, connections: Int)
        async throws
    {
        let reads = Mutex<[Task<Int, any Error>]>([])
        try await besideALock(connections: connections) { database in
            // Before, beside and behind what goes on.
            for _ in 0..<blocked { reads.withLock { $0.append(Self.read(database)) } }
            try await Self.goOn(database)
            try await atOnce(0..<2, on: Reactor.current) { _ in
                reads.withLock { $0.append(Self.read(database)) }
                try await Self.goOn(database, rounds: 3)
            }
        } after: { _ in
            for read in reads.withLock({ $0 }) {
                let count = try await read.value
                #expect(count == 0)
            }
        }
    }

    /// Each of them keeps a connection, for it cannot be stopped without a doubt whether it happened.
    @Test func aWriteAndATransactionHoldUpNobodyWhileThereAreConnections() async throws {
        let blocked = Mutex<[Task<Void, any Error>]>([])
        try await besideALock(connections: 5) { database in
            for n in 0..<2 {
                let task = Task(executorPreference: Reactor.current) { () async throws -> Void in
                    if n == 0 {
                        try await database.write("insert into locked values (1)")
                    } else {
                        try await database.transaction { _ = try await $0.run("insert into locked values (1)") }
                    }
                }
                blocked.withLock { $0.append(task) }
                try await Self.goOn(database, rounds: 3)
            }
        } after: { database in
            for task in blocked.withLock({ $0 }) { try await task.value }
            #expect(try await database.value("select count(*)::int8 from locked") == 2)
        }
    }

    /// With the fewest connections that there can be, reads at least.
    @Test func readsPassAWriteThatIsBlocked() async throws {
        let blocked = Mutex<Task<Void, any Error>?>(nil)
        try await besideALock(connections: 2) { database in
            let write = Task(executorPreference: Reactor.current) {
                _ = try await database.write("insert into locked values (1)")
            }
            blocked.withLock { $0 = write }
            for n in 0..<200 {
                let answer: Int = try await database.value("select \(n)")
                #expect(answer == n)
            }
        } after: { _ in
            try await blocked.withLock { $0 }?.value
        }
    }

    /// A read that needs its time has it, although others wait all the while.
    @Test func aSlowReadIsAnsweredBesideManyOthers() async throws {
        let database = try openDatabase { $0.maximumConnections = 2 }
        try await database.write("create table free (n int8)")
        try await database.inOneTurn(0..<7) { n in
            if n == 0 { return _ = try await database.read("select pg_sleep(0.4)") }
            try await Self.goOn(database, rounds: 30)
        }
    }

    // MARK: The background

    @Test func theBackgroundSharesNoConnectionWithRequests() async throws {
        let database = try openDatabase(reactors: 2)
        func processes(_ ask: @escaping @Sendable () async throws -> Int) async throws -> Set<Int> {
            Set(try await atOnce(0..<60) { _ in try await ask() })
        }
        let query: Query = "select pg_backend_pid()::int8, pg_sleep(0.02)"
        let requests = try await processes { try await database.value(query) }
        let leases = try await processes { try await database.transaction { try await $0.run(query)[0].decode(0) } }
        let background = try await Database.inBackground {
            try await processes { try await Task { try await database.value(query) }.value }
                .union(try await processes { try await database.transaction { try await $0.run(query)[0].decode(0) } })
        }
        #expect(background.isDisjoint(with: requests) && background.isDisjoint(with: leases))
        #expect(background.count <= 4)
    }

    /// An idle process has no connections for work that it does not do.
    @Test func theBackgroundOpensWhatItNeedsAndClosesIt() async throws {
        let database = try openDatabase { $0.idleTimeout = .milliseconds(100) }
        _ = try await database.read("select 1")
        await eventually { database.statistics.openConnections == 1 }
        _ = try await Database.inBackground { try await database.read("select 1") }
        #expect(database.statistics.connects >= 2)
        await eventually { database.statistics.openConnections == 1 }
    }

    @Test func theBackgroundComesBackAfterAnOutage() async throws {
        let server = try TestPostgres()
        let database = try openDatabase(on: server) { $0.outageGrace = .milliseconds(50) }
        _ = try await Database.inBackground { try await database.read("select 1") }
        server.stop()
        await eventually {
            await Database.inBackground { (try? await database.read("select 1", timeout: .seconds(1))) == nil }
        }
        try server.start()
        await eventually {
            await Database.inBackground { (try? await database.read("select 1", timeout: .seconds(1))) != nil }
        }
    }
}

/// Holds a table locked while the body runs, on a connection of its own.
func holding(_ table: String, of url: String, _ body: () async throws -> Void) async throws {
    let reactors = try ReactorGroup(count: 1)
    let other = Database(DatabaseConfiguration(url: url), reactors: reactors)
    let failure = Mutex<(any Error)?>(nil)
    try await other.transaction(attempts: 1) { transaction in
        try await transaction.run(Query(unsafeSQL: "lock table \(table) in access exclusive mode"))
        do { try await body() } catch { failure.withLock { $0 = error } }
    }
    await other.close()
    reactors.stop()
    if let failure = failure.withLock({ $0 }) { throw failure }
}
