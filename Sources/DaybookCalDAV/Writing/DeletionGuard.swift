import DaybookCore
import Postgres

/// Keeps a program that lost its own data from emptying the account: what one device deletes, tasks and lists with what
/// is in them, without a pause of ten minutes, ends at more than fifty tasks and half of what there was when it began,
/// until the owner says that it may go on.
package struct DeletionGuard: Sendable {
    private let account: Identifier
    private let device: Identifier

    package init(_ account: Identifier, _ device: Identifier) { (self.account, self.device) = (account, device) }

    /// Up to here it may always delete.
    private static let always = Int32(Slice.massDeleteCount)
    private static let pause: Int64 = 600_000

    /// Counts a deletion in its transaction, under the account's lock. The second divides by zero, and nothing is done,
    /// where that is too many.
    func statements(deleting count: Int = 1, among live: Int, now: Instant) -> [Query] {
        let count = Int32(clamping: count)
        let began = now.adding(milliseconds: -Self.pause)
        return [
            """
            INSERT INTO dav_guard AS guard (account_id, device_id, deleted_at, deletions, among)
            SELECT account_id, device_id, \(now), \(count), \(Int32(clamping: live)) FROM device
            WHERE account_id = \(account) AND device_id = \(device)
            ON CONFLICT (account_id, device_id) DO UPDATE SET deleted_at = excluded.deleted_at,
                deletions = CASE WHEN guard.deleted_at > \(began) THEN guard.deletions ELSE 0 END + excluded.deletions,
                among = CASE WHEN guard.deleted_at > \(began) THEN guard.among ELSE excluded.among END
            """,
            """
            SELECT 1 / CASE WHEN deletions > \(Self.always) AND deletions * 2 > among
                AND (allowed_until IS NULL OR allowed_until < \(now)) THEN 0 ELSE 1 END
            FROM dav_guard WHERE account_id = \(account) AND device_id = \(device)
            """,
        ]
    }
}
