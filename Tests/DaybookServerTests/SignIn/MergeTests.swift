import DaybookCore
import HTTP
import Postgres
import Synchronization
import Testing

@testable import DaybookServer

/// One account taken into another: everything of it is there afterwards, once.
@Suite struct MergeTests {
    private let source = Identifier(high: 0x50, low: 1)
    private let target = Identifier(high: 0x7A, low: 1)

    private func merge(_ database: Database, batch: Int = 7, quotas: Quotas = .none) -> AccountMerge {
        let announcements = Announcements()
        return AccountMerge(
            database: database, ledger: Ledger(database: database, announcements: announcements), quotas: quotas,
            announcements: announcements, authenticator: Authenticator(database: database),
            deletion: AccountDeletion(database: database, announcements: announcements), batch: batch)
    }

    /// Two accounts with a device each; answers the token of the source's.
    private func withAccounts(_ body: (Database, AccountMerge, TokenText) async throws -> Void) async throws {
        try await withStorage { database, _ in
            try await Migrator(try .embedded(), of: database).run(.up(to: nil))
            var tokens: [TokenText] = []
            for account in [source, target] {
                let session = Session.new(of: account, .usual, .now())
                try await database.transaction(of: account) { transaction in
                    try await transaction.run(
                        NewAccount().statements(account, .now()) + Sessions(deviceLimit: 0).statements(session))
                }
                tokens.append(session.token)
            }
            try await body(database, merge(database), tokens[0])
        }
    }

