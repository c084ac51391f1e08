import Synchronization
import TestPostgres
import TestWire
import Testing

@testable import Postgres

/// The server dies in the middle of it all and comes back. Each test has a server of its own.
@Suite(.serialized, .closing) struct OutageTests {
    @Test func aKilledServerCostsErrorsAndNothingAfter() async throws {
        let server = try await onThread { try TestPostgres(durable: true) }
        let database = try openDatabase(on: server, reactors: 2) {
            $0.outageGrace = .milliseconds(100)
            // On a busy disk the server may take long to come back, which is no deadline of a statement.
            $0.statementTimeout = .seconds(120)
        }
        try await database.write("create table entry (n int8 primary key)")
        let (acknowledged, refused, next, stop) = (Tally(), Tally(), Tally(), Tally())
        let strange = Mutex<[String]>([])
        async let written = atOnce(0..<16) { worker in
            var mine: [Int] = []
            while stop.value == 0 {
                let n = next.add()
                do throws(PostgresError) {
                    if worker % 2 == 0 {
                        try await database.write("insert into entry values (\(n))")
                        mine.append(n)
                        acknowledged.add()
                    } else {
                        _ = try await database.read("select n from entry where n = \(n)")
                    }
                } catch {
                    if error.isUnavailable { refused.add() } else { strange.withLock { $0.append("\(error)") } }
                    await Task.yield()
                }
            }
            return mine
        }
        await eventually { acknowledged.value > 200 }
        server.kill9()
        let refusals = refused.value
        await eventually { refused.value > refusals + 50 }
        // While it is away, callers are told so, and soon.
        let error = await #expect(throws: PostgresError.self) { try await database.read("select 1") }
        #expect(error?.isUnavailable == true)
        #expect(database.connectionTrouble != nil)
        try server.start()
        let before = acknowledged.value
        await eventually { acknowledged.value > before + 200 }
        stop.add()
        // What was acknowledged is there.
        let all = await written.flatMap { $0 }
        #expect(strange.withLock { $0 } == [])
        #expect(try await database.value("select count(*) from entry where n = any(\(all))") == all.count)
        // Nothing is left of it, on either reactor.
        for reactor in database.reactors.reactors {
            await eventually {
                await Task(executorPreference: reactor) { (try? await database.read("select 1")) != nil }.value
            }
        }
        for _ in 0..<50 { _ = try await database.read("select 1") }
        try await database.transaction { transaction in try await transaction.run("select 1") }
        #expect(database.connectionTrouble == nil)
        // A request to stop something may be on its way for a moment longer.
        await eventually { database.statistics.waiting == 0 && database.statistics.leasedConnections == 0 }
        server.stop()
    }

