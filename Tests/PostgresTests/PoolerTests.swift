import TestPostgres
import TestWire
import Testing

@testable import Postgres

/// Behind PgBouncer as Debian has it: 1.18, which knows nothing of prepared statements.
@Suite(.serialized, .closing) struct PoolerTests {
    /// A server, and some processes' databases that share a few of its sessions.
    private func openDatabases(
        _ count: Int, usesNames: Bool
    ) async throws -> (server: TestPostgres, databases: [Database]) {
        let server = try await onThread { try TestPostgres() }
        let pooler = try TestPooler(before: server, .transaction)
        let url = pooler.url(try server.freshDatabase())
        let databases = try (0..<count).map { _ in
            try openDatabase(on: server, reactors: 2) {
                $0.url = url
                $0.usesNamedStatements = usesNames
            }
        }
        return (server, databases)
    }

    /// Sessions lose their statements meanwhile, as they do when a pooler replaces them.
    @Test(arguments: [true, false]) func everyAnswerIsTheOneToItsQuestion(usesNames: Bool) async throws {
        let (server, databases) = try await openDatabases(3, usesNames: usesNames)
        let (wrong, right, failed) = (Tally(), Tally(), Tally())
        let rounds = Proofs.scale(gate: 100, proof: 500)
        let forgetful = try openDatabase(on: server) {
            $0.url = databases[0].configuration.url
            $0.usesNamedStatements = false
        }
        async let replacements: Void = {
            while right.value + wrong.value + failed.value < 46 * rounds {
                try await forgetful.write("deallocate all")
                try await Task.sleep(for: .milliseconds(5))
            }
        }()
        await atOnce(0..<48) { worker in
            let database = databases[worker % databases.count]
            for round in 0..<rounds {
                let (text, value) = ((worker * 7 + round) % 60, worker * 1_000 + round)
                let query: Query =
                    "select \(unsafeSQL: "\(text)")::int8, \(value), current_setting('daybook.probe', true)"
                do {
                    let rows: Rows
                    switch round % 10 {
                    case 0:
                        rows = try await database.transaction { transaction in
                            try await transaction.run("select 1")
                            return try await transaction.commit(after: [query])[0]
                        }
                    case 1: rows = try await database.write(query)
                    default:
                        rows = try await database.read(query, under: LocalSetting("daybook.probe", "\(value)"))
                    }
                    let answer = try rows[0].decode((Int, Int, String?).self)
                    let scope = round % 10 < 2 ? nil : "\(value)"
                    let isRight =
                        answer == (text, value, scope ?? answer.2) && (scope != nil || answer.2 ?? "" == "")
                    (isRight ? right : wrong).add()
                } catch {
                    failed.add()
                }
            }
        }
        try await replacements
        print("\(right.value) right answers, \(wrong.value) wrong, \(failed.value) failures")
        #expect(wrong.value == 0 && failed.value == 0 && right.value == 48 * rounds)
        let unnamed = databases.reduce(0) { $0 + $1.statistics.poolsWithoutNames }
        #expect((unnamed > 0) == usesNames)
    }

    @Test func aPoolerInTransactionModeIsNoticed() async throws {
        let (_, named) = try await openDatabases(1, usesNames: true)
        for _ in 0..<3 {
            #expect(try await named[0].sessionKeeping() == .perTransaction(keepsStatements: false))
        }
        let (_, unnamed) = try await openDatabases(1, usesNames: false)
        #expect(try await unnamed[0].sessionKeeping() == .perTransaction(keepsStatements: true))
    }

    /// The session that came back first is given out next, or the one that came back last; one, or several.
    @Test(arguments: [1, 4], [0, 1]) func howThePoolerChoosesDoesNotMatter(connections: Int, roundRobin: Int)
        async throws
    {
        let server = try await onThread { try TestPostgres() }
        let pooler = try TestPooler(
            before: server, .transaction, connections: connections, settings: ["server_round_robin = \(roundRobin)"])
        let url = pooler.url(try server.freshDatabase())
        for usesNames in [true, false] where usesNames || connections > 1 {
            let database = try openDatabase(on: server) {
                $0.url = url
                $0.usesNamedStatements = usesNames
            }
            #expect(try await database.sessionKeeping() == .perTransaction(keepsStatements: !usesNames))
        }
    }

    @Test func sessionsOfTheirOwnAreLeftInPeace() async throws {
        let server = try await onThread { try TestPostgres() }
        let direct = try openDatabase(on: server)
        #expect(try await direct.sessionKeeping() == .perConnection)
        let pooler = try TestPooler(before: server, .session, connections: 20)
        let through = try openDatabase(on: server) { $0.url = pooler.url($0.url) }
        #expect(try await through.sessionKeeping() == .perConnection)
        #expect(try await through.sessionKeeping(url: direct.configuration.url) == .perConnection)
        #expect(direct.statistics.poolsWithoutNames == 0 && through.statistics.poolsWithoutNames == 0)
    }

