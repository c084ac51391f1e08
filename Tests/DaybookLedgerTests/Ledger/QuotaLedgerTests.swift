import DaybookCore
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// Quotas at the ledger's one door.
@Suite(.closing) struct QuotaLedgerTests {
    @Test func aPushThatWouldExceedAQuotaChangesNothing() async throws {
        let database = try await openMigrated()
        let account = Identifier.random()
        try await SomeAccount.begin(account, in: database)
        let ledger = Ledger(database: database, announcements: Announcements(), quotas: Quotas(tasks: 2, bytes: 0))
        let device = Identifier.random()
        let start = Instant(milliseconds: 1_800_000_000_000)
        func operation(_ id: Identifier, _ step: Int64, _ kind: SyncOperation.Kind = .set) -> SyncOperation {
            SyncOperation(
                opId: .random(), entity: .task, id: id, at: HybridTime(start.adding(seconds: step), device: device),
                kind: kind, fields: kind == .set ? [JSONMember("title", .string("Call the plumber"))] : [])
        }
        func push(_ operations: SyncOperation...) async throws -> PushResult {
            try await ledger.push(Push(operations: operations), to: account, now: start.adding(seconds: 100))
        }
        func state() async throws -> [Int64] {
            let row = try #require(
                try await database.read(
                    of: account,
                    """
                    SELECT revision, live_tasks::bigint, stored_bytes, (SELECT count(*) FROM change)
                    FROM account_clock WHERE account_id = \(account)
                    """
                ).first)
            let (revision, tasks, bytes, changes) = try row.decode((Int64, Int64, Int64, Int64).self)
            return [revision, tasks, bytes, changes]
        }
        let (one, two) = (Identifier.random(), Identifier.random())
        _ = try await push(operation(one, 1), operation(two, 2))
        let full = try await state()
        #expect(full[1] == 2)
        // What has no room is answered by itself, and nothing of it is kept; what is done in one piece is a
        // problem.
        #expect(try await push(operation(.random(), 3)).merged?.outcomes == [.quota(.tasks)])
        let refusal = await #expect(throws: LedgerRefusal.self) {
            let operations = [operation(.random(), 3)]
            _ = try await ledger.change(account, now: start.adding(seconds: 100)) { _ in
                var decision = Decision(Push(operations: operations))
                decision.isWhole = true
                return decision
            }
        }
        guard case .noRoom(.tasks, _)? = refusal else { return _ = Issue.record("\(refusal as Any)") }
        #expect(try await state() == full)
        // An edit and a deletion are no more tasks; after it there is room.
        _ = try await push(operation(one, 4))
        _ = try await push(operation(two, 5, .delete))
        #expect(try await state()[1] == 1)
        _ = try await push(operation(.random(), 6))
        #expect(try await state()[1] == 2)

        let tight = Ledger(database: database, announcements: Announcements(), quotas: Quotas(tasks: 0, bytes: 1))
        let before = try await state()
        // Little is let in all the same, up to a bound; much is not.
        var large = operation(one, 7)
        large.fields.append(JSONMember("notes", .string(String(repeating: "n", count: 2000))))
        for (change, expected) in [(large, Outcome.quota(.bytes)), (operation(one, 8), .applied)] {
            let result = try await tight.push(Push(operations: [change]), to: account, now: start.adding(seconds: 100))
            #expect(result.merged?.outcomes == [expected])
        }
        #expect(try await state()[0] == before[0] + 1)
    }
}
