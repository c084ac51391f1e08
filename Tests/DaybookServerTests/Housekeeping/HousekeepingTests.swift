import DaybookCore
import Postgres
import Synchronization
import TestPostgres
import TestWire
import Testing

@testable import DaybookHost
@testable import DaybookServer
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// Times are the tests' own; nothing here waits for the clock.
@Suite(.closing) struct HousekeepingTests {
    static let day = Instant.dayLength
    let start = Instant(milliseconds: 1_780_000_000_000)
    func after(_ days: Int64) -> Instant { start.adding(milliseconds: days * Self.day) }

    func openFilled() async throws -> (Database, SomeAccount) {
        let database = try await openMigrated()
        return (database, try await SomeAccount.make(in: database))
    }

    func housekeeping(
        _ database: Database, _ retention: Retention = Retention(), page: Int = 100, batch: Int = 500
    ) -> Housekeeping {
        var housekeeping = Housekeeping(
            database, retention, interval: Self.day, Log(LogSink(format: .text), level: .error))
        housekeeping.page = page
        housekeeping.batch = batch
        return housekeeping
    }

    @Test func whatHasExpiredGoes() async throws {
        let (database, account) = try await openFilled()
        let filled = try #require(Identifier("11111111-1111-4111-8111-111111111111"))
        try await database.transaction(of: filled) { transaction in
            for statement in try FilledDatabase.statements() {
                try await transaction.run(Query(unsafeSQL: statement))
            }
        }
        try await database.write(of: account.id, "UPDATE token SET expires_at = \(after(0))")
        let late = try #require(Instant("2027-11-21T09:15:00Z"))
        let housekeeping = housekeeping(database)
        #expect(try await housekeeping.dropExpired { late })
        #expect(try await !housekeeping.dropExpired { late }, "it is not due again")
        #expect(try await housekeeping.sweepAccounts { late } == 2)
        for table in ["pairing", "sign_in_attempt", "throttle"] {
            #expect(try await database.read("SELECT 1 FROM \(unsafeSQL: table)").isEmpty, "\(table)")
        }
        #expect(try await database.read(of: account.id, "SELECT 1 FROM token").isEmpty)
        #expect(try await !database.read("SELECT 1 FROM invite").isEmpty, "it has no end")
    }

    /// What an assistant comes in with is over each hour; it stays, with its device, as long as it may be renewed.
    @Test func whatMayBeRenewedStays() async throws {
        let (database, account) = try await openFilled()
        let digest = [UInt8](repeating: 7, count: 32)
        try await database.transaction(of: account.id) { transaction in
            try await transaction.run([
                "UPDATE token SET expires_at = \(after(0)) WHERE account_id = \(account.id)",
                """
                INSERT INTO assistant_grant SELECT account_id, token_id, \(digest), \(digest), \(digest), \(digest),
                    \(digest), \(after(0)), \(after(90)), device_id, token_id, \(digest), \(digest)
                FROM token WHERE account_id = \(account.id)
                """,
            ])
        }
        let housekeeping = housekeeping(database)
        func left() async throws -> [Int] {
            var counts: [Int] = []
            for rows in ["token", "assistant_grant", "device WHERE revoked_at IS NULL"] {
                counts.append(try await database.read(of: account.id, "SELECT 1 FROM \(unsafeSQL: rows)").count)
            }
            return counts
        }
        _ = try await housekeeping.sweepAccounts { after(80) }
        #expect(try await left() == [1, 1, 1])
        _ = try await housekeeping.sweepAccounts { after(92) }
        #expect(try await left() == [0, 0, 0])
    }

    @Test func whatWasProposedGoesWhenItIsOver() async throws {
        let (database, account) = try await openFilled()
        let digest = [UInt8](repeating: 7, count: 32)
        try await database.write(
            of: account.id,
            """
            INSERT INTO proposal SELECT account_id, token_id, device_id, \(after(0)), \(after(7)), NULL, '[]', \(digest)
            FROM token WHERE account_id = \(account.id)
            """)
        let housekeeping = housekeeping(database)
        func left() async throws -> Int {
            try await database.read(of: account.id, "SELECT 1 FROM proposal WHERE account_id = \(account.id)").count
        }
        _ = try await housekeeping.sweepAccounts { after(6) }
        #expect(try await left() == 1)
        _ = try await housekeeping.sweepAccounts { after(9) }
        #expect(try await left() == 0)
    }

