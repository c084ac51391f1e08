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
    /// It is an AI assistant's, by what it was let in with.
    let isAssistant: Bool
    /// How much an assistant changed lately; nil for any other device.
    var recentChanges: Int64?

    /// `device` is one alone, or nil for all that are not revoked. An assistant that was away for an hour has no token
    /// until it comes back, and what its person let it in with is still there.
    static func query(_ account: Identifier, device: Identifier? = nil) -> Query {
        """
        SELECT device.device_id, device.name, device.created_at, device.last_seen_at, device_sync.synced_at,
            greatest(0, account_clock.revision - coalesce(device_sync.acknowledged, 0)),
            device.device_id IN (
                SELECT token.device_id FROM token
                WHERE token.account_id = \(account) AND token.scope = ANY(\(assistants))
                UNION ALL
                SELECT granted.device_id FROM assistant_grant AS granted
                WHERE granted.account_id = \(account) AND granted.device_id IS NOT NULL)
        FROM device
        JOIN account_clock USING (account_id)
        LEFT JOIN device_sync USING (account_id, device_id)
        WHERE device.account_id = \(account) AND device.revoked_at IS NULL
            AND (\(device as Identifier?) IS NULL OR device.device_id = \(device as Identifier?))
        ORDER BY device.created_at, device.device_id
        """
    }

    private static let assistants = TokenScope.ofAssistants.map(\.rawValue)

    /// How far back the changes of assistants are counted, and among how many of the account's: no list of devices
    /// reads more of a history than that.
    static let recently: Int64 = Instant.dayLength
    static let mostLookedAt: Int64 = 2_000

    /// What each of these devices changed recently, where it changed anything.
    static func recentChanges(of devices: [Identifier], in account: Identifier, at now: Instant) -> Query {
        """
        SELECT device_id, count(*) FROM change
        WHERE account_id = \(account) AND changed AND device_id = ANY(\(devices))
            AND revision > (SELECT revision - \(mostLookedAt) FROM account_clock WHERE account_id = \(account))
            AND recorded_at > \(now.adding(milliseconds: -recently))
        GROUP BY device_id
        """
    }

    init?(_ row: Row) throws {
        let (id, name, createdAt, lastSeenAt, lastSyncAt, behind, isAssistant) = try row.decode(
            (Identifier, String, Instant, Instant, Instant?, Int64, Bool).self)
        guard let name = DeviceName(name) else { return nil }
        device = Device(id: id, name: name, createdAt: createdAt)
        self.lastSeenAt = lastSeenAt
        self.lastSyncAt = lastSyncAt
        self.behind = behind
        self.isAssistant = isAssistant
    }
}

extension JSONWriter {
    mutating func overviewMembers(_ overview: DeviceOverview, isCurrent: Bool) {
        deviceMembers(overview.device)
        member("lastSeenAt", overview.lastSeenAt)
        member("lastSyncAt", overview.lastSyncAt)
        member("behind", overview.behind)
        member("recentChanges", overview.recentChanges)
        member("current", isCurrent)
    }
}