    /// libpq writes a long statement while it is put together, so a connection that has just broken is met there, and
    /// not only by what ends the sync.
    @Test func aLongStatementIsAnsweredWhereTheServerHasJustDied() async throws {
        let server = try await onThread { try TestPostgres() }
        try await closing {
            let database = try openDatabase(on: server, reactors: 1) { $0.outageGrace = .milliseconds(100) }
            _ = try await database.read("select 1")
            let long = String(repeating: "x", count: 200_000)
            let answered = Tally()
            // On the reactor's thread, which thus cannot hear of the end before it sends.
            let asking = Task(executorPreference: database.reactors.reactors[0]) {
                server.kill9()
                let error = await #expect(throws: PostgresError.self) {
                    try await database.write("select length(\(long))")
                }
                #expect(error?.isUnavailable == true)
                answered.add()
            }
            await eventually { answered.value == 1 }
            asking.cancel()
            await asking.value
        }
        server.stop()
    }

    /// The first of those who waited finds that the connection has broken already; the others were promised it, too.
    @Test func whoWaitedForAConnectionThatBreaksAtOnceGoesOnWaiting() async throws {
        let server = try await onThread { try TestPostgres() }
        try await closing {
            let url = try server.freshDatabase()
            try await openDatabase { $0.url = url }.write("create table entry (n int8 primary key)")
            server.freeze()
            let database = try openDatabase {
                $0.url = url
                $0.maximumConnections = 2
                $0.outageGrace = .seconds(120)
                $0.queueTimeout = .seconds(120)
                $0.connectTimeout = .seconds(120)
            }
            let pool = database.pools[0]
            let (answered, lost) = (Tally(), Tally())
            var asking: [Task<Void, Never>] = []
            for number in 0..<6 {
                asking.append(
                    Task {
                        do throws(PostgresError) {
                            if number == 0 {
                                try await database.write("insert into entry values (\(number))")
                            } else {
                                _ = try await database.read("select n from entry")
                            }
                        } catch { if number > 0 { lost.add() } }
                        answered.add()
                    })
                // Each waits for itself.
                await eventually { database.statistics.waiting == number + 1 }
            }
            // It dies when it has let the pool in, and before that sends what waits.
            let deaths = Tally()
            await Task(executorPreference: pool.reactor) {
                pool.machine.failures = 1
                pool.tellOthersServerIsBack = { _ in
                    if deaths.add() == 0 { server.kill9() }
                }
            }.value
            server.thaw()
            await eventually { deaths.value > 0 }
            try await onThread { try server.start() }
            await eventually { answered.value == 6 }
            for task in asking { task.cancel() }
            for task in asking { await task.value }
            #expect(lost.value == 0, "reads are run again")
        }
        server.stop()
    }

    @Test func anOrderlyRestartIsRiddenThrough() async throws {
        let server = try await onThread { try TestPostgres() }
        try await closing {
            let database = try openDatabase(on: server) { $0.outageGrace = .seconds(60) }
            _ = try await database.read("select 1")
            try server.restart()
            // Reads and transactions wait for the server, and are run again where nothing was committed.
            #expect(try await database.read("select 1").count == 1)
            try await database.transaction { transaction in try await transaction.run("select 1") }
        }
        server.stop()
    }

    @Test func aKilledBackendIsReplaced() async throws {
        let database = try openDatabase()
        let pid = try await database.read("select pg_backend_pid()")[0].decode(0, as: Int32.self)
        try await database.transaction { transaction in
            try await transaction.run("select pg_terminate_backend(\(pid)) where \(pid) <> pg_backend_pid()")
        }
        for _ in 0..<20 { _ = try await database.read("select 1") }
        // A read that dies with its backend is run again elsewhere; a write is not, and says so.
        let error = await #expect(throws: PostgresError.self) {
            try await database.write("select pg_terminate_backend(pg_backend_pid())")
        }
        if case .connectionLost = error {} else { Issue.record("\(String(describing: error))") }
        #expect(error?.isUnavailable == true)
        #expect(try await database.read("select 1").count == 1)
    }

    @Test func aServerThatDoesNotAnswerIsGivenUp() async throws {
        let server = try await onThread { try TestPostgres() }
        try await closing {
            let database = try openDatabase(on: server)
            _ = try await database.read("select 1")
            server.freeze()
            let error = await #expect(throws: PostgresError.self) {
                try await database.read("select 2", timeout: .milliseconds(100))
            }
            if case .timedOut = error {} else { Issue.record("\(String(describing: error))") }
            server.thaw()
            #expect(try await database.read("select 3").count == 1)
        }
        server.stop()
    }

    /// A test that fails before it thaws its server must not keep all the others from ending.
    @Test func aFrozenServerCanBeStopped() async throws {
        let server = try await onThread { try TestPostgres() }
        server.freeze()
        server.stop()
        try server.start()
        server.stop()
    }

    private func openNowhere(_ url: String) throws -> Database {
        try openDatabase {
            $0.url = url
            $0.outageGrace = .milliseconds(50)
        }
    }

    @Test func noServerAtAllIsSaidClearly() async throws {
        let database = try openNowhere("postgresql:///x?host=/nonexistent/folder&password=geheim")
        let error = await #expect(throws: PostgresError.self) { try await database.read("select 1") }
        #expect(error?.description == "the database cannot be reached")
        let transaction = await #expect(throws: PostgresError.self) {
            try await database.transaction { try await $0.run("select 1") }
        }
        #expect(transaction?.isUnavailable == true)
        #expect(database.connectionTrouble?.contains("/nonexistent/folder") == true)
        #expect(database.connectionTrouble?.contains("geheim") == false)
    }

    @Test func anUnknownNameDoesNotStopTheLoop() async throws {
        let database = try openNowhere("postgresql://db.invalid/x")
        let error = await #expect(throws: PostgresError.self) { try await database.read("select 1") }
        #expect(error?.isUnavailable == true)
    }

    @Test func theFirstHostThatCanWriteIsFound() async throws {
        let database = try openDatabase { configuration in
            // The first host has no server.
            configuration.url = configuration.url.split(separator: "host=").joined(separator: "host=%2Fnonexistent,")
            configuration.url += "&target_session_attrs=read-write"
        }
        #expect(try await database.value("show transaction_read_only") == "off")
    }
}