    @Test func whereBothAreTooMuchForOneAccountNothingIsDone() async throws {
        try await withAccounts { database, merge, token in
            _ = try await ownTask(merge.ledger)
            try await fill(merge.ledger, seed: 3, pushes: 30)
            let before = try await Rows(source, database)
            let strict = self.merge(
                database, quotas: Quotas(tasks: before.tasks.values.count { !$0.isDeleted }, bytes: 0))
            await #expect {
                _ = try await strict.merge(PresentedToken(token), into: target)
            } throws: {
                ($0 as? Problem)?.type == .taskQuotaExceeded
            }
            #expect(try await Rows(source, database) == before)
            #expect(try await merge.authenticator.lookUp(PresentedToken(token)).account == source)
        }
    }

    /// The rows of an account, but for the revisions, which are each account's own.
    private struct Rows: Equatable {
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

    private func entries(_ account: Identifier, _ database: Database) async throws -> [LedgerEntry] {
        try await database.read(of: account, "SELECT \(LedgerEntry.columns) FROM change ORDER BY revision")
            .map { try LedgerEntry($0) }
    }

    /// Rooms without limits: what the source has settled is told, and the target settles nothing more.
    private func liftLimits(_ database: Database) async throws {
        try await database.write(
            of: target,
            """
            UPDATE account_settings SET must_do_limit = 1000, complementary_limit = 1000, misc_limit = 1000
            WHERE account_id = \(target)
            """)
    }

    private func fill(_ ledger: Ledger, seed: UInt64, pushes count: Int) async throws {
        var pushes = RandomPushes(seed: seed, account: source)
        for _ in 0..<count { _ = try await ledger.push(pushes.next(), to: source, now: pushes.now) }
    }

    private func ownTask(_ ledger: Ledger) async throws -> Identifier {
        let task = Identifier(high: 0x0E, low: 1)
        let operation = DaybookCore.Operation(
            opId: Identifier(high: 0x0F, low: 1), id: task,
            at: HybridTime(.now(), device: Identifier(high: 0xD, low: 9)),
            fields: [JSONMember("title", "Mine")])
        _ = try await ledger.push(Push(operations: [operation]), to: target)
        return task
    }

    /// `DAYBOOK_SEED` replays.
    @Test func theRowsOfTheSourceAreTheRowsOfTheTarget() async throws {
        let seed = RandomSeed.current.value
        try await withAccounts { database, merge, token in
            try await liftLimits(database)
            let own = try await ownTask(merge.ledger)
            try await fill(merge.ledger, seed: seed, pushes: 150)
            let wanted = try await Rows(source, database)
            let told = try await entries(source, database)
            let settings = try await database.read(of: target, "SELECT account_settings::text FROM account_settings")
                .strings()

            let entered = try await merge.merge(PresentedToken(token), into: target)
            #expect(entered.session.token.account == target && entered.standing.account == target)
            var now = try await Rows(target, database)
            #expect(now.tasks.removeValue(forKey: own)?.title == "Mine")
            #expect(now.tasks == wanted.tasks, "\(RandomSeed.current)")
            #expect(now.lists == wanted.lists, "\(RandomSeed.current)")
            #expect(now.completions == wanted.completions, "\(RandomSeed.current)")
            let known = Dictionary(
                uniqueKeysWithValues: try await entries(target, database).map { ($0.operation.opId, $0.operation) })
            for entry in told where entry.operation.entity != .settings {
                if case .rejected = entry.outcome { continue }
                #expect(known[entry.operation.opId] == entry.operation, "\(RandomSeed.current)")
            }
            #expect(
                try await database.read(of: target, "SELECT account_settings::text FROM account_settings").strings()
                    == settings)
            try await expectGone(database)
        }
    }

    private func expectGone(_ database: Database) async throws {
        while try await !database.read("SELECT 1 FROM account WHERE account_id = \(source)").isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        for table in try await AccountTables.load(from: database).inOrder {
            #expect(try await database.read(of: source, table.anyRow(of: source)).isEmpty, "\(table.name)")
        }
    }

    /// Left in the middle again and again, between any two statements, and taken up by others.
    @Test func anInterruptedMergeGoesOnWhereItWas() async throws {
        let seed = RandomSeed.current.value
        try await withAccounts { database, merge, token in
            try await liftLimits(database)
            try await fill(merge.ledger, seed: seed, pushes: 120)
            let wanted = try await Rows(source, database)
            var random = SystemRandomNumberGenerator()
            var interruptions = 0
            while true {
                let other = self.merge(database, batch: 3)
                let attempt = Task { try await other.merge(PresentedToken(token), into: target) }
                let pause = Int.random(in: 0...(20 + 10 * interruptions), using: &random)
                let clock = Task {
                    try await Task.sleep(for: .milliseconds(pause))
                    attempt.cancel()
                }
                let outcome = await attempt.result
                clock.cancel()
                if case .success = outcome { break }
                interruptions += 1
            }
            print("merged after \(interruptions) interruptions")
            #expect(try await Rows(target, database) == wanted, "\(RandomSeed.current)")
            try await expectGone(database)
            // And once more, by somebody whose answer got lost.
            let again = try await merge.merge(PresentedToken(token), into: target)
            #expect(again.standing.account == target)
            #expect(try await Rows(target, database) == wanted, "\(RandomSeed.current)")
        }
    }

    /// Whoever pushes to the source meanwhile is either told no, or finds it in the target.
    @Test func nothingThatWasAcknowledgedIsLost() async throws {
        try await withAccounts { database, merge, token in
            let acknowledged = Acknowledged()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for device in 1...3 as ClosedRange<UInt64> {
                    group.addTask {
                        for number in 0..<10_000 as Range<UInt64> {
                            let task = Identifier(high: device, low: number)
                            let operation = DaybookCore.Operation(
                                opId: Identifier(high: 0xF0 + device, low: number), id: task,
                                at: HybridTime(.now(), device: Identifier(high: 0xD, low: device)),
                                fields: [JSONMember("title", "Kept")])
                            guard
                                case .merged = try await merge.ledger.push(Push(operations: [operation]), to: source)
                            else { return }
                            acknowledged.add(task)
                        }
                    }
                }
                group.addTask {
                    while acknowledged.all.count < 50 { try await Task.sleep(for: .milliseconds(1)) }
                    _ = try await merge.merge(PresentedToken(token), into: target)
                }
                try await group.waitForAll()
            }
            let there = Set(try await Rows(target, database).tasks.keys)
            let wanted = acknowledged.all
            #expect(wanted.count >= 50 && there == wanted)
        }
    }

    @Test func theFirstToComeKeepTheirPlaceInTheTargetsRegions() async throws {
        try await withAccounts { database, merge, token in
            func place(_ task: UInt64, in account: Identifier, at time: String) async throws {
                let operation = DaybookCore.Operation(
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
    }

    /// It cannot really happen; if it does, the later word counts and the other is in the history.
    @Test func aTaskThatBothHaveIsMergedFieldByField() async throws {
        try await withAccounts { database, merge, token in
            let task = Identifier(high: 0xF1, low: 1)
            func write(_ title: String, in account: Identifier, at time: String, _ op: UInt64) async throws {
                let operation = DaybookCore.Operation(
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

    @Test func accountsOnTheirWayGoOnWithTheirTarget() async throws {
        try await withAccounts { database, merge, token in
            // An account that came into the source earlier is told where both are now.
            let earlier = Identifier(high: 0x51, low: 1)
            try await database.write(
                """
                INSERT INTO merged_account VALUES (\(earlier), \(source), \(earlier), \(earlier),
                    \([UInt8](repeating: 1, count: 32)), now(), now(), 0, now())
                """)
            _ = try await merge.merge(PresentedToken(token), into: target)
            let rows = try await database.read("SELECT account_id FROM merged_account WHERE source_id = \(earlier)")
            #expect(try rows[0].decode(0, as: Identifier.self) == target)
        }
    }

    @Test func aTargetThatIsDeletedTakesAlongWhoWasOnTheWay() async throws {
        try await withAccounts { database, merge, token in
            try await fill(merge.ledger, seed: 1, pushes: 20)
            try await database.write(
                """
                INSERT INTO merged_account VALUES (\(source), \(target), \(source), \(source),
                    \([UInt8](repeating: 1, count: 32)), now(), now(), 0, NULL)
                """)
            _ = try await merge.deletion.delete(target)
            let left = try #require(try await merge.deletion.takeUp())
            #expect(left.account == source)
            _ = try await merge.deletion.finish(left.deletion, of: left.account)
            try await expectGone(database)
            #expect(token.account == source)
        }
    }

    // MARK: Over the wire

    @Test func aDeviceTakesItsAccountAlongWhenItLogsIn() async throws {
        try await withHouses(2, cheapPasswords) { houses, _ in
            let (anna, _, _) = await houses[0].claimed("anna@example.org")
            let phone = await houses[0].newcomer()
            let tablet = TokenText(phone.token ?? "").map { $0.account }
            let before = await phone.get("/v1/account")
            let body = #"{"email":"anna@example.org","password":"seven bells and a whistle","merge":true}"#
            let entered = await phone.post("/v1/login", body)
            #expect(entered.status == 200)
            let annas = await anna.get("/v1/account").string("id")
            #expect(entered.string("account.id") == annas && before.string("id") != annas)
            // What it held is worth nothing at any process, and says where to go.
            for house in houses {
                var refused = await house.caller.with(phone.token ?? "").get("/v1/account")
                while refused.status == 200 { refused = await house.caller.with(phone.token ?? "").get("/v1/account") }
                #expect(refused.status == 401 && refused.code == "account_merged")
                #expect(refused.string("account") == annas)
            }
            #expect(tablet != nil)
            // The answer may have got lost.
            let again = await houses[1].caller.with(phone.token ?? "").post("/v1/login", body)
            #expect(again.status == 200 && again.string("device.id") == entered.string("device.id"))
            let now = houses[1].caller.with(again.string("token"))
            #expect(await now.get("/v1/account").string("id") == annas)
            // A stranger's token with the same account and identifier proves nothing.
            let forged = TokenText(account: try #require(tablet), token: .random()).text
            #expect(await houses[0].caller.with(forged).post("/v1/login", body).status == 401)
        }
    }

    @Test func whatCannotBeMergedIsSaid() async throws {
        try await withHouses(1, cheapPasswords) { houses, _ in
            let house = houses[0]
            let (anna, _, _) = await house.claimed("anna@example.org")
            let (berta, _, _) = await house.claimed("berta@example.org")
            let body = #"{"email":"anna@example.org","password":"seven bells and a whistle","merge":true}"#
            #expect(await house.caller.post("/v1/login", body).code == "merge_source_missing")
            #expect(await anna.post("/v1/login", body).code == "merge_into_itself")
            #expect(await berta.post("/v1/login", body).code == "merge_source_claimed")
            #expect(await berta.get("/v1/account/login").status == 200, "nothing happened to it")
            let phone = await house.newcomer()
            let unknown = TokenText(account: .random(), token: .random()).text
            #expect(await phone.post("/v1/account/merge", #"{"token":"\#(unknown)"}"#).code == "merge_target_unknown")
            #expect(await phone.post("/v1/account/merge", #"{"token":"\#(anna.token ?? "")"}"#).status == 200)
            let other = await phone.post("/v1/account/merge", #"{"token":"\#(berta.token ?? "")"}"#)
            #expect(other.status == 401 && other.code == "account_merged")
        }
    }
}

private final class Acknowledged: Sendable {
    private let tasks = Mutex<Set<Identifier>>([])

    func add(_ task: Identifier) { tasks.withLock { _ = $0.insert(task) } }
    var all: Set<Identifier> { tasks.withLock { $0 } }
}
