import DaybookAPI
import DaybookCore
import DaybookLedger
import DaybookReminders
import DaybookStore
import Postgres

/// Removes for good what one account need not keep: tombstones that every active device has read and that can no longer
/// be restored, and the ledger's lines beyond its retention. `ServerAccount.purge` is the reference.
///
/// In small batches, each a transaction under the lock of the account's clock, as every change is. Each raises
/// `min_revision` to what it dropped, so a device that had not read it is told to begin anew (410), never left with
/// rows that are gone. Whatever ends in the middle has done whole batches, and the next round goes on.
struct AccountSweep: Sendable {
    let database: Database
    let retention: Retention
    var batch = 500

    /// Which kinds of work an account has left; most have none, and finding that out costs one statement.
    private struct Findings {
        var tasks: Bool
        var lists: Bool
        var changes: Bool
        var tokens: Bool
        var waiting: Bool
        /// So much changed that pages of the search are to be made, before somebody has to wait for them.
        var unfolded: Bool
        var deliveries: Bool
        /// Some task was erased at some time.
        var erasures: Bool
        var proposals: Bool
        /// Events or journals of calendar programs that were deleted long ago.
        var guests: Bool
        var isNothing: Bool {
            !tasks && !lists && !changes && !tokens && !waiting && !unfolded && !deliveries && !erasures && !proposals
                && !guests
        }
    }

    /// - Parameter mayGoOn: asked between batches.
    func run(_ account: Identifier, now: Instant, mayGoOn: () async throws -> Bool = { true }) async throws {
        let found = try await look(account, now)
        guard !found.isNothing else { return }
        if found.tokens { try await dropTokens(of: account, now) }
        // There are ten at most.
        if found.proposals {
            try await database.write(of: account, "DELETE FROM proposal WHERE \(oldProposals(of: account, now))")
        }
        if found.waiting { try await inBatches(mayGoOn) { try await endWaiting(of: account, now) } }
        if found.deliveries { try await inBatches(mayGoOn) { try await dropDeliveries(of: account, now) } }
        if found.erasures { try await RecentErasures(database).settle(account, now: now, mayGoOn: mayGoOn) }
        // Tasks first: a list stays while a row names it.
        if found.tasks { try await inBatches(mayGoOn) { try await dropTasks(of: account, now) } }
        if found.guests || found.lists { try await inBatches(mayGoOn) { try await dropGuests(of: account, now) } }
        if found.tasks || found.guests || found.lists {
            try await inBatches(mayGoOn) { try await dropNames(of: account) }
        }
        if found.tasks || found.lists { try await inBatches(mayGoOn) { try await dropLists(of: account, now) } }
        if found.changes { try await inBatches(mayGoOn) { try await dropChanges(of: account, now) } }
        let pages = SearchPages(database: database)
        if found.tasks || found.changes { try await pages.scrub(account, mayGoOn: mayGoOn) }
        if found.unfolded { try await pages.fold(account, mayGoOn: mayGoOn) }
    }

    private func inBatches(_ mayGoOn: () async throws -> Bool, _ drop: () async throws -> Int) async throws {
        while try await mayGoOn(), try await drop() == batch {}
    }

    private func look(_ account: Identifier, _ now: Instant) async throws -> Findings {
        let rows = try await database.read(
            of: account,
            """
            SELECT EXISTS (SELECT 1 FROM task WHERE account_id = \(account) AND deleted_at < \(restorable(now))
                    AND NOT (\(endsItsSeries(of: account, now)))),
                EXISTS (SELECT 1 FROM list WHERE account_id = \(account) AND deleted_at < \(restorable(now))),
                coalesce((SELECT recorded_at < \(ledgerEnd(now)) FROM change WHERE account_id = \(account)
                    ORDER BY revision LIMIT 1), false),
                EXISTS (\(oldTokens(of: account, now)))
                    OR EXISTS (SELECT 1 FROM assistant_grant
                        WHERE account_id = \(account) AND ends_at < \(tokenEnd(now))),
                EXISTS (SELECT 1 FROM waiting_change
                    WHERE account_id = \(account) AND recorded_at < \(restorable(now))),
                coalesce((SELECT revision FROM account_clock WHERE account_id = \(account)), 0) - coalesce(
                    (SELECT through FROM search_page WHERE account_id = \(account) ORDER BY begins DESC LIMIT 1), 0)
                    > \(SearchPages.mostChanges / 10),
                EXISTS (\(DeliveryLog.old(of: account, now: now, atMost: 1))),
                coalesce((SELECT erasures > 0 FROM account_clock WHERE account_id = \(account)), false),
                EXISTS (SELECT 1 FROM proposal WHERE \(oldProposals(of: account, now))),
                EXISTS (SELECT 1 FROM dav_guest WHERE account_id = \(account) AND deleted_at < \(restorable(now)))
            """)
        let (tasks, lists, changes, tokens, waiting, unfolded, deliveries, erasures, proposals, guests) = try rows[0]
            .decode((Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool).self)
        return Findings(
            tasks: tasks, lists: lists, changes: changes, tokens: tokens, waiting: waiting, unfolded: unfolded,
            deliveries: deliveries, erasures: erasures, proposals: proposals, guests: guests)
    }

