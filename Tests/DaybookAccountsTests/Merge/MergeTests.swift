import DaybookCore
import HTTP
import Postgres
import Seeds
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// One account taken into another: everything of it is there afterwards, once.
@Suite(.closing) struct MergeTests {
    let source = Identifier(high: 0x50, low: 1)
    let target = Identifier(high: 0x7A, low: 1)

    func merge(_ database: Database, batch: Int = 7, quotas: Quotas = .none) -> AccountMerge {
        let announcements = Announcements()
        return AccountMerge(
            database: database,
            ledger: Ledger(database: database, announcements: announcements, quotas: quotas),
            authenticator: Authenticator(database: database),
            deletion: AccountDeletion(database: database, announcements: announcements), batch: batch)
    }

    /// Two accounts with a device each; answers the token of the source's.
    func openAccounts() async throws -> (Database, AccountMerge, TokenText) {
        let database = try await openMigrated()
        var tokens: [TokenText] = []
        for account in [source, target] {
            let session = Session.new(of: account, .usual, .now())
            try await database.transaction(of: account) { transaction in
                try await transaction.run(
                    NewAccount().statements(account, .now(), spread: transaction.isSpread)
                        + Sessions(deviceLimit: 0).statements(session))
            }
            tokens.append(session.token)
        }
        return (database, merge(database), tokens[0])
    }

