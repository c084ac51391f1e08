import DaybookCore
import DaybookStore
import Postgres

extension DeviceClock {
    /// What is known of a device's clock; no row for one that never pushed.
    static func query(_ device: Identifier, of account: Identifier) -> Query {
        "SELECT \(columns) FROM device_clock WHERE account_id = \(account) AND device_id = \(device)"
    }

    /// Of all devices, with the device behind the columns.
    package static func queryAll(of account: Identifier) -> Query {
        "SELECT \(columns), device_id FROM device_clock WHERE account_id = \(account)"
    }

    private static let columns: Query = "behind, sampled_at, last_given, last_told"

    package init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        let offset: Int64? = try columns.next()
        let sampledAt: Instant = try columns.next()
        let last = try columns.nextClock()
        self.init(offset: offset, sampledAt: sampledAt, last: last, told: try columns.nextClock())
    }

    func write(_ device: Identifier, of account: Identifier) -> Query {
        """
        \(insertion(device, of: account)) ON CONFLICT (account_id, device_id) DO UPDATE SET behind = excluded.behind,
            sampled_at = excluded.sampled_at, last_given = excluded.last_given, last_told = excluded.last_told
        """
    }

    /// The same for a device that comes from another account; what is known of it here already stays.
    package func bring(_ device: Identifier, to account: Identifier) -> Query {
        "\(insertion(device, of: account)) ON CONFLICT (account_id, device_id) DO NOTHING"
    }

    private func insertion(_ device: Identifier, of account: Identifier) -> Query {
        """
        INSERT INTO device_clock (account_id, device_id, behind, sampled_at, last_given, last_told)
        VALUES (\(account), \(device), \(offset as Int64?), \(sampledAt), \(last?.stored as [UInt8]?), \(told?.stored as [UInt8]?))
        """
    }
}
