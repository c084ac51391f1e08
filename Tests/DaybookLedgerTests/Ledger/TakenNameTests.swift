import DaybookCore
import TestPostgres
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// The server names what it concludes after what it follows from, and a device may have used such a name before.
@Suite(.closing) struct TakenNameTests {
    private let house: LedgerHouse

    init() async throws { house = try await LedgerHouse.open() }

    private func push(_ operations: [SyncOperation]) async throws -> Commit {
        let push = Push(operations: operations, from: house.devices[0])
        return try #require(try await house.ledger.push(push, to: house.account).merged)
    }

    private func edit(_ name: Identifier, of task: Identifier, _ fields: JSONMember...) -> SyncOperation {
        SyncOperation(opId: name, id: task, at: HybridTime(.now(), device: house.devices[0]), fields: fields)
    }

    @Test func aConclusionWhoseNameIsTakenHasAnother() async throws {
        let task = house.newTask(1, by: house.devices[0])
        let placing = Identifier(high: 0x0BAD, low: 3)
        let taken = Identifier.derived(.placing, placing.high, placing.low, task.id.high, task.id.low)
        let first = [task, edit(taken, of: task.id, JSONMember("priority", 2))]
        #expect(try await push(first).outcomes == [.applied, .applied])
        // What is put into the morning without a date is put there for today.
        let second = [edit(placing, of: task.id, JSONMember("region", "morning"))]
        let commit = try await push(second)
        #expect(commit.outcomes == [.applied])
        #expect(commit.tasks[task.id]?.region != nil && commit.tasks[task.id]?.scheduledDate != nil)
        #expect(commit.entries.map(\.cause) == [nil, placing])
        #expect(commit.entries.map(\.operation.purpose) == [nil, .placing])
        #expect(commit.entries.allSatisfy { $0.operation.opId != taken })
        // Sent again each is answered as it was, and does nothing.
        for (operations, answered) in [(first, first.map { _ in Outcome.applied }), (second, commit.outcomes)] {
            let again = try await push(operations)
            #expect(again.outcomes == answered && again.entries.isEmpty)
        }
        #expect(try await house.revision() == 4)
        #expect(try await AccountCheck(house.ledger, house.account).run() == [])
    }

    /// So is an occurrence that a completion makes.
    @Test func aSeriesGoesOnUnderAnotherName() async throws {
        let completing = Identifier(high: 0x0BAD, low: 3)
        let series = SyncOperation(
            opId: Identifier(high: 0x0BAD, low: 1), id: Identifier(high: 0x7A5C, low: 1),
            at: HybridTime(.now(), device: house.devices[0]),
            fields: [
                JSONMember("title", "Pay the rent"), JSONMember("scheduledDate", "2026-11-20"),
                JSONMember("recurrence", .object([JSONMember("days", .array([1]))])),
            ])
        let made = try await push([series])
        let next = try #require(made.tasks[series.id]?.nextOccurrence(in: AccountSettings())?.id)
        let taken = Identifier.derived(.nextOccurrence, completing.high, completing.low, next.high, next.low)
        _ = try await push([edit(taken, of: series.id, JSONMember("priority", 2))])
        let commit = try await push([edit(completing, of: series.id, JSONMember("state", "completed"))])
        #expect(commit.outcomes == [.applied])
        let after = try #require(commit.tasks[next])
        #expect(!after.isDeleted && after.title == "Pay the rent")
        #expect(try await AccountCheck(house.ledger, house.account).run() == [])
    }
}
