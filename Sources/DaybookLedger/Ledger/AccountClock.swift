import DaybookCore
import Postgres

/// An account's row in `account_clock`: how far its ledger has come, and how much the account holds. With the epoch of
/// the database, of which a revision is one.
package struct AccountClock: Hashable, Sendable {
    package var revision: Int64
    /// Tombstones up to here may be gone.
    var minRevision: Int64
    var liveTasks: Int
    var storedBytes: Int64
    /// Lines of the ledger that wait for rows.
    var waiting: Int
    package let epoch: Identifier

    /// In the order of `init(_:)`.
    static let columns: Query = """
        account_clock.revision, account_clock.min_revision, account_clock.live_tasks, account_clock.stored_bytes,
        account_clock.waiting, (SELECT epoch FROM instance)
        """

    init(_ row: Row) throws(PostgresError) {
        let (liveTasks, waiting): (Int32, Int32)
        (revision, minRevision, liveTasks, storedBytes, waiting, epoch) =
            try row.decode((Int64, Int64, Int32, Int64, Int32, Identifier).self)
        self.liveTasks = Int(liveTasks)
        self.waiting = Int(waiting)
    }

    var use: Quotas.Use { Quotas.Use(tasks: liveTasks, bytes: storedBytes) }

    /// Of a row of `lockedClock`.
    static func isClaimed(_ row: Row) throws(PostgresError) -> Bool { try row.decode(6) }

    /// Whether a device that has read up to the cursor can go on from there. A snapshot needs the tombstones of what
    /// was deleted while it was on its way, and no older ones.
    func continues(_ cursor: SyncCursor) -> Bool {
        cursor.epoch == epoch && (cursor.snapshotFrom ?? cursor.revision) >= minRevision && cursor.revision <= revision
    }
}

extension Query {
    package static func clock(of account: Identifier) -> Query {
        "SELECT \(AccountClock.columns) FROM account_clock WHERE account_id = \(account)"
    }

    /// Locks the account's clock until the transaction ends, which puts all its changes in one order, and names the
    /// account whose rows the rest of the transaction may see.
    ///
    /// The door's statements find rows by whole keys and write what they are given, so one plan is as good as another.
    /// Left to itself PostgreSQL takes short arrays for a reason to plan each of them anew, which costs more than
    /// running it.
    ///
    /// Behind the clock's columns stands whether somebody claimed the account.
    static func lockedClock(of account: Identifier) -> Query {
        """
        SELECT \(AccountClock.columns), (SELECT claimed_at IS NOT NULL FROM account WHERE account_id = \(account)),
            set_config('daybook.account', account_id::text, true),
            set_config('plan_cache_mode', 'force_generic_plan', true)
        FROM account_clock WHERE account_id = \(account) FOR UPDATE
        """
    }

    static func write(_ clock: AccountClock, of account: Identifier) -> Query {
        """
        UPDATE account_clock SET revision = \(clock.revision), live_tasks = \(Int32(clamping: clock.liveTasks)),
            stored_bytes = \(clock.storedBytes), waiting = \(Int32(clamping: clock.waiting))
        WHERE account_id = \(account)
        """
    }
}
