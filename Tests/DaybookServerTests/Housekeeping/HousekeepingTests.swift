import DaybookCore
import Postgres
import Synchronization
import TestPostgres
import Testing

@testable import DaybookServer

/// Times are the tests' own; nothing here waits for the clock.
@Suite struct HousekeepingTests {
    static let day = Instant.dayLength
    let start = Instant(milliseconds: 1_780_000_000_000)
    func after(_ days: Int64) -> Instant { start.adding(milliseconds: days * Self.day) }

    private func withFilled(_ body: (Database, SomeAccount) async throws -> Void) async throws {
        try await withStorage { database, _ in
            try await Migrator(try .embedded(), of: database).run(.up(to: nil))
            try await body(database, try await SomeAccount.make(in: database))
        }
    }

    private func housekeeping(
        _ database: Database, _ retention: Retention = Retention(), page: Int = 100, batch: Int = 500
    ) -> Housekeeping {
        var housekeeping = Housekeeping(
            database, retention, interval: Self.day, Log(LogSink(format: .text), level: .error))
        housekeeping.page = page
        housekeeping.batch = batch
        return housekeeping
    }

    @Test func tombstonesGoWhenTheirTimeIsOverAndEverybodyHasReadThem() async throws {
        try await withFilled { database, account in
            try await account.fill(revision: 40, in: database)
            try await account.addTask(1, revision: 10, deletedAt: start, in: database)
            try await account.addTask(2, revision: 20, deletedAt: start, in: database)
            try await account.addTask(3, revision: 30, deletedAt: after(29), in: database)
            try await account.addTask(4, revision: 40, deletedAt: nil, in: database)
            try await account.acknowledge(15, at: after(30), in: database)
            let sweep = AccountSweep(database: database, retention: Retention())

            try await sweep.run(account.id, now: after(30))
            #expect(try await account.tasks(in: database) == [1, 2, 3, 4], "the 30 days are not over")
            try await sweep.run(account.id, now: after(31))
            #expect(try await account.tasks(in: database) == [2, 3, 4])
            #expect(try await account.minRevision(in: database) == 10)
            // A device that has not been seen for 45 days holds nothing back any more.
            try await sweep.run(account.id, now: after(74))
            #expect(try await account.tasks(in: database) == [2, 3, 4])
            try await sweep.run(account.id, now: after(76))
            #expect(try await account.tasks(in: database) == [4])
            #expect(try await account.minRevision(in: database) == 30)
        }
    }

    @Test func aRevokedDeviceHoldsNothingBack() async throws {
        try await withFilled { database, account in
            try await account.fill(revision: 10, in: database)
            try await account.addTask(1, revision: 10, deletedAt: start, in: database)
            try await account.acknowledge(0, at: after(31), in: database)
            let sweep = AccountSweep(database: database, retention: Retention())
            try await sweep.run(account.id, now: after(31))
            #expect(try await account.tasks(in: database) == [1])
            try await database.write(of: account.id, "UPDATE device SET revoked_at = \(after(31))")
            try await sweep.run(account.id, now: after(31))
            #expect(try await account.tasks(in: database) == [])
        }
    }

    @Test func aListStaysWhileARowNamesIt() async throws {
        try await withFilled { database, account in
            try await account.fill(revision: 30, in: database)
            try await account.addList(1, revision: 10, deletedAt: start, in: database)
            try await account.addList(2, revision: 11, deletedAt: start, in: database)
            try await account.addTask(1, revision: 20, deletedAt: after(5), list: 1, in: database)
            try await account.addTask(2, revision: 21, deletedAt: start, list: 2, in: database)
            let sweep = AccountSweep(database: database, retention: Retention())
            try await sweep.run(account.id, now: after(31))
            #expect(try await account.lists(in: database) == [1])
            #expect(try await account.tasks(in: database) == [1])
            #expect(try await account.minRevision(in: database) == 21)
            try await sweep.run(account.id, now: after(36))
            #expect(try await account.lists(in: database) == [])
        }
    }

    @Test func theLedgerStaysForEverUnlessToldOtherwise() async throws {
        try await withFilled { database, account in
            try await account.fill(revision: 30, in: database)
            for revision in 1...30 {
                try await account.addChange(Int64(revision), at: after(Int64(revision)), in: database)
            }
            try await account.acknowledge(5, at: after(100), in: database)
            func left() async throws -> Int {
                try await database.read(of: account.id, "SELECT count(*) FROM change").first?.decode(0, as: Int.self)
                    ?? 0
            }
            try await AccountSweep(database: database, retention: Retention()).run(account.id, now: after(10_000))
            #expect(try await left() == 30)
            var sweep = AccountSweep(database: database, retention: Retention(ledger: 90 * Self.day))
            sweep.batch = 3
            try await sweep.run(account.id, now: after(90))
            #expect(try await left() == 30, "nothing is 90 days old")
            try await sweep.run(account.id, now: after(111))
            #expect(try await left() == 25, "the device may send the others again")
            try await account.acknowledge(30, at: after(111), in: database)
            try await sweep.run(account.id, now: after(111))
            #expect(try await left() == 10, "those of the last 90 days stay")
            #expect(try await account.minRevision(in: database) == 0, "rows are not touched")
        }
    }

