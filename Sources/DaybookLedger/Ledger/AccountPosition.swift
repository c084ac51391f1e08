import DaybookCore
import DaybookStore
import Postgres

/// How far an account's ledger has come, in which epoch of the database, and from where on a device can go on.
package struct AccountPosition: Hashable, Sendable {
    package var revision: Int64
    /// Tombstones up to here may be gone.
    let minRevision: Int64
    package let epoch: Identifier

    package static let columns = columns(of: "account_clock", epoch: Epoch.current)

    /// The same where a statement has other names for them.
    package static func columns(of clock: Query, epoch: Query) -> Query {
        "\(clock).revision, \(clock).min_revision, \(epoch)"
    }

    package static func query(of account: Identifier) -> Query {
        "SELECT \(columns) FROM account_clock WHERE account_id = \(account)"
    }

    /// The columns where the statement is about other rows: PostgreSQL reads them once, not for each.
    package static func columns(beside account: Identifier) -> Query {
        """
        (SELECT revision FROM account_clock WHERE account_id = \(account)),
        (SELECT min_revision FROM account_clock WHERE account_id = \(account)), \(Epoch.current)
        """
    }

    /// Of several; behind the columns stands whose it is.
    static func query(of accounts: [Identifier]) -> Query {
        "SELECT \(columns), account_id FROM account_clock WHERE account_id = ANY(\(accounts))"
    }

    /// Of a row that has the columns from one on.
    package init(_ row: Row, from first: Int = 0) throws(PostgresError) {
        var columns = StoredColumns(row, from: first)
        (revision, minRevision, epoch) = (try columns.next(), try columns.next(), try columns.next())
    }

    /// Behind the columns.
    package static func next(_ row: Row) -> StoredColumns { StoredColumns(row, from: columnCount) }

    package static let columnCount = 3

    /// Whether a device that has read up to the cursor can go on from there. A snapshot needs the tombstones of what
    /// was deleted while it was on its way, and no older ones.
    package func continues(_ cursor: SyncCursor) -> Bool {
        cursor.epoch == epoch && (cursor.snapshotFrom ?? cursor.revision) >= minRevision && cursor.revision <= revision
    }
}
