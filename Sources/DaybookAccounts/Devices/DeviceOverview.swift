import DaybookCore
import Postgres

/// A device as its owner sees it among the others.
package struct DeviceOverview: Sendable {
    package let device: Device
    package let lastSeenAt: Instant
    /// When it last synced, and how many changes of the account it has not taken since; nil and all of them where it
    /// never did.
    package let lastSyncAt: Instant?
    package let behind: Int64

    /// `device` is one alone, or nil for all that are not revoked.
    static func query(_ account: Identifier, device: Identifier? = nil) -> Query {
        """
        SELECT device.device_id, device.name, device.created_at, device.last_seen_at, device_sync.synced_at,
            greatest(0, account_clock.revision - coalesce(device_sync.acknowledged, 0))
        FROM device
        JOIN account_clock USING (account_id)
        LEFT JOIN device_sync USING (account_id, device_id)
        WHERE device.account_id = \(account) AND device.revoked_at IS NULL
            AND (\(device as Identifier?) IS NULL OR device.device_id = \(device as Identifier?))
        ORDER BY device.created_at, device.device_id
        """
    }

    init?(_ row: Row) throws {
        let (id, name, createdAt, lastSeenAt, lastSyncAt, behind) = try row.decode(
            (Identifier, String, Instant, Instant, Instant?, Int64).self)
        guard let name = DeviceName(name) else { return nil }
        device = Device(id: id, name: name, createdAt: createdAt)
        self.lastSeenAt = lastSeenAt
        self.lastSyncAt = lastSyncAt
        self.behind = behind
    }
}

extension JSONWriter {
    mutating func overviewMembers(_ overview: DeviceOverview, isCurrent: Bool) {
        deviceMembers(overview.device)
        member("lastSeenAt", overview.lastSeenAt)
        member("lastSyncAt", overview.lastSyncAt)
        member("behind", overview.behind)
        member("current", isCurrent)
    }
}
