import DaybookCore
import Postgres

/// An account's row in `account_clock`: how far its ledger has come, and how much the account holds.
package struct AccountClock: Hashable, Sendable {
    var position: AccountPosition
    var liveTasks: Int
    var storedBytes: Int64
    /// Lines of the ledger that wait for rows.
    var waiting: Int
    /// Events and journals that calendar programs keep beside the tasks, and how many bytes they take. A change of the
    /// account leaves them as they are.
    let guests: Int
    let guestBytes: Int64

    /// In the order of `init(_:)`.
    static let columns: Query = """
        \(AccountPosition.columns), account_clock.live_tasks, account_clock.stored_bytes, account_clock.waiting,
        account_clock.guests, account_clock.guest_bytes
        """

    init(_ row: Row) throws(PostgresError) {
        position = try AccountPosition(row)
        var columns = AccountPosition.next(row)
        liveTasks = Int(try columns.next(Int32.self))
        storedBytes = try columns.next()
        waiting = Int(try columns.next(Int32.self))
        guests = Int(try columns.next(Int32.self))
        guestBytes = try columns.next()
    }

    /// What a change of the account writes.
    fileprivate static let written: [WrittenColumn<AccountClock>] = [
        WrittenColumn("revision") { $0.position.revision },
        WrittenColumn("live_tasks") { Int32(clamping: $0.liveTasks) },
        WrittenColumn("stored_bytes") { $0.storedBytes },
        WrittenColumn("waiting") { Int32(clamping: $0.waiting) },
    ]

    /// Guests count as tasks do, and their bytes as those of the ledger.
    var use: Quotas.Use { Quotas.Use(tasks: liveTasks + guests, bytes: storedBytes + guestBytes) }
}

/// A clock that was locked, and whether somebody claimed its account.
package struct LockedClock {
    let account: Identifier
    let clock: AccountClock
    let isClaimed: Bool
    /// Programs are notified of the account's changes.
    let tellsChanges: Bool
    /// Up to where the projection has come; nil where nobody asked for it.
    package let projectedRevision: Int64?
    /// How many of its tasks were erased for good.
    let erasures: Int

    package var revision: Int64 { clock.position.revision }

    /// The projection follows each change in its transaction.
    package var isProjected: Bool { projectedRevision == revision }

    /// In the order of `init(_:)`.
    static func columns(of accounts: Query) -> Query {
        """
        \(AccountClock.columns), account_clock.account_id,
        (SELECT claimed_at IS NOT NULL FROM account WHERE account.account_id = account_clock.account_id \(accounts)),
        account_clock.tells_changes, account_clock.shelved_revision, account_clock.erasures
        """
    }

    package init(_ row: Row) throws(PostgresError) {
        clock = try AccountClock(row)
        (account, isClaimed, tellsChanges) = (try row.decode(8), try row.decode(9), try row.decode(10))
        projectedRevision = try row.decode(11)
        erasures = Int(try row.decode(12, as: Int32.self))
    }
}

/// Statements that lock clocks until the transaction ends, which puts all changes of an account in one order, and name
/// the accounts whose rows the rest of the transaction may see. The last answers what was locked.
///
/// The door's statements find rows by whole keys, so one plan serves all values (`scopeByKeys`), once the planner knows
/// that the tables have rows (`OperationTally` sees to that).
extension Query {
    /// One account's. Whoever else has it is waited for.
    package static func lockedClock(of account: Identifier, spread isSpread: Bool) -> [Query] {
        guard isSpread else {
            return [
                """
                SELECT \(LockedClock.columns(of: "")), set_config('daybook.account', account_id::text, true), \(onePlan)
                FROM account_clock WHERE account_id = \(account) FOR UPDATE
                """
            ]
        }
        let columns = LockedClock.columns(of: "AND account.account_id = \(account)")
        return [.scope(account), "SELECT \(columns) FROM account_clock WHERE account_id = \(account) FOR UPDATE"]
    }

    /// Those of several accounts that nobody else has at this moment: a lock that one of them waited for, the others
    /// would wait for.
    static func lockedClocks(of accounts: [Identifier]) -> [Query] {
        let columns = LockedClock.columns(of: "AND account.account_id = ANY(\(accounts))")
        return [
            .scopeByKeys(accounts),
            """
            SELECT \(columns) FROM account_clock WHERE account_id = ANY(\(accounts))
            ORDER BY account_id FOR UPDATE SKIP LOCKED
            """,
        ]
    }

    /// - Parameter isProjected: a projection follows the changes; without one, what it has stored stays behind.
    static func write(_ clocks: [Owned<AccountClock>], isProjected: Bool, spread: Bool) -> Query {
        let projected: Query =
            isProjected
            ? """
            ,
                shelved_revision = CASE
                    WHEN account_clock.shelved_revision = account_clock.revision THEN told.revision
                    ELSE account_clock.shelved_revision END
            """ : ""
        return """
            UPDATE account_clock SET revision = told.revision, live_tasks = told.live_tasks,
                stored_bytes = told.stored_bytes, waiting = told.waiting\(projected)
            FROM \(told(clocks, AccountClock.written, spread: spread))
            WHERE account_clock.account_id = told.account_id
                \(only("account_clock", of: clocks.map(\.account), spread: spread))
            """
    }
}
