import Postgres
import TestWire
import Testing

@Suite(.closing) struct TransactionTests {
    @Test func theFirstStatementTakesBeginAlong() async throws {
        let database = try openDatabase()
        try await database.transaction(isolation: .serializable, readOnly: true) { transaction in
            let row = try await transaction.run(
                "select current_setting('transaction_isolation'), current_setting('transaction_read_only')")[0]
            #expect(try row.decode((String, String).self) == ("serializable", "on"))
        }
        // Nothing run, nothing begun.
        try await database.transaction { _ in }
    }

    @Test func lostRacesAreRunAgain() async throws {
        let database = try openDatabase(reactors: 2)
        try await database.write("create table counter (id int8 primary key, n int8 not null)")
        try await database.write("insert into counter values (1, 0)")
        let runs = Tally()
        try await atOnce(0..<24) { _ in
            try await database.transaction(isolation: .serializable, attempts: 1_000) { transaction in
                runs.add()
                let rows = try await transaction.run("select n from counter where id = 1")
                let n = try rows[0].decode(0, as: Int.self)
                try await transaction.run("update counter set n = \(n + 1) where id = 1")
            }
        }
        #expect(try await database.value("select n from counter") == 24)
        #expect(runs.value == 24 + Int(database.statistics.retries))
    }

    @Test func retriesEnd() async throws {
        let database = try openDatabase()
        let runs = Tally()
        await #expect {
            try await database.transaction(attempts: 3) { transaction in
                runs.add()
                try await transaction.run("do $$ begin raise exception 'again' using errcode = '40001'; end $$")
            }
        } throws: { ($0 as? PostgresError)?.sqlState == .serializationFailure }
        #expect(runs.value == 3)
    }

    @Test func deadlocksResolveThemselves() async throws {
        let database = try openDatabase(reactors: 2)
        try await database.write("create table lock (id int8 primary key, n int8 default 0)")
        try await database.write("insert into lock values (1), (2)")
        let gate = Gate(parties: 2)
        try await atOnce([(1, 2), (2, 1)]) { (first, second) in
            let runs = Tally()
            try await database.transaction { transaction in
                try await transaction.run("update lock set n = n + 1 where id = \(first)")
                // Both hold one row before either asks for the other's.
                if runs.add() == 0 { await gate.pass() }
                try await transaction.run("update lock set n = n + 1 where id = \(second)")
            }
        }
        let rows = try await database.read("select n from lock")
        #expect(try rows.decode(Int.self) == [2, 2])
        #expect(database.statistics.retries >= 1)
    }

    @Test func aSwallowedErrorIsNotACommit() async throws {
        let database = try openDatabase()
        try await database.write("create table t (a int8)")
        await #expect(throws: PostgresError.self) {
            try await database.transaction { transaction in
                try await transaction.run("insert into t values (1)")
                _ = try? await transaction.run("select 1/0")
            }
        }
        #expect(try await database.read("select * from t").isEmpty)
    }

    @Test func severalStatementsTravelTogetherUpToTheFirstError() async throws {
        let database = try openDatabase()
        try await database.write("create table t (a int8 primary key)")
        let rows = try await database.transaction { transaction in
            try await transaction.run(["insert into t values (1)", "select a from t", "select count(*) from t"])
        }
        #expect(rows.count == 3)
        #expect(try rows[2][0].decode(0, as: Int.self) == 1)
        await #expect {
            try await database.transaction { transaction in
                try await transaction.commit(after: ["insert into t values (2)", "insert into t values (1)"])
            }
        } throws: { ($0 as? PostgresError)?.sqlState == .uniqueViolation }
        #expect(try await database.read("select a from t").count == 1)
    }

    /// A process that stands still in the middle of a change, or whose machine is gone, keeps nobody from changing the
    /// same. If it goes on later, it begins again.
    @Test func whoRestsTooLongLetsGoOfItsLocks() async throws {
        let database = try openDatabase { $0.transactionRest = .milliseconds(300) }
        try await database.write("create table lock (id int8 primary key, n int8 default 0)")
        try await database.write("insert into lock values (1)")
        let runs = Tally()
        try await database.transaction { transaction in
            try await transaction.run("update lock set n = n + 1 where id = 1")
            guard runs.add() == 0 else { return }
            // While this one says nothing.
            try await database.write("update lock set n = n + 10 where id = 1")
            try await transaction.run("select 1")
        }
        #expect(try await database.value("select n from lock") == 11)
        // More than twice where the machine itself was too busy to go on in time.
        #expect(runs.value >= 2)
    }

    /// Its rows may go to somebody who takes them slowly.
    @Test func whoOnlyReadsMayRest() async throws {
        let database = try openDatabase { $0.transactionRest = .milliseconds(300) }
        for readOnly in [false, true] {
            let limit: String = try await database.transaction(readOnly: readOnly) { transaction in
                try await transaction.run("select current_setting('idle_in_transaction_session_timeout')")[0].decode(0)
            }
            #expect(limit == (readOnly ? "0" : "300ms"))
        }
    }

    @Test func connectionsComeBackClean() async throws {
        let database = try openDatabase { $0.maximumConnections = 2 }
        struct Stop: Error {}
        for n in 0..<30 {
            _ = try? await database.transaction { transaction in
                try await transaction.run("select set_config('daybook.mark', \("\(n)"), true)")
                if n % 3 == 0 { throw Stop() }
                if n % 3 == 1 { try await transaction.run("select 1/0") }
            }
        }
        #expect(try await database.read("select 1").count == 1)
        #expect(database.statistics.openConnections <= 2)
        #expect(database.statistics.losses == 0)
    }

    @Test func afterTheEndThereIsNothing() async throws {
        let database = try openDatabase()
        await #expect {
            try await database.transaction { transaction in
                try await transaction.commit(after: ["select 1"])
                try await transaction.run("select 2")
            }
        } throws: { if case PostgresError.misuse = $0 { true } else { false } }
    }
}

/// Lets nobody pass before all have come.
actor Gate {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(parties: Int) { missing = parties }

    func pass() async {
        missing -= 1
        if missing == 0 {
            for waiter in waiting { waiter.resume() }
            waiting = []
        } else if missing > 0 {
            await withCheckedContinuation { waiting.append($0) }
        }
    }
}