    /// A session that outlived its client, with what was prepared there.
    @Test func aStatementThatIsThereAlreadyIsTheSame() async throws {
        let server = try await onThread { try TestPostgres() }
        let pooler = try TestPooler(
            before: server, .session, connections: 1,
            settings: ["server_reset_query = ", "server_reset_query_always = 0"])
        let url = pooler.url(try server.freshDatabase())
        for number in 0..<3 {
            try await closing {
                let database = try openDatabase(on: server) {
                    $0.url = url
                    $0.maximumConnections = 1
                }
                #expect(try await database.read("select \(number)")[0].decode(0, as: Int.self) == number)
                #expect(database.statistics.poolsWithoutNames == 0)
            }
        }
    }

    /// The pooler before the old primary leads to its successor's standby, and keeps its clients' connections.
    @Test(arguments: [true, false]) func nobodyReadsOrWritesAtAStandby(isProbed: Bool) async throws {
        let pair = try FailoverPair()
        atEnd { pair.stop() }
        let database = try openDatabase {
            $0.url = pair.pooledURL
            $0.usesNamedStatements = isProbed
            $0.outageGrace = .seconds(30)
        }
        if isProbed {
            #expect(try await database.sessionKeeping() == .perTransaction(keepsStatements: false))
        }
        try await database.write("create table line (number serial)")
        let insertion: Query = "insert into line values (default)"
        var written = 0
        for _ in 0..<3 {
            // Connections that are there when the pair fails over.
            try await atOnce(0..<6) { _ in
                _ = try await database.transaction { try await $0.run("select pg_sleep(0.05)") }
            }
            try await onThread { try pair.killPrimary() }
            for _ in 0..<20 {
                let (count, isStandby) = try await patiently {
                    try await database.read("select count(*), pg_is_in_recovery() from line")[0].decode(
                        (Int, Bool).self)
                }
                #expect(count >= written && !isStandby)
                try await patiently { try await database.write(insertion) }
                try await patiently { try await database.transaction { try await $0.run(insertion) } }
                written += 2
                let seen = try await patiently {
                    try await database.transaction(readOnly: true) {
                        try await $0.run("select count(*), pg_is_in_recovery() from line")[0].decode((Int, Bool).self)
                    }
                }
                #expect(seen.0 >= written && !seen.1)
            }
        }
    }

    /// What fails because nobody is there may be tried again: a connection may end under a statement once more.
    @discardableResult
    private func patiently<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        for _ in 0..<50 {
            do { return try await body() } catch let error as PostgresError where error.isUnavailable {}
            try await Task.sleep(for: .milliseconds(100))
        }
        return try await body()
    }

    @Test func aKilledPoolerIsRiddenThrough() async throws {
        let server = try await onThread { try TestPostgres() }
        let pooler = try TestPooler(before: server, .transaction)
        let url = pooler.url(try server.freshDatabase())
        let database = try openDatabase(on: server) {
            $0.url = url
            $0.usesNamedStatements = false
            $0.outageGrace = .seconds(30)
        }
        for number in 0..<5 {
            #expect(try await database.read("select \(number)")[0].decode(0, as: Int.self) == number)
            pooler.kill9()
            try pooler.start()
        }
        _ = try await database.read("select 1")
    }
}

@Suite struct StatementNameTests {
    @Test func aNameSaysTextAndTypes() {
        let names: Set = [
            StatementName.of("select 1", []), StatementName.of("select 1", [20]),
            StatementName.of("select 1", [0, 20]),
            StatementName.of("select 1", [20, 0]), StatementName.of("select 2", []),
        ]
        #expect(names.count == 5)
        #expect(names.allSatisfy { $0.count == 33 })
        #expect(StatementName.of("select 1", [20]) == StatementName.of("select 1", [20]))
        // Another process, built another day, says the same.
        #expect(StatementName.of("select 1", []) == "d887b969338f5fca44981bfcf5e9a1fda")
    }

    @Test(.closing) func aConnectionPreparesOnlySoMany() async throws {
        let database = try openDatabase { $0.maximumConnections = 2 }
        for number in 0..<(StatementTable.limit + 20) {
            #expect(try await database.value("select \(unsafeSQL: "\(number)")::int8") == number)
        }
        #expect(try await database.value("select count(*) from pg_prepared_statements") <= StatementTable.limit)
    }
}
