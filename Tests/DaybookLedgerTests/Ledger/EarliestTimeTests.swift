import DaybookCore
import Postgres
import TestPostgres
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// A device whose clock is ahead tells times at the very beginning: put right they would lie before it.
@Suite(.closing) struct EarliestTimeTests {
    private let house: LedgerHouse

    init() async throws { house = try await LedgerHouse.open() }

    @Test func whatIsKeptIsWhatIsTold() async throws {
        let (device, now) = (house.devices[0], Instant.now())
        let task = Identifier(high: 0x7A5C, low: 1)
        var told: [SyncOperation] = []
        for (number, (ahead, fields)) in [
            (30_000, [JSONMember("title", "First")]),
            (10_000, [JSONMember("title", "Overtaken"), JSONMember("tags", .array(["one"]))]),
            (20_000, [JSONMember("priority", 2)]),
        ].enumerated() {
            told.append(
                SyncOperation(
                    opId: Identifier(high: 0x0BAD, low: UInt64(number) + 1), id: task,
                    at: HybridTime(Instant.earliest.adding(milliseconds: Int64(ahead)), device: device), fields: fields)
            )
        }
        // One by one, each put right as the last one left it.
        for operation in told {
            let push = Push(
                operations: [operation], from: device, sentAt: now.adding(milliseconds: 3_600_000))
            let commit = try #require(try await house.ledger.push(push, to: house.account, now: now).merged)
            for entry in commit.entries {
                #expect(HybridTime(entry.operation.at.text) == entry.operation.at, "\(entry.operation.at)")
            }
            let row = try #require(commit.tasks[task])
            let last = try #require(row.lastChange)
            #expect(HybridTime(last.text) == last)
        }
        let stored = try await house.database.read(
            of: house.account,
            "SELECT at, counter FROM change WHERE account_id = \(house.account) ORDER BY revision"
        ).decode((Instant, Int32).self)
        #expect(stored.count == 3 && stored.allSatisfy { $0.0 >= .earliest && $0.1 == 0 }, "\(stored)")
        // Told again from the ledger the row is the same.
        #expect(try await AccountCheck(house.ledger, house.account).run() == [])
    }
}
