import DaybookCore
import Postgres

/// Keeps a program that lost its own data from emptying the account: what one device deletes, tasks and lists with what
/// is in them, without a pause of ten minutes, ends at more than fifty tasks and half of what there was when it began,
/// until the owner says that it may go on. Events and journals count as tasks.
package struct DeletionGuard: Sendable {
    private let account: Identifier
    private let device: Identifier

    package init(_ account: Identifier, _ device: Identifier) { (self.account, self.device) = (account, device) }

    /// Up to here it may always delete.
    private static let always = Int32(Slice.massDeleteCount)
    private static let pause: Int64 = 600_000

    /// What was counted of the device, and how many guests there are, asked under the account's lock.
    ///
    /// - Parameter list: it is to be deleted with the guests in it.
    func question(deleting list: Identifier? = nil) -> Query {
        var inside: Query = "0"
        if let list {
            inside = """
                (SELECT count(*) FROM dav_guest WHERE dav_guest.account_id = \(account) AND list_id = \(list)
                    AND dav_guest.deleted_at IS NULL)::integer
                """
        }
        return """
            SELECT dav_guard.deleted_at, coalesce(dav_guard.deletions, 0), coalesce(dav_guard.among, 0),
                dav_guard.allowed_until, account_clock.guests, \(inside)
            FROM account_clock
            LEFT JOIN dav_guard ON dav_guard.account_id = \(account) AND dav_guard.device_id = \(device)
            WHERE account_clock.account_id = \(account)
            """
    }

    /// What counts a deletion, in its transaction, and whether the owner lets it delete what it likes.
    ///
    /// - Parameters:
    ///   - live: how many tasks there are.
    ///   - withGuests: those in the list of the question go, too.
    /// - Returns: nil where that is too many.
    func counting(
        _ count: Int = 1, among live: Int, withGuests: Bool = false, knowing answers: Rows?, now: Instant
    ) throws(PostgresError) -> (statement: Query, isAllowed: Bool)? {
        var counted = Counted(deletions: 0, among: Int32(clamping: live), isAllowed: false)
        var count = count
        if let row = answers?.first {
            let (last, deletions, among, allowed, guests, inside) = try row.decode(
                (Instant?, Int32, Int32, Instant?, Int32, Int32).self)
            counted.among = Int32(clamping: live + Int(guests))
            if withGuests { count += Int(inside) }
            if let last, last > now.adding(milliseconds: -Self.pause) {
                (counted.deletions, counted.among) = (deletions, among)
            }
            counted.isAllowed = allowed.map { $0 >= now } ?? false
        }
        counted.deletions += Int32(clamping: count)
        guard counted.deletions <= Self.always || counted.deletions * 2 <= counted.among || counted.isAllowed else {
            return nil
        }
        let statement: Query = """
            INSERT INTO dav_guard (account_id, device_id, deleted_at, deletions, among)
            SELECT account_id, device_id, \(now), \(counted.deletions), \(counted.among) FROM device
            WHERE account_id = \(account) AND device_id = \(device)
            ON CONFLICT (account_id, device_id) DO UPDATE
                SET deleted_at = excluded.deleted_at, deletions = excluded.deletions, among = excluded.among
            """
        return (statement, counted.isAllowed)
    }

    private struct Counted {
        var deletions: Int32
        /// How many tasks there were when it began.
        var among: Int32
        /// The owner lets it delete what it likes.
        var isAllowed: Bool
    }
}
