import DaybookCore
import DaybookStore
import Postgres

extension Devices {
    /// How long a consent counts, in milliseconds.
    static let consentLasts: Int64 = 3_600_000

    /// Lets a calendar program delete as much as it likes for an hour: the owner means it. Without it a device that
    /// deletes one task after the other is stopped at half of them. Nil where there is no such device.
    package func allowDeletion(
        by device: Identifier, of account: Identifier, now: Instant = .now()
    ) async throws -> Instant? {
        let until = now.adding(milliseconds: Self.consentLasts)
        let allowed = try await database.write(
            of: account,
            """
            INSERT INTO dav_guard (account_id, device_id, allowed_until)
            SELECT account_id, device_id, \(until) FROM device
            WHERE account_id = \(account) AND device_id = \(device) AND revoked_at IS NULL
            ON CONFLICT (account_id, device_id) DO UPDATE SET allowed_until = excluded.allowed_until
            """)
        return allowed.affected == 1 ? until : nil
    }
}