    /// Accounts that have come to a revision, with a deleted task of each of these.
    private func openFilled(
        accounts count: Int, reaching revision: Int64, deleting revisions: ClosedRange<Int64>
    ) async throws -> (Database, [SomeAccount]) {
        let (database, account) = try await openFilled()
        var accounts = [account]
        while accounts.count < count { accounts.append(try await SomeAccount.make(in: database)) }
        for account in accounts {
            try await account.reach(revision, in: database)
            for task in revisions {
                try await account.addTask(UInt64(task), revision: task, deletedAt: start, in: database)
            }
        }
        return (database, accounts)
    }

    @Test func oneProcessAtATime() async throws {
        let (database, accounts) = try await openFilled(accounts: 41, reaching: 20, deleting: 1...20)
        let now = after(31)
        let seen = try await atOnce(0..<4) { _ in
            try await housekeeping(database, page: 7, batch: 3).sweepAccounts { now }
        }
        #expect(seen.compactMap { $0 } == [41], "\(seen)")
        for account in accounts {
            #expect(try await account.tasks(in: database) == [])
            #expect(try await account.minRevision(in: database) == 20)
        }
        #expect(try await housekeeping(database).sweepAccounts { now } == nil, "the next round is not due")
        #expect(try await housekeeping(database).sweepAccounts { after(33) } == 41)
    }

    @Test func anotherGoesOnWhereTheKilledOneWas() async throws {
        let (database, accounts) = try await openFilled(accounts: 10, reaching: 5, deleting: 5...5)
        // Killed while it works: its clock stops it in the middle, and it says nothing to anybody.
        struct Killed: Error {}
        let calls = Mutex(0)
        let killed = housekeeping(database, page: 2)
        let work = Task {
            try await killed.sweepAccounts {
                if calls.withLock({
                    $0 += 1; return $0
                }) > 20 {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                return self.after(31)
            }
        }
        let done = try? await work.value
        #expect(done ?? 0 < 10)

        let next = housekeeping(database, page: 2)
        #expect(try await next.sweepAccounts { after(31) } == nil, "it is still held")
        let rest = try await next.sweepAccounts { after(31).adding(milliseconds: 61_000) }
        #expect((rest ?? 0) < 10 && (rest ?? 0) > 0, "it began anew: \(String(describing: rest))")
        for account in accounts {
            #expect(try await account.tasks(in: database) == [])
            #expect(try await account.minRevision(in: database) == 5)
        }
    }

    @Test func anAccountThatCannotBeSweptKeepsNobodyFromIt() async throws {
        let (database, made) = try await openFilled(accounts: 3, reaching: 5, deleting: 5...5)
        let accounts = made.sorted { $0.id < $1.id }
        try await database.write(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'this row stays'; END $$
            """)
        try await database.write(
            """
            CREATE TRIGGER refuse BEFORE DELETE ON task FOR EACH ROW
            WHEN (OLD.account_id = \(unsafeSQL: "'\(accounts[0].id.text)'")) EXECUTE FUNCTION refuse()
            """)
        #expect(try await housekeeping(database).sweepAccounts { after(31) } == 3)
        #expect(try await accounts[0].tasks(in: database) != [])
        for account in accounts[1...] { #expect(try await account.tasks(in: database) == []) }
        try await database.write("DROP TRIGGER refuse ON task")
        #expect(try await housekeeping(database).sweepAccounts { after(33) } == 3)
        #expect(try await accounts[0].tasks(in: database) == [])
    }

    @Test func whoLostTheClaimStops() async throws {
        let (database, _) = try await openFilled()
        for _ in 0..<9 { _ = try await SomeAccount.make(in: database) }
        let other = housekeeping(database)
        let clock = Mutex(after(0))
        let calls = Mutex(0)
        // Suspended for longer than the claim counts, while another takes over.
        let seen = try await housekeeping(database, page: 2).sweepAccounts {
            let call = calls.withLock {
                $0 += 1; return $0
            }
            if call == 8 { clock.withLock { $0 = $0.adding(milliseconds: 120_000) } }
            return clock.withLock { $0 }
        }
        #expect((seen ?? 0) < 10)
        #expect(try await other.sweepAccounts { clock.withLock { $0 } } != nil)
    }
}
