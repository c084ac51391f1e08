import DaybookCore
import Postgres
import Seeds
import TestPostgres
import TestWire
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// The ledger in PostgreSQL beside its reference in memory.
@Suite(.closing) struct LedgerTests {
    private static let account = Identifier(high: 0xACC, low: 1)

    /// A migrated database with one account.
    private func openLedger() async throws -> (Ledger, Database) {
        let database = try await openMigrated()
        try await SomeAccount.begin(Self.account, in: database)
        return (Ledger(database: database, announcements: Announcements()), database)
    }

    /// `DAYBOOK_SEED` replays.
    @Test(arguments: RandomSeed.all(for: "LedgerTests/randomPushesAreWhatTheReferenceSaysTheyAre"))
    func randomPushesAreWhatTheReferenceSaysTheyAre(seed: RandomSeed) async throws {
        let (ledger, database) = try await openLedger()
        var pushes = RandomPushes(seed: seed.value, account: Self.account)
        let epoch = try await database.read("SELECT epoch FROM instance").decode(Identifier.self)[0]
        var reference = ServerAccount(account: Self.account, epoch: epoch)
        pushes.epoch = epoch
        for _ in 0..<250 {
            pushes.revision = reference.slice.revision
            let push = pushes.next()
            let expected = reference.push(push, now: pushes.now)
            let result = try await ledger.push(push, to: Self.account, now: pushes.now)
            switch (expected, result) {
            case (.merged(let merged), .merged(let commit)):
                #expect(commit.outcomes == merged.outcomes, "\(seed)")
                #expect(commit.entries == merged.entries, "\(seed)")
                if let device = push.device { #expect(commit.shift == reference.toldShifts[device]) }
                #expect(commit.revision == reference.slice.revision)
            case (.massDeleteRefused(let deletions, let total), .massDeleteRefused(let deleted, let of)):
                #expect(deletions == deleted && total == of)
            default: Issue.record("\(expected) but \(result), \(seed)")
            }
        }
        let stored = try await StoredAccount(Self.account, in: database)
        let wanted = StoredAccount(reference)
        #expect(stored.tasks == wanted.tasks, "\(seed)")
        #expect(stored.lists == wanted.lists, "\(seed)")
        #expect(stored.settings == wanted.settings, "\(seed)")
        #expect(stored.entries == wanted.entries, "\(seed)")
        #expect(stored.revision == wanted.revision && stored.liveTasks == wanted.liveTasks, "\(seed)")
        let facts = try await database.read(of: Self.account, "SELECT task_id, completed_at FROM completion")
            .decode((Identifier, Instant).self)
        let completed = Dictionary(uniqueKeysWithValues: facts.map { ($0.0, $0.1) })
        #expect(completed == wanted.tasks.compactMapValues(\.completedAt), "\(seed)")
        let flaws = try await AccountCheck(ledger, Self.account).run()
        #expect(flaws.isEmpty, "\(seed)")
    }

    /// The one that came while the row was a list was refused; that the row is a saved filter since, by a beginning
    /// that was told late, brings it back neither in the table nor in the eyes of the check.
    @Test func aRefusedFilterStaysRefused() async throws {
        let (ledger, database) = try await openLedger()
        for (number, (minute, filter)) in [(2, nil), (3, "refused"), (1, "kept")].enumerated() {
            let at = Instant("2026-11-21T09:00:00Z")!.adding(milliseconds: Int64(minute) * 60_000)
            let told = SyncOperation(
                opId: Identifier(high: 0, low: UInt64(number) + 1), entity: .list, id: Identifier(high: 0x1157, low: 1),
                at: HybridTime(at, device: Identifier(high: 0xD, low: 1)),
                fields: [JSONMember("name", "Plants")] + (filter.map { [JSONMember("filter", .string($0))] } ?? []))
            _ = try await ledger.push(Push(operations: [told]), to: Self.account)
        }
        let lists = try await StoredAccount(Self.account, in: database).lists
        #expect(lists.values.map(\.filter) == ["kept"])
        #expect(try await AccountCheck(ledger, Self.account).run().isEmpty)
    }

    @Test func fiftyDevicesAtOnceLeaveConnectionsToOthers() async throws {
        let (ledger, database) = try await openLedger()
        try await atOnce(1...50 as ClosedRange<UInt64>) { device in
            let clock = HybridTime(.now(), device: Identifier(high: 0xD, low: device))
            let operation = SyncOperation(
                opId: Identifier(high: 0x0B, low: device), id: Identifier(high: 0x7A, low: device % 5),
                at: clock, fields: [JSONMember("title", "t")])
            let result = try await ledger.push(Push(operations: [operation]), to: Self.account)
            #expect(result.merged?.outcomes.count == 1)
        }
        let stored = try await StoredAccount(Self.account, in: database)
        #expect(stored.revision == 50)
        #expect(Set(stored.entries.map(\.operation.opId)).count == 50)
        #expect(stored.tasks.count == 5)
    }

    /// A plan for an empty table reads the whole account for every push. Where tables are spread the workers know.
    @Test(.enabled(if: !TestPostgres.isSpread)) func thePlannerHearsOfPushesBeforeAutovacuumDoes() async throws {
        let (ledger, database) = try await openLedger()
        for part in 1...3 as ClosedRange<UInt64> {
            let operations = (1...1_000).map { number in
                SyncOperation(
                    opId: Identifier(high: part, low: number), id: Identifier(high: part, low: number),
                    at: HybridTime(.now(), device: Identifier(high: 0xD, low: 1)),
                    fields: [JSONMember("title", "t")])
            }
            _ = try await ledger.push(Push(operations: operations), to: Self.account)
            await ledger.tally.tellPlanner(of: database)
        }
        let known: [Float] = try await database.read(
            "SELECT reltuples FROM pg_class WHERE relname IN ('task', 'change') AND pg_table_is_visible(oid)"
        ).map { row in try row.decode(0) }
        #expect(known.count == 2 && known.allSatisfy { $0 >= 1_000 }, "\(known)")
    }

    @Test func nothingIsDoneForAnAccountThatIsNotThere() async throws {
        let (ledger, _) = try await openLedger()
        let result = try await ledger.push(Push(operations: []), to: Identifier(high: 9, low: 9))
        guard case .noAccount = result else { return _ = Issue.record("\(result)") }
    }
}
