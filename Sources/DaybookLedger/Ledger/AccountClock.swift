import DaybookCore
import Postgres

/// An account's row in `account_clock`: how far its ledger has come, and how much the account holds.
package struct AccountClock: Hashable, Sendable {
    var position: AccountPosition
    var liveTasks: Int
    var storedBytes: Int64
    /// Lines of the ledger that wait for rows.
    var waiting: Int

    /// In the order of `init(_:)`.
    static let columns: Query = """
        \(AccountPosition.columns), account_clock.live_tasks, account_clock.stored_bytes, account_clock.waiting
        """

    init(_ row: Row) throws(PostgresError) {
        position = try AccountPosition(row)
        var columns = AccountPosition.next(row)
        liveTasks = Int(try columns.next(Int32.self))
        storedBytes = try columns.next()
        waiting = Int(try columns.next(Int32.self))
    }

    var use: Quotas.Use { Quotas.Use(tasks: liveTasks, bytes: storedBytes) }

    /// Of a row of `lockedClock`.
    static func isClaimed(_ row: Row) throws(PostgresError) -> Bool { try row.decode(6) }
}

extension Query {
    /// Locks the account's clock until the transaction ends, which puts all its changes in one order, and names the
    /// account whose rows the rest of the transaction may see.
    ///
    /// The door's statements find rows by whole keys and write what they are given, so one plan serves all values, once
    /// the planner knows that the tables have rows (`OperationTally` sees to that). Left to itself PostgreSQL takes
    /// short arrays for a reason to plan each of them anew, which costs more than running it.
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
        UPDATE account_clock SET revision = \(clock.position.revision), live_tasks = \(Int32(clamping: clock.liveTasks)),
            stored_bytes = \(clock.storedBytes), waiting = \(Int32(clamping: clock.waiting))
        WHERE account_id = \(account)
        """
    }
}