    private func dropDeliveries(of account: Identifier, _ now: Instant) async throws -> Int {
        try await DeliveryLog(database).drop(of: account, now: now, atMost: batch)
    }

    func restorable(_ now: Instant) -> Instant { now.adding(milliseconds: -retention.deleted) }
    private func ledgerEnd(_ now: Instant) -> Instant {
        retention.ledger.map { now.adding(milliseconds: -$0) } ?? .earliest
    }
    /// A day late, so that the clocks of servers need not agree.
    private func tokenEnd(_ now: Instant) -> Instant { now.adding(milliseconds: -Instant.dayLength) }

    // MARK: Batches

    /// Runs the body under the account's lock with the revision up to which every active device has read. Zero for an
    /// account that is gone.
    func locked(
        _ account: Identifier, _ now: Instant, _ body: (Transaction, Int64) async throws -> Int
    ) async throws -> Int {
        let active = now.adding(milliseconds: -Retention.active)
        return try await database.transaction(of: account) { transaction in
            // Two statements: the second must see what was committed while the first waited for the lock.
            let answers = try await transaction.run([
                "SELECT revision FROM account_clock WHERE account_id = \(account) FOR UPDATE",
                """
                SELECT min(acknowledged) FROM device_sync JOIN device USING (account_id, device_id)
                WHERE account_id = \(account) AND synced_at >= \(active) AND revoked_at IS NULL
                """,
            ])
            guard let revision = try answers[0].first?.decode(0, as: Int64.self) else { return 0 }
            let readByAll = try answers[1].first?.decode(0, as: Int64?.self) ?? nil
            return try await body(transaction, readByAll ?? revision)
        }
    }

    private func dropTasks(of account: Identifier, _ now: Instant) async throws -> Int {
        try await locked(account, now) { transaction, readByAll in
            let rows = try await transaction.run(
                """
                WITH old AS (
                    SELECT task_id FROM task
                    WHERE account_id = \(account) AND deleted_at < \(restorable(now)) AND revision <= \(readByAll)
                        AND NOT (\(endsItsSeries(of: account, now)))
                    ORDER BY revision LIMIT \(batch)
                )
                DELETE FROM task USING old WHERE task.account_id = \(account) AND task.task_id = old.task_id
                RETURNING task.revision
                """)
            return try await raise(account, past: rows, in: transaction)
        }
    }

    /// That the latest occurrence of a series that goes by its schedule was deleted says that the series is over, as
    /// long as an earlier one is open: without it the days would take the series up again.
    private func endsItsSeries(of account: Identifier, _ now: Instant) -> Query {
        let series: Query = "coalesce(task.parent_recurring_id, task.task_id)"
        return """
            task.scheduled_date IS NOT NULL
            AND EXISTS (SELECT 1 FROM task AS going WHERE going.account_id = \(account)
                AND (going.parent_recurring_id = \(series) OR going.task_id = \(series))
                AND going.deleted_at IS NULL AND going.completed_at IS NULL
                AND going.recurrence ->> 'onSchedule' = 'true')
            AND NOT EXISTS (SELECT 1 FROM task AS later WHERE later.account_id = \(account)
                AND later.parent_recurring_id = \(series)
                AND later.scheduled_date > task.scheduled_date AND later.scheduled_date < \(now.utcDate))
            """
    }

    /// Names that are gone, as far as no token reaches back to them.
    private func dropNames(of account: Identifier) async throws -> Int {
        try await database.write(
            of: account,
            """
            DELETE FROM dav_resource WHERE account_id = \(account) AND (collection_id, name) IN (
                SELECT collection_id, name FROM dav_resource WHERE account_id = \(account) AND is_gone
                    AND shown_revision <= (SELECT min_revision FROM account_clock WHERE account_id = \(account))
                ORDER BY shown_revision LIMIT \(batch))
            """
        ).affected
    }

    /// Those that no row names any more.
    private func dropLists(of account: Identifier, _ now: Instant) async throws -> Int {
        try await locked(account, now) { transaction, readByAll in
            let rows = try await transaction.run(
                """
                WITH old AS (
                    SELECT list_id FROM list
                    WHERE account_id = \(account) AND deleted_at < \(restorable(now)) AND revision <= \(readByAll)
                        AND NOT EXISTS (SELECT 1 FROM task WHERE task.account_id = \(account) AND task.list_id = list.list_id)
                        AND NOT EXISTS (SELECT 1 FROM dav_guest WHERE dav_guest.account_id = \(account)
                            AND dav_guest.list_id = list.list_id AND dav_guest.deleted_at IS NULL)
                    ORDER BY revision LIMIT \(batch)
                )
                DELETE FROM list USING old WHERE list.account_id = \(account) AND list.list_id = old.list_id
                RETURNING list.revision
                """)
            return try await raise(account, past: rows, in: transaction)
        }
    }

