import Postgres
import Reactor
import Testing

/// Many callers' statements on few connections: what is one caller's error stays that caller's.
@Suite(.closing) struct PipelineTests {
    @Test func anErrorHitsItsOwnStatementOnly() async throws {
        let database = try openDatabase()
        // All of them start in one turn of the reactor, so they share one sync.
        let reactor = try #require(database.reactor)
        let answers = await withTaskGroup(of: (Int, Result<Int, PostgresError>).self) { group in
            for n in 0..<40 {
                group.addTask(executorPreference: reactor) {
                    do throws(PostgresError) {
                        let rows = try await database.read("select \(100) / \(n % 8)")
                        return (n, .success(try rows[0].decode(0, as: Int.self)))
                    } catch {
                        return (n, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 40)
        for (n, answer) in answers {
            switch answer {
            case .success(let value): #expect(n % 8 != 0 && value == 100 / (n % 8))
            case .failure(let error): #expect(n % 8 == 0 && error.sqlState == .divisionByZero)
            }
        }
    }

    @Test func aStatementThatCannotBePreparedHitsItselfOnly() async throws {
        let database = try openDatabase()
        let reactor = try #require(database.reactor)
        for _ in 0..<3 {
            await withTaskGroup(of: Void.self) { group in
                for n in 0..<30 {
                    group.addTask(executorPreference: reactor) {
                        if n % 10 == 3 {
                            await #expect { try await database.read("select nonsense from nowhere") } throws: {
                                ($0 as? PostgresError)?.sqlState == .undefinedTable
                            }
                        } else if n % 2 == 0 {
                            await #expect(throws: Never.self) {
                                let rows = try await database.read("select \(n) + 1")
                                #expect(try rows[0].decode(0, as: Int.self) == n + 1)
                            }
                        } else {
                            await #expect(throws: Never.self) {
                                let rows = try await database.read("select \(n) + 2")
                                #expect(try rows[0].decode(0, as: Int.self) == n + 2)
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func writesCommitOneByOne() async throws {
        let database = try openDatabase()
        try await database.write("create table entry (n int8 primary key)")
        let reactor = try #require(database.reactor)
        let refused = await withTaskGroup(of: Bool.self) { group in
            for n in 0..<100 {
                // Every number comes twice: one of each pair must fail, and nothing else.
                group.addTask(executorPreference: reactor) {
                    do throws(PostgresError) {
                        try await database.write("insert into entry values (\(n / 2))")
                        return false
                    } catch {
                        return error.sqlState == .uniqueViolation
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 50)
        let count = try await database.read("select count(*) from entry")
        #expect(try count[0].decode(0, as: Int.self) == 50)
    }

    @Test func aFailedCommitIsAFailedWrite() async throws {
        let database = try openDatabase()
        try await database.write("create table a (id int8 primary key)")
        try await database.write("create table b (a int8 references a deferrable initially deferred)")
        // The statement itself succeeds; its commit does not.
        await #expect { try await database.write("insert into b values (1)") } throws: {
            ($0 as? PostgresError)?.sqlState == .foreignKeyViolation
        }
        try await database.write("insert into a values (1)")
        try await database.write("insert into b values (1)")
        let count = try await database.read("select count(*) from b")
        #expect(try count[0].decode(0, as: Int.self) == 1)
    }

    @Test func readsOfOneTurnShareATransaction() async throws {
        let database = try openDatabase()
        let reactor = try #require(database.reactor)
        // Warmed, so that all wait for nothing but the end of the turn.
        _ = try await database.read("select 1")
        // Begun by a task of the reactor's own, they all come to it in one turn.
        let starts = try await Task(executorPreference: reactor) {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let rows = try await database.read("select (extract(epoch from now()) * 1000000)::int8")
                        return try rows[0].decode(0, as: Int.self)
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
        }.value
        // now() is the transaction's beginning.
        #expect(starts.count == 1)
    }

    /// Every turn brings statements that are new to the connection beside statements that fail, while earlier turns are
    /// still under way: what one turn prepared must be there for the next, whatever failed beside it.
    @Test func preparationsSurviveTheErrorsBesideThem() async throws {
        let database = try openDatabase()
        let reactor = try #require(database.reactor)
        try await Task(executorPreference: reactor) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for turn in 0..<60 {
                    group.addTask {
                        let failed = try? await database.read(Query(unsafeSQL: "select nothing_\(turn)"))
                        #expect(failed == nil)
                    }
                    for column in [turn, turn / 2, turn / 3] {
                        group.addTask {
                            let rows = try await database.read("select \(unsafeSQL: "\(column)") + \(turn)")
                            #expect(try rows[0].decode(0, as: Int.self) == column + turn)
                        }
                    }
                    await Task.yield()
                    if turn % 4 == 0 { await reactor.sleep(for: .microseconds(100)) }
                }
                try await group.waitForAll()
            }
        }.value
    }

    @Test func aChangedSchemaCostsNothing() async throws {
        let database = try openDatabase()
        try await database.write("create table t (a int8)")
        try await database.write("insert into t values (1)")
        func all() async throws -> Int { try await database.read("select * from t")[0].columnCount }
        #expect(try await all() == 1)
        try await database.write("alter table t add column b text")
        #expect(try await all() == 2)
        try await database.transaction { transaction in
            let rows1 = try await transaction.run("select * from t")
            #expect(rows1[0].columnCount == 2)
        }
        try await database.write("alter table t add column c text")
        try await database.transaction { transaction in
            let rows2 = try await transaction.run("select * from t")
            #expect(rows2[0].columnCount == 3)
        }
    }

    @Test func statementsWithoutNamesWorkToo() async throws {
        let database = try openDatabase { $0.usesNamedStatements = false }
        try await database.write("create table t (a int8)")
        for n in 0..<5 { try await database.write("insert into t values (\(n))") }
        let sum = try await database.read("select sum(a), count(*) from pg_prepared_statements, t group by name")
        #expect(sum.isEmpty)
        let total = try await database.read("select sum(a) from t")
        #expect(try total[0].decode(0, as: Int.self) == 10)
    }

    @Test func aCopyWhereNoneMayBeEndsWithAnErrorAndNothingElse() async throws {
        let database = try openDatabase()
        await #expect(throws: PostgresError.self) { try await database.read("copy (select 1) to stdout") }
        let rows3 = try await database.read("select 1")
        #expect(rows3.count == 1)
    }

    @Test func affectedRowsAreCounted() async throws {
        let database = try openDatabase()
        try await database.write("create table t (a int8)")
        let inserted = try await database.write("insert into t select generate_series(1, 7)")
        #expect(inserted.affected == 7 && inserted.commandTag == "INSERT 0 7")
        let rows4 = try await database.write("delete from t where a > 5")
        #expect(rows4.affected == 2)
    }
}
