import DaybookCore
import DaybookLedger
import Postgres

/// Compares what calendar programs are shown with the tasks from which it follows, and mends what differs.
extension CalendarIndex {
    /// Nothing where no program asks, or not everything is in the index yet.
    package func flaws(of account: Identifier, in database: Database) async throws -> [Flaw] {
        try await flawsOfTasks(account, database) + flawsOfGuests(account, database)
    }

    private func flawsOfTasks(_ account: Identifier, _ database: Database) async throws -> [Flaw] {
        let inbox = Identifier.zero
        let rows = try await database.read(
            of: account,
            """
            WITH seen AS (
                SELECT dav_resource.* FROM dav_resource JOIN account_clock USING (account_id)
                WHERE dav_resource.account_id = \(account) AND NOT is_gone AND shelved_revision = revision
                    AND component IS NULL
            ), live AS (
                SELECT task.* FROM task JOIN account_clock USING (account_id)
                WHERE task.account_id = \(account) AND deleted_at IS NULL AND shelved_revision = account_clock.revision
            )
            SELECT coalesce(live.task_id, seen.task_id) FROM live FULL JOIN seen ON seen.task_id = live.task_id
            WHERE seen.task_id IS NULL OR live.task_id IS NULL OR seen.collection_id <> coalesce(live.list_id, \(inbox))
                OR seen.series_id <> coalesce(live.parent_recurring_id, live.task_id)
            UNION SELECT task_id FROM seen GROUP BY task_id HAVING count(*) > 1
            UNION SELECT series_id FROM seen GROUP BY series_id HAVING count(*) FILTER (WHERE is_head) > 1
            UNION SELECT task_id FROM (
                SELECT DISTINCT ON (seen.series_id) seen.task_id, seen.is_head, live.completed_at
                FROM seen JOIN live ON live.task_id = seen.task_id
                ORDER BY seen.series_id, seen.made_at DESC, seen.task_id DESC
            ) AS latest WHERE NOT is_head AND completed_at IS NULL
            LIMIT 1000
            """)
        return try rows.map { row in Flaw(.resourceWrong, .task, try row.decode(0, as: Identifier.self)) }
    }

    /// Events and journals that are not shown under their names, or are though they are deleted or gone, and a count
    /// that is not theirs.
    private func flawsOfGuests(_ account: Identifier, _ database: Database) async throws -> [Flaw] {
        let rows = try await database.read(
            of: account,
            """
            SELECT dav_guest.guest_id FROM dav_guest JOIN account_clock USING (account_id)
            LEFT JOIN dav_resource ON dav_resource.account_id = \(account) AND NOT dav_resource.is_gone
                AND dav_resource.task_id = dav_guest.guest_id
            WHERE dav_guest.account_id = \(account) AND shelved_revision = account_clock.revision AND (CASE
                WHEN deleted_at IS NOT NULL THEN dav_resource.name IS NOT NULL
                ELSE (dav_resource.collection_id, dav_resource.name, dav_resource.shown_revision, dav_resource.component)
                    IS DISTINCT FROM (list_id, dav_guest.name, dav_guest.revision, dav_guest.component) END)
            UNION ALL SELECT task_id FROM dav_resource JOIN account_clock USING (account_id)
            WHERE dav_resource.account_id = \(account) AND NOT is_gone AND component IS NOT NULL
                AND shelved_revision = account_clock.revision AND NOT EXISTS (SELECT 1 FROM dav_guest
                    WHERE dav_guest.account_id = \(account) AND dav_guest.guest_id = dav_resource.task_id)
            UNION ALL SELECT account_id FROM account_clock WHERE account_id = \(account)
                AND (guests, guest_bytes) <> (SELECT \(GuestRows.number), \(GuestRows.bytes) FROM dav_guest
                    WHERE account_id = \(account))
            LIMIT 1000
            """)
        return try rows.map { row in Flaw(.resourceWrong, .list, try row.decode(0, as: Identifier.self)) }
    }

    /// Programs are sent everything again, and so are devices: what a token or a cursor of before may miss cannot be
    /// known.
    package func mend(_ flaws: [Flaw], of account: Identifier, in database: Database) async throws {
        guard flaws.contains(where: { $0.kind == .resourceWrong }) else { return }
        try await database.transaction(of: account) { transaction in
            try await transaction.run(Query.lockedClock(of: account, spread: transaction.isSpread))
            try await transaction.commit(after: [
                "DELETE FROM dav_resource WHERE account_id = \(account)",
                "DELETE FROM dav_body WHERE account_id = \(account)",
                """
                UPDATE account_clock SET shelved_revision = NULL, min_revision = revision,
                    guests = (SELECT \(GuestRows.number) FROM dav_guest WHERE account_id = \(account)),
                    guest_bytes = (SELECT \(GuestRows.bytes) FROM dav_guest WHERE account_id = \(account))
                WHERE account_id = \(account)
                """,
            ])
        }
    }

    package func erasableWords(of task: Identifier, in account: Identifier) -> ErasableWords? {
        ErasableWords(
            size: """
                coalesce((SELECT octet_length(octets) FROM dav_body
                    WHERE account_id = \(account) AND task_id = \(task)), 0)
                """,
            erasing: [
                "DELETE FROM dav_body WHERE account_id = \(account) AND task_id = \(task)",
                // A program may give the same name to something new.
                "UPDATE dav_resource SET uid = NULL WHERE account_id = \(account) AND task_id = \(task) AND is_gone",
            ])
    }
}
