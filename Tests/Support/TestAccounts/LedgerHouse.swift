import DaybookCalendarIndex
import DaybookCore
import Postgres

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestStore

/// An account with three devices on a database of its own, and the door to its ledger.
struct LedgerHouse: Sendable {
    let database: Database
    let ledger: Ledger
    let boundaries: DayBoundaries
    let account: Identifier
    let devices: [Identifier]

    static func open(quotas: Quotas = .none) async throws -> LedgerHouse {
        let database = try await openMigrated()
        let account = Identifier(high: 0xACC, low: 1)
        let devices = (1...3 as ClosedRange<UInt64>).map { Identifier(high: 0xD, low: $0) }
        let now = Instant.now()
        try await SomeAccount.begin(account, at: now, in: database)
        try await database.transaction(of: account) { transaction in
            try await transaction.commit(
                after: devices.map { device in
                    """
                    INSERT INTO device (account_id, device_id, name, created_at, last_seen_at)
                    VALUES (\(account), \(device), 'Phone', \(now), \(now))
                    """
                })
        }
        let boundaries = DayBoundaries()
        let ledger = Ledger(
            database: database, announcements: Announcements(), quotas: quotas,
            projections: [CalendarIndex(), boundaries])
        return LedgerHouse(
            database: database, ledger: ledger, boundaries: boundaries, account: account, devices: devices)
    }

    func epoch() async throws -> Identifier {
        try await database.read("SELECT epoch FROM instance")[0].decode(0)
    }

    func revision() async throws -> Int64 {
        try await database.read("SELECT revision FROM account_clock")[0].decode(0)
    }

    func newTask(_ number: UInt64, by device: Identifier, title: String = "Water the plants") -> SyncOperation {
        SyncOperation(
            opId: Identifier(high: 0x0BAD, low: number), id: Identifier(high: 0x7A5C, low: number),
            at: HybridTime(.now(), device: device), fields: [JSONMember("title", .string(title))])
    }
}

extension PushResult {
    /// What it came to where nothing stood in its way.
    var merged: Commit? { if case .merged(let commit) = self { commit } else { nil } }
}
