import Postgres
import TestWire
import Testing

/// Statements that share a transaction and yet each run under a setting of its own.
@Suite(.closing) struct LocalSettingTests {
    private let database: Database

    init() throws { database = try openDatabase() }

    /// What a statement sees of the setting; an empty one and none are the same.
    private static let seen: Query = "select coalesce(current_setting('test.scope', true), '')"

    private func setting(_ n: Int) -> LocalSetting? { n == 0 ? nil : LocalSetting("test.scope", "scope \(n)") }
    private func expected(_ n: Int) -> String { n == 0 ? "" : "scope \(n)" }

    @Test func everyReadOfATurnRunsUnderItsOwn() async throws {
        _ = try await database.read("select 1", under: setting(9))
        // Neighbours with the same, with another and with none.
        // A turn that is interrupted for long becomes two, so the best of some counts.
        var fewest = Int.max
        for _ in 0..<20 where fewest > 2 {
            let starts = try await database.inOneTurn([1, 1, 2, 0, 0, 2, 3, 1, 1, 0]) { n in
                let rows = try await database.read(
                    """
                    select coalesce(current_setting('test.scope', true), ''),
                        (extract(epoch from now()) * 1000000)::int8
                    """, under: setting(n))
                let (scope, start) = try rows[0].decode((String, Int).self)
                #expect(scope == expected(n))
                return start
            }
            // now() is the transaction's beginning; preparing ended at most one before it.
            fewest = min(fewest, Set(starts).count)
        }
        #expect(fewest <= 2)
        #expect(try await database.value(Self.seen) == "")
    }

    /// Statements that fail, statements that are new to the connection and statements of many settings, all in one
    /// stream.
    @Test func errorsAndPreparationsBesideItDoNotLoosenIt() async throws {
        let reactor = try #require(database.reactor)
        try await Task(executorPreference: reactor) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for n in 0..<400 {
                    group.addTask {
                        // Neighbours mostly share it, also across the end of a transaction that a preparation
                        // brings.
                        let scope = n / 4 % 5
                        if n % 7 == 3 {
                            let error = await #expect(throws: PostgresError.self) {
                                try await database.read("select 1 / \(n - n)", under: setting(scope))
                            }
                            #expect(error?.sqlState == .divisionByZero)
                        } else {
                            let seen: String = try await database.value(
                                """
                                select coalesce(current_setting('test.scope', true), '') as \
                                \(unsafeSQL: "c\(n % 3 == 0 ? n : 0)")
                                """, under: setting(scope))
                            #expect(seen == expected(scope))
                        }
                    }
                    if n % 20 == 0 { await reactor.sleep(for: .microseconds(100)) }
                }
                try await group.waitForAll()
            }
        }.value
    }

    @Test func aReadThatIsMovedKeepsIt() async throws {
        let reactor = try #require(database.reactor)
        // Behind a slow statement, so that they are taken elsewhere.
        let sleeper = Task(executorPreference: reactor) { try await database.read("select pg_sleep(600)") }
        try await Task(executorPreference: reactor) {
            let scopes: [String] = try await atOnce(0..<20, on: reactor) { n in
                try await database.value(Self.seen, under: setting(n % 3))
            }
            #expect(scopes == (0..<20).map { expected($0 % 3) })
        }.value
        sleeper.cancel()
        await #expect(throws: PostgresError.self) { try await sleeper.value }
    }

    /// A read waits for a lock; the transaction that holds it ends the process of the read, which is then run again.
    @Test func aReadThatIsRunAgainKeepsIt() async throws {
        let read = try await database.transaction { holder in
            try await holder.run("select pg_advisory_xact_lock(7)")
            let read = Task {
                try await database.read(
                    """
                    select coalesce(current_setting('test.scope', true), ''),
                        pg_advisory_xact_lock_shared(7)::text
                    """, under: setting(2))
            }
            try await eventually {
                try await holder.run(
                    """
                    select pg_terminate_backend(pid) from pg_locks
                    where locktype = 'advisory' and not granted
                        and database = (select oid from pg_database where datname = current_database())
                    """
                ).count == 1
            }
            return read
        }
        let rows = try await read.value
        #expect(try rows[0].decode(0, as: String.self) == expected(2))
        #expect(database.statistics.losses == 1)
    }

    @Test func aWriteHasIt() async throws {
        try await database.write("create table entry (scope text)")
        try await atOnce(0..<30) { n in
            try await database.write(
                "insert into entry values (coalesce(current_setting('test.scope', true), ''))",
                under: setting(n % 3))
        }
        let rows = try await database.read("select scope, count(*) from entry group by scope order by scope")
        let counts = try rows.decode((String, Int).self).map { "\($0.0):\($0.1)" }
        #expect(counts == [":10", "scope 1:10", "scope 2:10"])
    }

    @Test func settingsOfSeveralNamesDoNotMeet() async throws {
        try await database.inOneTurn(0..<40) { n in
            let name = "test.name\(n % 3)"
            let seen: String = try await database.value(
                """
                select concat(current_setting('test.name0', true), current_setting('test.name1', true),
                    current_setting('test.name2', true))
                """, under: LocalSetting(name, name))
            #expect(seen == name)
        }
    }

    @Test func oneThatIsRefusedIsTheErrorOfItsStatementAlone() async throws {
        try await database.inOneTurn(0..<20) { n in
            let isBad = n % 4 == 1
            let setting = isBad ? LocalSetting("work_mem", "a lot") : setting(n % 4)
            do throws(PostgresError) {
                let seen: String = try await database.value(Self.seen, under: setting)
                #expect(seen == expected(n % 4) && !isBad)
            } catch {
                #expect(isBad && error.sqlState?.description == "22023")
            }
        }
        await #expect(throws: PostgresError.self) {
            try await database.read("select 1", under: LocalSetting("test.scope", "a\0b"))
        }
    }

    @Test func itWorksWithoutNamesToo() async throws {
        let database = try openDatabase { $0.usesNamedStatements = false }
        try await database.inOneTurn(0..<30) { n throws in
            #expect(try await database.value(Self.seen, under: setting(n % 3)) == expected(n % 3))
        }
    }

    /// The wall it is for: a policy that shows the rows of the setting's owner.
    @Test func rowLevelSecurityShowsEachItsOwn() async throws {
        try await database.write("create table page (owner text primary key, text text)")
        try await database.write("insert into page select 'scope ' || n, 'of ' || n from generate_series(1, 9) as n")
        try await database.write("alter table page enable row level security, force row level security")
        try await database.write(
            "create policy own_rows on page using (owner = (select current_setting('test.scope', true)))")
        try await database.inOneTurn(0..<200) { n in
            // No WHERE: the statement is wrong, and sees nothing that is not its own all the same.
            let rows = try await database.read("select text from page", under: setting(n % 10))
            let texts = try rows.decode((String).self)
            #expect(texts == (n % 10 == 0 ? [] : ["of \(n % 10)"]))
        }
    }
}
