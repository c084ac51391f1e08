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
    private static let account = Identifier(high: 0xACC, low: 1)

    /// The first calendar program of a large account is answered by plans for what its calendar index holds by then.
    @Test(.enabled(if: !TestPostgres.isSpread)) func thePlannerHearsOfALargeCalendarIndex() async throws {
        let database = try await openMigrated()
        try await SomeAccount.begin(Self.account, in: database)
        let index = CalendarIndex(patience: .seconds(120))
        let ledger = Ledger(database: database, announcements: Announcements(), projection: index)
        let operations = (1...1_000 as ClosedRange<UInt64>).map { number in
            SyncOperation(
                opId: Identifier(high: 1, low: number), id: Identifier(high: 2, low: number),
                at: HybridTime(.now(), device: Identifier(high: 0xD, low: 1)), fields: [JSONMember("title", "t")])
        }
        _ = try await ledger.push(Push(operations: operations), to: Self.account)
        #expect(try await index.bringUp(Self.account, in: database))
        let known: [Float] = try await database.read(
            "SELECT reltuples FROM pg_class WHERE relname = 'dav_resource' AND pg_table_is_visible(oid)"
        ).map { row in try row.decode(0) }
        #expect(known.count == 1 && known.allSatisfy { $0 >= 500 }, "\(known)")
    }
}