    /// Says of the rows that they are gone, and how many they are: who has not read them begins anew.
    func raise(_ account: Identifier, past rows: Rows, in transaction: Transaction) async throws -> Int {
        let revisions = try rows.map { row in try row.decode(0, as: Int64.self) }
        guard let greatest = revisions.max() else { return 0 }
        try await transaction.commit(after: [
            """
            UPDATE account_clock SET min_revision = greatest(min_revision, \(greatest)) WHERE account_id = \(account)
            """
        ])
        return revisions.count
    }

    /// From the beginning, as far as it is old: what an active device has not read yet it may have sent, and may send
    /// again.
    private func dropChanges(of account: Identifier, _ now: Instant) async throws -> Int {
        try await locked(account, now) { transaction, readByAll in
            let rows = try await transaction.run(
                """
                WITH old AS (
                    SELECT revision, recorded_at FROM change WHERE account_id = \(account) ORDER BY revision LIMIT \(batch)
                )
                DELETE FROM change USING old
                WHERE change.account_id = \(account) AND change.revision = old.revision
                    AND old.recorded_at < \(ledgerEnd(now)) AND old.revision <= \(readByAll)
                RETURNING octet_length(patch::text) + octet_length(prior::text) + coalesce(octet_length(detail::text), 0)
                """)
            let texts = try rows.map { row in try Int64(row.decode(0, as: Int32.self)) }
            guard !texts.isEmpty else { return 0 }
            // As it was counted when it was written.
            let size = texts.reduce(0, +) + Int64(texts.count * StoredEntry.overhead)
            try await transaction.commit(after: [
                """
                UPDATE account_clock SET stored_bytes = greatest(0, stored_bytes - \(size)) WHERE account_id = \(account)
                """
            ])
            return texts.count
        }
    }

    /// A change that has waited for its row for as long as a deletion can be taken back waits no longer. It stays in
    /// the history.
    private func endWaiting(of account: Identifier, _ now: Instant) async throws -> Int {
        try await locked(account, now) { transaction, _ in
            let rows = try await transaction.run(
                """
                WITH old AS (
                    SELECT revision FROM waiting_change
                    WHERE account_id = \(account) AND recorded_at < \(restorable(now)) ORDER BY revision LIMIT \(batch)
                )
                DELETE FROM waiting_change USING old
                WHERE waiting_change.account_id = \(account) AND waiting_change.revision = old.revision
                RETURNING waiting_change.revision
                """)
            guard !rows.isEmpty else { return 0 }
            try await transaction.commit(after: [
                """
                UPDATE account_clock SET waiting = greatest(0, waiting - \(Int32(rows.count)))
                WHERE account_id = \(account)
                """
            ])
            return rows.count
        }
    }

    /// Nobody is shown them any more since they were over.
    private func oldProposals(of account: Identifier, _ now: Instant) -> Query {
        "account_id = \(account) AND expires_at < \(tokenEnd(now))"
    }

    /// What an assistant comes in with is over each hour and is renewed, as long as its grant stands.
    private func oldTokens(of account: Identifier, _ now: Instant) -> Query {
        """
        SELECT token_id FROM token WHERE account_id = \(account) AND expires_at < \(tokenEnd(now))
            AND NOT EXISTS (SELECT 1 FROM assistant_grant AS granted
                WHERE granted.account_id = \(account) AND granted.token_id = token.token_id)
        """
    }

    private func dropTokens(of account: Identifier, _ now: Instant) async throws {
        try await database.transaction(of: account) { transaction in
            let rows = try await transaction.run([
                "DELETE FROM assistant_grant WHERE account_id = \(account) AND ends_at < \(tokenEnd(now))",
                """
                DELETE FROM token WHERE account_id = \(account) AND token_id IN (\(oldTokens(of: account, now)))
                RETURNING token_id, device_id
                """,
            ])
            let gone = try rows[1].decode((Identifier, Identifier).self)
            // An app that can get in no longer takes no place among the devices.
            try await transaction.commit(after: [
                "DELETE FROM app_password WHERE account_id = \(account) AND token_id = ANY(\(gone.map(\.0)))",
                """
                UPDATE device SET revoked_at = \(now)
                WHERE account_id = \(account) AND device_id = ANY(\(gone.map(\.1))) AND revoked_at IS NULL
                    AND NOT EXISTS (SELECT 1 FROM token WHERE token.account_id = \(account)
                        AND token.device_id = device.device_id)
                """,
            ])
        }
    }
}
