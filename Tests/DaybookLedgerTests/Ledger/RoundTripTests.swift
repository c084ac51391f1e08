import DaybookCore
import Testing

@testable import DaybookLedger
@testable import TestAccounts

/// What a change waits for is mostly PostgreSQL, so where it is alone it asks no more often than it has decisions to
/// make: once to lock and load, once to write and commit.
@Suite(.closing) struct RoundTripTests {
    @Test func aChangeAloneAsksTwice() async throws {
        let house = try await LaneHouse.open(accounts: 1)
        let account = house.accounts[0]
        func trips(_ operations: [SyncOperation]) async throws -> UInt64 {
            let before = house.database.statistics.queries
            let push = Push(operations: operations, from: account)
            _ = try await house.ledger.push(push, to: account, isDivisible: true)
            return house.database.statistics.queries - before
        }
        // The first has connections to open.
        _ = try await trips([house.newTask(1, of: account)])
        #expect(try await trips([house.newTask(2, of: account)]) == 2)
        #expect(try await trips((3...12).map { house.newTask($0, of: account) }) == 2)
        // An edit of what is there, by operations that are new.
        let edits = (3...12 as ClosedRange<UInt64>).map { number in
            var edit = house.newTask(number, of: account, title: "Water them twice")
            edit.opId = Identifier(high: account.low, low: 100 + number)
            return edit
        }
        #expect(try await trips(edits) == 2)
        // Sent again there is nothing to be written, and nothing but the end of the transaction is left.
        #expect(try await trips(edits) == 2)
    }
}
