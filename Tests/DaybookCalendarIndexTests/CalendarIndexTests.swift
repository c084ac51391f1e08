import DaybookCore
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookCalendarIndex
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

@Suite(.closing) struct CalendarIndexTests {
    /// The first calendar program of a large account is answered by plans for what its calendar index holds by then.
    @Test(.enabled(if: !TestPostgres.isSpread)) func thePlannerHearsOfALargeCalendarIndex() async throws {
        let house = try await LedgerHouse.open()
        let operations = (1...1_000 as ClosedRange<UInt64>).map { number in
            house.newTask(number, by: house.devices[0])
        }
        _ = try await house.ledger.push(Push(operations: operations), to: house.account)
        #expect(try await CalendarIndex(patience: .seconds(120)).bringUp(house.account, in: house.database))
        let known: [Float] = try await house.database.read(
            "SELECT reltuples FROM pg_class WHERE relname = 'dav_resource' AND pg_table_is_visible(oid)"
        ).map { row in try row.decode(0) }
        #expect(known.count == 1 && known.allSatisfy { $0 >= 500 }, "\(known)")
    }
}
