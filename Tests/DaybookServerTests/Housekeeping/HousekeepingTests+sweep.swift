import DaybookCore
import Testing

@testable import DaybookLedger
@testable import DaybookServer
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// What of one account has had its time, and what has to stay.
extension HousekeepingTests {
    @Test func tombstonesGoWhenTheirTimeIsOverAndEverybodyHasReadThem() async throws {
        let (database, account) = try await openFilled()
        try await account.reach(40, in: database)
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

    @Test func whatSaysThatASeriesIsOverStaysWhileAnEarlierOccurrenceIsOpen() async throws {
        let (database, account) = try await openFilled()
        try await account.reach(40, in: database)
        try await account.addTask(1, revision: 10, deletedAt: nil, in: database)
        for number in 2...4 as ClosedRange<UInt64> {
            try await account.addTask(number, revision: 10 + Int64(number), deletedAt: start, in: database)
        }
        try await database.write(
            of: account.id,
            """
            UPDATE task SET recurrence = '{"rrule": "FREQ=DAILY", "onSchedule": true}',
                scheduled_date = \(start.utcDate)::date + get_byte(uuid_send(task_id), 15)
            """)
        // The third is the latest of the series; the fourth is of another one.
        try await database.write(
            of: account.id,
            """
            UPDATE task SET parent_recurring_id = \(Identifier(high: 0, low: 1))
            WHERE task_id = ANY(\([Identifier(high: 0, low: 2), Identifier(high: 0, low: 3)]))
            """)
        let sweep = AccountSweep(database: database, retention: Retention())
        try await sweep.run(account.id, now: after(31))
        #expect(try await account.tasks(in: database) == [1, 3])
        try await database.write(
            of: account.id,
            """
            UPDATE task SET deleted_at = \(after(20)), deletion = decode(repeat('80', 26), 'hex')
            WHERE task_id = \(Identifier(high: 0, low: 1))
            """)
        try await sweep.run(account.id, now: after(31))
        #expect(try await account.tasks(in: database) == [1])
    }

    @Test func aRevokedDeviceHoldsNothingBack() async throws {
        let (database, account) = try await openFilled()
        try await account.reach(10, in: database)
        try await account.addTask(1, revision: 10, deletedAt: start, in: database)
        try await account.acknowledge(0, at: after(31), in: database)
        let sweep = AccountSweep(database: database, retention: Retention())
        try await sweep.run(account.id, now: after(31))
        #expect(try await account.tasks(in: database) == [1])
        try await database.write(of: account.id, "UPDATE device SET revoked_at = \(after(31))")
        try await sweep.run(account.id, now: after(31))
        #expect(try await account.tasks(in: database) == [])
    }

    /// Those that were deleted, and those in a list that was, with their names.
    @Test func eventsOfCalendarProgramsGoAsTasksDo() async throws {
        let (database, account) = try await openFilled()
        try await account.reach(40, in: database)
        try await account.addList(1, revision: 5, deletedAt: nil, in: database)
        try await account.addList(2, revision: 6, deletedAt: start, in: database)
        for (number, list, deletedAt) in [(1, 1, start), (2, 1, nil), (3, 2, nil)] as [(UInt64, UInt64, Instant?)] {
            try await account.addGuest(number, list: list, deletedAt: deletedAt, in: database)
        }
        func left() async throws -> [String] {
            let rows = try await database.read(
                of: account.id, "SELECT uid FROM dav_guest WHERE account_id = \(account.id) ORDER BY uid")
            let names = try await database.read(
                of: account.id, "SELECT name FROM dav_resource WHERE component IS NOT NULL ORDER BY name")
            let clock = try await database.read(
                """
                SELECT guests::text || ' ' || guest_bytes || ' ' || min_revision FROM account_clock
                WHERE account_id = \(account.id)
                """)
            return try rows.strings() + names.strings() + clock.strings()
        }
        let sweep = AccountSweep(database: database, retention: Retention())
        try await sweep.run(account.id, now: after(29))
        #expect(try await left() == ["1", "2", "3", "1.ics", "2.ics", "3.ics", "2 1581 0"])
        try await sweep.run(account.id, now: after(31))
        #expect(try await left() == ["2", "2.ics", "1 527 13"])
        let lists = try await database.read(of: account.id, "SELECT list_id FROM list WHERE deleted_at IS NOT NULL")
        #expect(lists.isEmpty)
    }

    /// As an older server leaves them, and together with others.
    @Test func eventsWhoseListIsGoneGo() async throws {
        let (database, account) = try await openFilled()
        try await account.reach(40, in: database)
        try await account.addList(1, revision: 5, deletedAt: nil, in: database)
        try await account.addGuest(1, list: 1, deletedAt: nil, in: database)
        try await account.addGuest(2, list: 9, deletedAt: nil, in: database)
        try await account.addGuest(3, list: 1, deletedAt: start, in: database)
        try await AccountSweep(database: database, retention: Retention()).run(account.id, now: after(31))
        let left = try await database.read(
            of: account.id, "SELECT uid FROM dav_guest WHERE account_id = \(account.id)")
        #expect(try left.strings() == ["1"])
        let clock = try await database.read("SELECT guests FROM account_clock WHERE account_id = \(account.id)")
        #expect(try clock[0].decode(0, as: Int32.self) == 1)
    }

    /// Who keeps some and deleted none is left in peace, whoever has the account meanwhile.
    @Test func anAccountWithEventsIsNotLockedForThem() async throws {
        let (database, account) = try await openFilled()
        try await account.reach(40, in: database)
        try await account.addList(1, revision: 5, deletedAt: nil, in: database)
        try await account.addGuest(1, list: 1, deletedAt: nil, in: database)
        let sweep = AccountSweep(database: database, retention: Retention())
        try await database.transaction(of: account.id) { transaction in
            try await transaction.run("SELECT 1 FROM account_clock WHERE account_id = \(account.id) FOR UPDATE")
            try await sweep.run(account.id, now: after(31))
        }
    }

    /// But that a channel is lost was told for good.
    @Test func whatWasToldIsForgottenAfterThirtyDays() async throws {
        let (database, account) = try await openFilled()
        let channel = Identifier.random()
        try await database.write(
            of: account.id,
            """
            INSERT INTO channel (account_id, channel_id, device_id, kind, name, wants, language, address, address_hash,
                created_at)
            VALUES (\(account.id), \(channel), \(account.device), 'live', 'Phone', 1, 'en', '', \([UInt8](repeating: 1, count: 32)),
                \(start))
            """)
        for (kind, day) in [("reminder", 0), ("reminder", 5), ("lost", 0)] as [(String, Int64)] {
            try await database.write(
                of: account.id,
                """
                INSERT INTO delivery (account_id, subject_id, kind, due_at, channel_id, made_at, state)
                VALUES (\(account.id), \(channel), \(kind), \(after(day)), \(channel), \(after(day)), 'delivered')
                """)
        }
        func left() async throws -> [String] {
            try await database.read(of: account.id, "SELECT kind FROM delivery ORDER BY kind").strings()
        }
        var sweep = AccountSweep(database: database, retention: Retention())
        sweep.batch = 1
        try await sweep.run(account.id, now: after(29))
        #expect(try await left() == ["lost", "reminder", "reminder"])
        try await sweep.run(account.id, now: after(31))
        #expect(try await left() == ["lost", "reminder"])
        try await sweep.run(account.id, now: after(36))
        #expect(try await left() == ["lost"])
    }

    @Test func aListStaysWhileARowNamesIt() async throws {
        let (database, account) = try await openFilled()
        try await account.reach(30, in: database)
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

    @Test func theLedgerStaysForEverUnlessToldOtherwise() async throws {
        let (database, account) = try await openFilled()
        try await account.reach(30, in: database)
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

    /// What the ledger has let go of a task is still so, whatever is told of it later.
    @Test func aTaskWhoseFirstLineWentKeepsItsPlaceAndItsSeries() async throws {
        let (database, account) = try await openFilled()
        let ledger = Ledger(database: database, announcements: Announcements())
        let task = Identifier.random()
        func push(_ fields: [JSONMember], on day: Int64, reopens: HybridTime? = nil) async throws {
            let operation = SyncOperation(
                opId: .random(), id: task, at: HybridTime(after(day), device: account.device), fields: fields,
                reopens: reopens)
            _ = try await ledger.push(Push(operations: [operation]), to: account.id, now: after(day))
        }
        func stored() async throws -> TaskItem {
            let rows = try await database.read(
                of: account.id, "SELECT \(TaskItem.columns) FROM task WHERE task_id = \(task)")
            return try TaskItem(try #require(rows.first))
        }
        let date = after(300).utcDate
        try await push(
            [
                JSONMember("title", "Renew the passport"), JSONMember("region", "morning"),
                JSONMember("scheduledDate", .string(date.text)),
                JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=YEARLY")])),
            ], on: 0)
        try await push([JSONMember("title", "Renew the passport in time")], on: 80)
        try await account.acknowledge(100, at: after(95), in: database)
        try await AccountSweep(database: database, retention: Retention(ledger: 90 * Self.day)).run(
            account.id, now: after(95))
        let left = try await database.read(of: account.id, "SELECT count(*) FROM change WHERE entity_id = \(task)")
        #expect(try left.first?.decode(0, as: Int.self) == 1)
        try await push([JSONMember("state", "completed")], on: 100)
        try await push(
            [JSONMember("state", "notStarted")], on: 101,
            reopens: HybridTime(after(100), device: account.device))
        let told = try await stored()
        #expect(!told.isCompleted && told.title == "Renew the passport in time")
        #expect(told.region == .morning && told.scheduledDate == date && told.recurrence != nil)
    }

    @Test func aLookAtAnAccountDoesNotReadItsTasks() async throws {
        let (database, account) = try await openFilled()
        try await account.reach(20_000, in: database)
        try await database.write(
            of: account.id,
            """
            INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, sort_order, bucket, carry_count,
                sticky, auto_carry, open_state, chosen_bucket, clocks, revision)
            SELECT \(account.id), gen_random_uuid(), 'Some task', 'notStarted', \(start), \(start), 'V', 'none', 0, false,
                false, 'notStarted', 'none', '', n FROM generate_series(1, 20000) AS n ON CONFLICT DO NOTHING
            """)
        try await database.write("ANALYZE task")
        // Citus explains a statement with parameters by a plan that it does not make for it.
        let (owner, time) = ("'\(account.id.text)'", "'\(after(31).text)'")
        let plan = try await database.transaction(of: account.id) { transaction in
            try await transaction.run(
                """
                EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT EXISTS (
                    SELECT FROM task WHERE account_id = \(unsafeSQL: owner) AND deleted_at < \(unsafeSQL: time))
                """
            ).strings()
        }
        #expect(plan.contains { $0.contains("task_by_deletion") }, "\(plan)")
    }
}
