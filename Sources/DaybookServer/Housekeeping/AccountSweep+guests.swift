import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// Events and journals of calendar programs.
extension AccountSweep {
    /// Those whose list is gone: an older server does not look for them before it drops a list. To find them all of an
    /// account's are looked at, so they go when others do.
    private func leftGuests(of account: Identifier, _ now: Instant) -> Query {
        """
        FROM dav_guest AS alone
        WHERE alone.account_id = \(account) AND alone.deleted_at IS NULL AND alone.changed_at < \(restorable(now))
            AND NOT EXISTS (SELECT 1 FROM list WHERE list.account_id = \(account) AND list.list_id = alone.list_id)
        """
    }

    /// Those that were deleted, and those in lists that were or are gone. Devices do not read them, but their cursors
    /// are told to begin anew with the tokens of programs.
    private func oldGuests(of account: Identifier, _ now: Instant, readByAll: Int64) -> Query {
        """
        (SELECT guest_id FROM dav_guest
        WHERE account_id = \(account) AND deleted_at < \(restorable(now)) AND revision <= \(readByAll)
        ORDER BY deleted_at LIMIT \(batch))
        UNION ALL
        (SELECT inside.guest_id FROM list JOIN dav_guest AS inside ON inside.account_id = \(account)
            AND inside.list_id = list.list_id AND inside.deleted_at IS NULL AND inside.revision <= \(readByAll)
        WHERE list.account_id = \(account) AND list.deleted_at < \(restorable(now)) AND list.revision <= \(readByAll)
        LIMIT \(batch))
        UNION ALL
        (SELECT alone.guest_id \(leftGuests(of: account, now)) AND alone.revision <= \(readByAll)
        LIMIT \(batch))
        LIMIT \(batch)
        """
    }

    /// A list that is gone takes the names in it along: nobody can ask for these any more. Others are forgotten as
    /// those of tasks are.
    func dropGuests(of account: Identifier, _ now: Instant) async throws -> Int {
        try await locked(account, now) { transaction, readByAll in
            let old = try await transaction.run(oldGuests(of: account, now, readByAll: readByAll))
            let guests = try old.map { row throws(PostgresError) in try row.decode(0, as: Identifier.self) }
            guard !guests.isEmpty else { return 0 }
            let answers = try await transaction.run([
                "DELETE FROM dav_resource WHERE account_id = \(account) AND task_id = ANY(\(guests)) AND NOT is_gone",
                GuestRows.uncount(guests, of: account),
                """
                DELETE FROM dav_guest WHERE account_id = \(account) AND guest_id = ANY(\(guests)) RETURNING revision
                """,
            ])
            return try await raise(account, past: answers[2], in: transaction)
        }
    }
}
