import DaybookCore
import DaybookLedger
import Postgres

/// Keeps a program that lost its own data from emptying the account: what one device deletes, tasks and lists with what
/// is in them, without a pause of ten minutes, ends at more than fifty tasks and half of what there was when it began,
/// until the owner says that it may go on. Events and journals are counted in the same way, by themselves: many events
/// are no leave to delete tasks.
package struct DeletionGuard: Sendable {
    private let account: Identifier
    private let device: Identifier

    package init(_ account: Identifier, _ device: Identifier) { (self.account, self.device) = (account, device) }

    /// Up to here it may always delete.
    private static let always = Int32(Slice.massDeleteCount)
    private static let pause: Int64 = 600_000

    /// What was counted of the device, and how many guests there are in lists that are, asked under the account's lock.
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
                coalesce(dav_guard.guest_deletions, 0), coalesce(dav_guard.guests_among, 0),
                dav_guard.allowed_until,
                greatest(0, account_clock.guests - \(GuestRows.hidden(of: account))), \(inside)
            FROM account_clock
            LEFT JOIN dav_guard ON dav_guard.account_id = \(account) AND dav_guard.device_id = \(device)
            WHERE account_clock.account_id = \(account)
            """
    }

    /// What is deleted.
    enum Deleted {
        /// So many tasks, and the guests in the list of the question.
        case tasks(Int)
        case guest
    }

    /// What counts a deletion, in its transaction, and whether the owner lets it delete what it likes.
    ///
    /// - Parameter live: how many tasks there are.
    /// - Returns: nil where that is too many.
    func counting(
        _ deleted: Deleted, among live: Int, knowing answers: Rows?, now: Instant
    ) throws(PostgresError) -> (statement: Query, isAllowed: Bool)? {
        var tasks = Counted(deletions: 0, among: Int32(clamping: live))
        var guests = Counted(deletions: 0, among: 0)
        var (isAllowed, inside) = (false, Int32(0))
        if let row = answers?.first {
            var columns = StoredColumns(row)
            let last: Instant? = try columns.next()
            let counted = Counted(deletions: try columns.next(), among: try columns.next())
            let countedGuests = Counted(deletions: try columns.next(), among: try columns.next())
            let allowed: Instant? = try columns.next()
            guests.among = try columns.next()
            inside = try columns.next()
            if let last, last > now.adding(milliseconds: -Self.pause) { (tasks, guests) = (counted, countedGuests) }
            isAllowed = allowed.map { $0 >= now } ?? false
        }
        switch deleted {
        case .tasks(let count):
            tasks.deletions += Int32(clamping: count)
            guests.deletions += inside
        case .guest: guests.deletions += 1
        }
        guard isAllowed || !tasks.isTooMuch && !guests.isTooMuch else { return nil }
        let statement: Query = """
            INSERT INTO dav_guard (account_id, device_id, deleted_at, deletions, among, guest_deletions, guests_among)
            SELECT account_id, device_id, \(now), \(tasks.deletions), \(tasks.among), \(guests.deletions),
                \(guests.among)
            FROM device WHERE account_id = \(account) AND device_id = \(device)
            ON CONFLICT (account_id, device_id) DO UPDATE
                SET deleted_at = excluded.deleted_at, deletions = excluded.deletions, among = excluded.among,
                    guest_deletions = excluded.guest_deletions, guests_among = excluded.guests_among
            """
        return (statement, isAllowed)
    }

    private struct Counted {
        var deletions: Int32
        /// How many there were when it began.
        var among: Int32

        var isTooMuch: Bool { deletions > DeletionGuard.always && deletions * 2 > among }
    }
}