    @Test func whatHasExpiredGoes() async throws {
        try await withFilled { database, account in
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
    }

    @Test func oneProcessAtATime() async throws {
        try await withFilled { database, account in
            var accounts = [account]
            for _ in 0..<40 { accounts.append(try await SomeAccount.make(in: database)) }
            for account in accounts {
                try await account.fill(revision: 20, in: database)
                for task in 1...20 {
                    try await account.addTask(UInt64(task), revision: Int64(task), deletedAt: start, in: database)
                }
            }
            let now = after(31)
            let seen = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<4 {
                    let housekeeping = housekeeping(database, page: 7, batch: 3)
                    group.addTask { try await housekeeping.sweepAccounts { now } }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(seen.compactMap { $0 } == [41], "\(seen)")
            for account in accounts {
                #expect(try await account.tasks(in: database) == [])
                #expect(try await account.minRevision(in: database) == 20)
            }
            #expect(try await housekeeping(database).sweepAccounts { now } == nil, "the next round is not due")
            #expect(try await housekeeping(database).sweepAccounts { after(33) } == 41)
        }
    }

    @Test func anotherGoesOnWhereTheKilledOneWas() async throws {
        try await withFilled { database, account in
            var accounts = [account]
            for _ in 0..<9 { accounts.append(try await SomeAccount.make(in: database)) }
            for account in accounts {
                try await account.fill(revision: 5, in: database)
                try await account.addTask(1, revision: 5, deletedAt: start, in: database)
            }
            // Killed while it works: its clock stops it in the middle, and it says nothing to anybody.
            struct Killed: Error {}
            let calls = Mutex(0)
            let killed = housekeeping(database, page: 2)
            let work = Task {
                try await killed.sweepAccounts {
                    if calls.withLock({
                        $0 += 1; return $0
                    }) > 12 {
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
    }

    @Test func whoLostTheClaimStops() async throws {
        try await withFilled { database, _ in
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

    @Test func aLookAtAnAccountDoesNotReadItsTasks() async throws {
        try await withFilled { database, account in
            try await account.fill(revision: 20_000, in: database)
            try await database.write(
                of: account.id,
                """
                INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, sort_order, bucket, carry_count,
                    sticky, auto_carry, open_state, chosen_bucket, clocks, revision)
                SELECT \(account.id), gen_random_uuid(), 'Some task', 'notStarted', \(start), \(start), 'V', 'none', 0, false,
                    false, 'notStarted', 'none', '', n FROM generate_series(1, 20000) AS n
                """)
            try await database.write("ANALYZE task")
            let plan = try await database.transaction(of: account.id) { transaction in
                try await transaction.run(
                    """
                    EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
                    SELECT EXISTS (SELECT FROM task WHERE account_id = \(account.id) AND deleted_at < \(after(31)))
                    """
                ).strings()
            }
            #expect(plan.contains { $0.contains("task_by_deletion") }, "\(plan)")
        }
    }
}

extension SomeAccount {
    fileprivate func fill(revision: Int64, in database: Database) async throws {
        try await reach(revision, in: database)
    }

    fileprivate func addTask(
        _ number: UInt64, revision: Int64, deletedAt: Instant?, list: UInt64? = nil, in database: Database
    ) async throws {
        let deletion: [UInt8]? = deletedAt.map { _ in Array(repeating: 0x80, count: 26) }
        let inList = list.map { Identifier(high: 0, low: $0) }
        let at = Instant(milliseconds: 0)
        try await database.write(
            of: id,
            """
            INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, list_id, sort_order, bucket,
                carry_count, sticky, auto_carry, deleted_at, open_state, chosen_bucket, deletion, clocks, revision)
            VALUES (\(id), \(Identifier(high: 0, low: number)), 'Some task', 'notStarted', \(at), \(at), \(inList as Identifier?), 'V', 'none',
                0, false, false, \(deletedAt as Instant?), 'notStarted', 'none', \(deletion as [UInt8]?), '', \(revision))
            """)
    }

    fileprivate func addList(
        _ number: UInt64, revision: Int64, deletedAt: Instant?, in database: Database
    ) async throws {
        let deletion: [UInt8]? = deletedAt.map { _ in Array(repeating: 0x80, count: 26) }
        let at = Instant(milliseconds: 0)
        try await database.write(
            of: id,
            """
            INSERT INTO list (account_id, list_id, name, created_at, modified_at, sort_order, deleted_at, deletion, clocks,
                revision)
            VALUES (\(id), \(Identifier(high: 0, low: number)), 'Home', \(at), \(at), 'V', \(deletedAt as Instant?), \(deletion as [UInt8]?), '',
                \(revision))
            """)
    }

    fileprivate func addChange(_ revision: Int64, at: Instant, in database: Database) async throws {
        try await database.write(
            of: id,
            """
            INSERT INTO change (account_id, revision, op_id, device_id, recorded_at, at, counter, entity, entity_id, kind,
                patch, prior, created, changed, outcome)
            VALUES (\(id), \(revision), gen_random_uuid(), \(device), \(at), \(at), 0, 'task', gen_random_uuid(), 'set', '{}',
                '[]', true, true, 'applied')
            """)
    }

    fileprivate func acknowledge(_ revision: Int64, at: Instant, in database: Database) async throws {
        try await database.write(
            of: id,
            """
            INSERT INTO device_sync VALUES (\(id), \(device), \(revision), \(at))
            ON CONFLICT (account_id, device_id) DO UPDATE SET acknowledged = excluded.acknowledged,
                synced_at = excluded.synced_at
            """)
    }

    fileprivate func tasks(in database: Database) async throws -> [UInt64] {
        try await database.read(of: id, "SELECT task_id FROM task ORDER BY task_id").map { row in
            try row.decode(0, as: Identifier.self).low
        }
    }

    fileprivate func lists(in database: Database) async throws -> [UInt64] {
        try await database.read(of: id, "SELECT list_id FROM list ORDER BY list_id").map { row in
            try row.decode(0, as: Identifier.self).low
        }
    }

    fileprivate func minRevision(in database: Database) async throws -> Int64? {
        try await database.read("SELECT min_revision FROM account_clock WHERE account_id = \(id)").first?.decode(
            0, as: Int64.self)
    }
}