    @Test func whereBothAreTooMuchForOneAccountNothingIsDone() async throws {
        let (database, merge, token) = try await openAccounts()
        _ = try await ownTask(merge.ledger)
        try await fill(merge.ledger, seed: 3, pushes: 30)
        let before = try await Rows(source, database)
        let strict = self.merge(database, quotas: Quotas(tasks: before.tasks.values.count { !$0.isDeleted }, bytes: 0))
        await #expect {
            _ = try await strict.merge(PresentedToken(token), into: target)
        } throws: {
            ($0 as? Problem)?.type == .taskQuotaExceeded
        }
        #expect(try await Rows(source, database) == before)
        #expect(try await merge.authenticator.lookUp(PresentedToken(token)).account == source)
    }

    @Test func listsKeepTheAddressesThatProgramsGaveThem() async throws {
        let (database, merge, token) = try await openAccounts()
        let list = Identifier(high: 0x1157, low: 1)
        try await database.write(of: source, "INSERT INTO dav_collection VALUES (\(source), 'errands', \(list))")
        _ = try await ownTask(merge.ledger)
        _ = try await merge.merge(PresentedToken(token), into: target)
        let rows = try await database.read(of: target, "SELECT segment FROM dav_collection WHERE list_id = \(list)")
        #expect(try rows.first?.decode(0, as: String.self) == "errands")
    }

    @Test func whatProgramsKeepInListsComesAlong() async throws {
        let (database, merge, token) = try await openAccounts()
        try await keepGuests(database, [(1, nil), (2, nil), (3, Instant.now())])
        _ = try await ownTask(merge.ledger)
        let before = try await database.read(
            "SELECT revision FROM account_clock WHERE account_id = \(target)"
        )[0].decode(0, as: Int64.self)
        _ = try await merge.merge(PresentedToken(token), into: target)
        let rows = try await database.read(
            of: target,
            """
            SELECT uid, convert_from(octets, 'UTF8'), deleted_at IS NULL, revision, changed_at > written_at FROM dav_guest
            WHERE account_id = \(target) ORDER BY revision
            """)
        let told = try rows.decode((String, String, Bool, Int64, Bool).self)
        #expect(told.map(\.0) == ["1", "2", "3"] && told.map(\.2) == [true, true, false])
        #expect(told.allSatisfy { $0.1 == "BEGIN:VCALENDAR" && $0.4 })
        // Each is a change of its own, and later than all that a program of the account may have read.
        #expect(Set(told.map(\.3)).count == 3 && told.allSatisfy { $0.3 > before })
        let lines = try await database.read(
            of: target,
            "SELECT count(*) FROM change WHERE account_id = \(target) AND revision = ANY(\(told.map(\.3)))")
        #expect(try lines[0].decode(0, as: Int64.self) == 3)
        let clock = try await database.read(
            "SELECT guests, guest_bytes FROM account_clock WHERE account_id = \(target)")
        let (guests, bytes) = try clock[0].decode((Int32, Int64).self)
        #expect(guests == 2 && bytes == 3 * 527)
        // Another process that goes on with it finds that they are there.
        let journey = Journey(source: source, target: target, device: .random(), told: 0, isFinished: false)
        try await merge.carryGuests(journey)
        #expect(try await database.read(of: target, "SELECT 1 FROM dav_guest").count == 3)
    }

    /// And its old name goes.
    @Test func whatIsDeletedOrMovedOnTheWayIsCarriedAgain() async throws {
        let (database, merge, _) = try await openAccounts()
        try await keepGuests(database, [(1, nil), (2, nil), (3, nil)])
        let devices = try await database.read(
            of: target, "SELECT device_id FROM device WHERE account_id = \(target)")
        let device = try devices[0].decode(0, as: Identifier.self)
        let journey = Journey(source: source, target: target, device: device, told: 0, isFinished: false)
        try await merge.carryGuests(journey)
        try await database.write(
            of: target,
            """
            INSERT INTO dav_resource (account_id, collection_id, name, task_id, series_id, is_head, uid, made_at,
                shown_revision, is_gone, component)
            SELECT account_id, list_id, name, guest_id, guest_id, true, uid, written_at, revision, false, component
            FROM dav_guest WHERE account_id = \(target) ON CONFLICT DO NOTHING
            """)
        try await database.write(
            of: source,
            "UPDATE dav_guest SET deleted_at = written_at, revision = 11 WHERE account_id = \(source) AND uid = '1'")
        try await database.write(
            of: source,
            "UPDATE dav_guest SET name = 'moved.ics', revision = 12 WHERE account_id = \(source) AND uid = '2'")
        try await merge.carryGuests(journey)
        let names = try await database.read(
            of: target,
            """
            SELECT name FROM dav_resource WHERE account_id = \(target) AND NOT is_gone AND name <> 'moved.ics'
            """)
        #expect(try names.strings() == ["3.ics"])
        let clock = try await database.read("SELECT guests FROM account_clock WHERE account_id = \(target)")
        #expect(try clock[0].decode(0, as: Int32.self) == 2)
    }

    @Test func eventsCountWhereBothAreTooMuchForOneAccount() async throws {
        let (database, merge, token) = try await openAccounts()
        try await keepGuests(database, (1...5).map { ($0, nil) })
        _ = try await ownTask(merge.ledger)
        let strict = self.merge(database, quotas: Quotas(tasks: 4, bytes: 0))
        await #expect {
            _ = try await strict.merge(PresentedToken(token), into: target)
        } throws: {
            ($0 as? Problem)?.type == .taskQuotaExceeded
        }
    }

    /// In the source, in a list that is there.
    private func keepGuests(_ database: Database, _ guests: [(UInt64, Instant?)]) async throws {
        let list = Identifier(high: 0x1157, low: 1)
        for (number, deletedAt) in guests {
            try await database.write(
                of: source,
                """
                INSERT INTO dav_guest VALUES (\(source), \(Identifier(high: 0, low: number)), \(list), \("\(number).ics"),
                    \("\(number)"), 'VEVENT', 'BEGIN:VCALENDAR', '2026-01-01', '2026-01-01', \(Int64(number)),
                    \(deletedAt as Instant?))
                """)
        }
        try await database.write(
            """
            UPDATE account_clock SET guests = \(Int32(guests.count { $0.1 == nil })),
                guest_bytes = \(Int64(guests.count * 527)) WHERE account_id = \(source)
            """)
    }

    /// The rows of an account, but for the revisions, which are each account's own.
    struct Rows: Equatable {
        var tasks: [Identifier: TaskItem]
        var lists: [Identifier: TaskList]
        var completions: [Identifier: Instant]

        init(_ account: Identifier, _ database: Database) async throws {
            tasks = try await Dictionary(
                uniqueKeysWithValues: database.read(of: account, "SELECT \(TaskItem.columns) FROM task").map {
                    var task = try TaskItem($0)
                    task.revision = 0
                    return (task.id, task)
                })
            lists = try await Dictionary(
                uniqueKeysWithValues: database.read(of: account, "SELECT \(TaskList.columns) FROM list").map {
                    var list = try TaskList($0)
                    list.revision = 0
                    return (list.id, list)
                })
            completions = try await Dictionary(
                uniqueKeysWithValues: database.read(of: account, "SELECT task_id, completed_at FROM completion")
                    .decode((Identifier, Instant).self).map { ($0.0, $0.1) })
        }
    }

    func entries(_ account: Identifier, _ database: Database) async throws -> [LedgerEntry] {
        try await database.read(of: account, "SELECT \(LedgerEntry.columns) FROM change ORDER BY revision")
            .map { try LedgerEntry($0) }
    }

    /// Rooms without limits: what the source has settled is told, and the target settles nothing more.
    func liftLimits(_ database: Database) async throws {
        try await database.write(
            of: target,
            """
            UPDATE account_settings SET must_do_limit = 1000, complementary_limit = 1000, misc_limit = 1000
            WHERE account_id = \(target)
            """)
    }

    func fill(_ ledger: Ledger, seed: UInt64, pushes count: Int) async throws {
        var pushes = RandomPushes(seed: seed, account: source)
        for _ in 0..<count { _ = try await ledger.push(pushes.next(), to: source, now: pushes.now) }
    }

    /// Its clock is two hours behind, and its first upload took three seconds.
    @Test func whatADeviceMakesAfterwardsComesAfterWhatItMadeBefore() async throws {
        let (database, merge, token) = try await openAccounts()
        let (device, task, now) = (Identifier.random(), Identifier.random(), Instant.now())
        func title(_ text: String, made: Int64, upload: Int64, to account: Identifier) async throws {
            let wrong = now.adding(milliseconds: made - 7_200_000)
            let operation = SyncOperation(
                opId: .random(), id: task, at: HybridTime(wrong, device: device),
                fields: [JSONMember("title", .string(text))])
            let push = Push(operations: [operation], from: device, sentAt: wrong)
            _ = try await merge.ledger.push(push, to: account, now: now.adding(milliseconds: made + upload))
        }
        try await title("First", made: 0, upload: 3000, to: source)
        _ = try await merge.merge(PresentedToken(token), into: target)
        try await title("Second", made: 1000, upload: 0, to: target)
        #expect(try await Rows(target, database).tasks[task]?.title == "Second")
    }

    func ownTask(_ ledger: Ledger) async throws -> Identifier {
        let task = Identifier(high: 0x0E, low: 1)
        let operation = SyncOperation(
            opId: Identifier(high: 0x0F, low: 1), id: task,
            at: HybridTime(.now(), device: Identifier(high: 0xD, low: 9)),
            fields: [JSONMember("title", "Mine")])
        _ = try await ledger.push(Push(operations: [operation]), to: target)
        return task
    }

    /// `DAYBOOK_SEED` replays.
    @Test(arguments: RandomSeed.all(for: "MergeTests/theRowsOfTheSourceAreTheRowsOfTheTarget"))
    func theRowsOfTheSourceAreTheRowsOfTheTarget(seed: RandomSeed) async throws {
        let (database, merge, token) = try await openAccounts()
        try await liftLimits(database)
        let own = try await ownTask(merge.ledger)
        try await fill(merge.ledger, seed: seed.value, pushes: 150)
        let wanted = try await Rows(source, database)
        let told = try await entries(source, database)
        let settings = try await database.read(of: target, "SELECT account_settings::text FROM account_settings")
            .strings()

        let entered = try await merge.merge(PresentedToken(token), into: target)
        #expect(entered.session.token.account == target && entered.standing.account == target)
        var now = try await Rows(target, database)
        #expect(now.tasks.removeValue(forKey: own)?.title == "Mine")
        #expect(now.tasks == wanted.tasks, "\(seed)")
        #expect(now.lists == wanted.lists, "\(seed)")
        #expect(now.completions == wanted.completions, "\(seed)")
        let known = Dictionary(
            uniqueKeysWithValues: try await entries(target, database).map { ($0.operation.opId, $0.operation) })
        for entry in told where entry.operation.entity != .settings {
            if case .rejected = entry.outcome { continue }
            #expect(known[entry.operation.opId] == entry.operation, "\(seed)")
        }
        #expect(
            try await database.read(of: target, "SELECT account_settings::text FROM account_settings").strings()
                == settings)
        try await expectGone(database)
    }

    func expectGone(_ database: Database) async throws {
        while try await !database.read("SELECT 1 FROM account WHERE account_id = \(source)").isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        for table in try await AccountTables.load(from: database).inOrder {
            #expect(try await database.read(of: source, table.anyRow(of: source)).isEmpty, "\(table.name)")
        }
    }

    @Test func theFirstToComeKeepTheirPlaceInTheTargetsRegions() async throws {
        let (database, merge, token) = try await openAccounts()
        func place(_ task: UInt64, in account: Identifier, at time: String) async throws {
            let operation = SyncOperation(
                opId: Identifier(high: 0xF0, low: task), id: Identifier(high: 0xF1, low: task),
                at: HybridTime(try #require(Instant(time)), device: Identifier(high: 0xD, low: task)),
                fields: [
                    JSONMember("title", "t"), JSONMember("region", "morning"), JSONMember("bucket", "mustDo"),
                    JSONMember("scheduledDate", "2026-11-21"),
                ])
            _ = try await merge.ledger.push(Push(operations: [operation]), to: account)
        }
        try await place(1, in: target, at: "2026-11-21T09:00:00.000Z")
        try await place(2, in: source, at: "2026-11-20T09:00:00.000Z")
        _ = try await merge.merge(PresentedToken(token), into: target)
        let rows = try await Rows(target, database).tasks
        #expect(rows[Identifier(high: 0xF1, low: 2)]?.bucket == .mustDo)
        #expect(rows[Identifier(high: 0xF1, low: 1)]?.bucket == .complementary)
    }

    /// It cannot really happen; if it does, the later word counts and the other is in the history.
    @Test func aTaskThatBothHaveIsMergedFieldByField() async throws {
        let (database, merge, token) = try await openAccounts()
        let task = Identifier(high: 0xF1, low: 1)
        func write(_ title: String, in account: Identifier, at time: String, _ op: UInt64) async throws {
            let operation = SyncOperation(
                opId: Identifier(high: 0xF0, low: op), id: task,
                at: HybridTime(try #require(Instant(time)), device: Identifier(high: 0xD, low: op)),
                fields: [JSONMember("title", .string(title)), JSONMember("notes\(op)", "kept")])
            _ = try await merge.ledger.push(Push(operations: [operation]), to: account)
        }
        try await write("Newer", in: target, at: "2026-11-21T09:00:00.000Z", 1)
        try await write("Older", in: source, at: "2026-11-20T09:00:00.000Z", 2)
        _ = try await merge.merge(PresentedToken(token), into: target)
        #expect(try await Rows(target, database).tasks[task]?.title == "Newer")
        let last = try #require(try await entries(target, database).last)
        #expect(last.outcome.conflicts.first?.mine == "Older")
    }
}
