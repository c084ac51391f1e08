import Postgres
import TestWire
import Testing

/// Many callers' statements on few connections: what is one caller's error stays that caller's.
@Suite(.closing) struct PipelineTests {
    private let database: Database

    init() throws { database = try openDatabase() }

    @Test func anErrorHitsItsOwnStatementOnly() async throws {
        // All of them start in one turn of the reactor, so they share one sync.
        let reactor = try #require(database.reactor)
        let right = await atOnce(0..<40, on: reactor) { n in
            do throws(PostgresError) {
                let value: Int = try await database.value("select \(100) / \(n % 8)")
                return n % 8 != 0 && value == 100 / (n % 8)
            } catch {
                return n % 8 == 0 && error.sqlState == .divisionByZero
            }
        }
        #expect(right == Array(repeating: true, count: 40))
    }

    @Test func aStatementThatCannotBePreparedHitsItselfOnly() async throws {
        let reactor = try #require(database.reactor)
        for _ in 0..<3 {
            await atOnce(0..<30, on: reactor) { n in
                if n % 10 == 3 {
                    await #expect { try await database.read("select nonsense from nowhere") } throws: {
                        ($0 as? PostgresError)?.sqlState == .undefinedTable
                    }
                } else {
                    // Two texts by turns.
                    let query: Query = n % 2 == 0 ? "select \(n) + 1" : "select \(n) + 2"
                    await #expect(throws: Never.self) { () async throws in
                        #expect(try await database.value(query) == n + 1 + n % 2)
                    }
                }
            }
        }
    }

    @Test func writesCommitOneByOne() async throws {
        try await database.write("create table entry (n int8 primary key)")
        let reactor = try #require(database.reactor)
        let refused = await atOnce(0..<100, on: reactor) { n in
            // Every number comes twice: one of each pair must fail, and nothing else.
            do throws(PostgresError) {
                try await database.write("insert into entry values (\(n / 2))")
                return false
            } catch {
                return error.sqlState == .uniqueViolation
            }
        }
        #expect(refused.count { $0 } == 50)
        #expect(try await database.value("select count(*) from entry") == 50)
    }

    @Test func aFailedCommitIsAFailedWrite() async throws {
        try await database.write("create table a (id int8 primary key)")
        try await database.write("create table b (a int8 references a deferrable initially deferred)")
        // The statement itself succeeds; its commit does not.
        await #expect { try await database.write("insert into b values (1)") } throws: {
            ($0 as? PostgresError)?.sqlState == .foreignKeyViolation
        }
        try await database.write("insert into a values (1)")
        try await database.write("insert into b values (1)")
        #expect(try await database.value("select count(*) from b") == 1)
    }

    @Test func readsOfOneTurnShareATransaction() async throws {
        // Warmed, so that all wait for nothing but the end of the turn.
        _ = try await database.read("select 1")
        // A turn that is interrupted for long becomes two, so the best of some counts.
        var fewest = Int.max
        for _ in 0..<20 where fewest > 1 {
            let starts: [Int] = try await database.inOneTurn(0..<10) { _ in
                try await database.value("select (extract(epoch from now()) * 1000000)::int8")
            }
            // now() is the transaction's beginning.
            fewest = min(fewest, Set(starts).count)
        }
        #expect(fewest == 1)
    }

    /// Every turn brings statements that are new to the connection beside statements that fail, while earlier turns are
    /// still under way: what one turn prepared must be there for the next, whatever failed beside it.
    @Test func preparationsSurviveTheErrorsBesideThem() async throws {
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
                            let sum: Int = try await database.value("select \(unsafeSQL: "\(column)") + \(turn)")
                            #expect(sum == column + turn)
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
        try await database.write("create table t (a int8)")
        try await database.write("insert into t values (1)")
        func all() async throws -> Int { try await database.read("select * from t")[0].columnCount }
        #expect(try await all() == 1)
        try await database.write("alter table t add column b text")
        #expect(try await all() == 2)
        try await database.transaction { transaction throws in
            #expect(try await transaction.run("select * from t")[0].columnCount == 2)
        }
        try await database.write("alter table t add column c text")
        try await database.transaction { transaction throws in
            #expect(try await transaction.run("select * from t")[0].columnCount == 3)
        }
    }

    @Test func statementsWithoutNamesWorkToo() async throws {
        let database = try openDatabase { $0.usesNamedStatements = false }
        try await database.write("create table t (a int8)")
        for n in 0..<5 { try await database.write("insert into t values (\(n))") }
        let sum = try await database.read("select sum(a), count(*) from pg_prepared_statements, t group by name")
        #expect(sum.isEmpty)
        #expect(try await database.value("select sum(a) from t") == 10)
    }

    @Test func aCopyWhereNoneMayBeEndsWithAnErrorAndNothingElse() async throws {
        await #expect(throws: PostgresError.self) { try await database.read("copy (select 1) to stdout") }
        #expect(try await database.read("select 1").count == 1)
    }

    @Test func affectedRowsAreCounted() async throws {
        try await database.write("create table t (a int8)")
        let inserted = try await database.write("insert into t select generate_series(1, 7)")
        #expect(inserted.affected == 7 && inserted.commandTag == "INSERT 0 7")
        #expect(try await database.write("delete from t where a > 5").affected == 2)
    }
}
