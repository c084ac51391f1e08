import DaybookCore
import DaybookStore
import Postgres

extension DeviceClock {
    /// What is known of devices' clocks; no row for one that never pushed.
    static func query(_ devices: OwnedKeys) -> Query {
        """
        SELECT device_clock.account_id, \(columns) FROM \(devices.table)
        JOIN device_clock ON device_clock.account_id = wanted.account_id AND device_clock.device_id = wanted.id
            \(devices.only("device_clock"))
        """
    }

    /// Of all devices, with the device behind the columns.
    package static func queryAll(of account: Identifier) -> Query {
        "SELECT \(columns), device_id FROM device_clock WHERE account_id = \(account)"
    }

    private static let columns: Query = "behind, sampled_at, last_given, last_told"

    package init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        try self.init(&columns)
    }

    init(_ columns: inout StoredColumns) throws(PostgresError) {
        let offset: Int64? = try columns.next()
        let sampledAt: Instant = try columns.next()
        let last = try columns.nextClock()
        self.init(offset: offset, sampledAt: sampledAt, last: last, told: try columns.nextClock())
    }

    /// For a device that comes from another account; what is known of it here already stays.
    package func bring(_ device: Identifier, to account: Identifier, spread: Bool) -> Query {
        "\(Self.insertion([Owned(account, (device, self))], spread: spread)) ON CONFLICT (account_id, device_id) DO NOTHING"
    }

    fileprivate static func insertion(_ clocks: [Owned<(id: Identifier, clock: DeviceClock)>], spread: Bool) -> Query {
        .insertion(into: "device_clock", clocks, written, spread: spread)
    }

    /// Behind the account.
    private static let written: [WrittenColumn<(id: Identifier, clock: DeviceClock)>] = [
        WrittenColumn("device_id") { $0.id },
        WrittenColumn("behind") { $0.clock.offset },
        WrittenColumn("sampled_at") { $0.clock.sampledAt },
        WrittenColumn("last_given") { $0.clock.last?.stored },
        WrittenColumn("last_told") { $0.clock.told?.stored },
    ]
}

extension Query {
    /// What pushes have shown of their devices' clocks.
    static func write(_ clocks: [Owned<(id: Identifier, clock: DeviceClock)>], spread: Bool) -> Query {
        """
        \(DeviceClock.insertion(clocks, spread: spread)) ON CONFLICT (account_id, device_id) DO UPDATE SET behind = excluded.behind,
            sampled_at = excluded.sampled_at, last_given = excluded.last_given, last_told = excluded.last_told
        """
    }
}
