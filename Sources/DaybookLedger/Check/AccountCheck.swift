import DaybookCore
import DaybookStore
import Postgres

/// Holds one account's tables against its ledger, page by page, so that no account is too large for it.
///
/// Each page is one snapshot, and so is the look at the counters: what somebody changes meanwhile is never taken for a
/// flaw.
package struct AccountCheck: Sendable {
    let database: Database
    let account: Identifier
    var page = 200
    private let projections: [any Projection]

    package init(_ ledger: Ledger, _ account: Identifier) {
        (database, projections, self.account) = (ledger.database, ledger.projections.all, account)
    }

    package func run() async throws -> [Flaw] {
        guard let ledger = try await ledger() else { return [] }
        var flaws = ledger.flaws
        let malformed = try await malformedRows() + malformedLines()
        flaws += malformed
        // What may not be can perhaps not be read either. Behind it there may be other flaws.
        if !malformed.isEmpty { return flaws }
        flaws += try await pages(of: .task, isWhole: ledger.isWhole)
        flaws += try await pages(of: .list, isWhole: ledger.isWhole)
        flaws += try await missing(.task)
        flaws += try await missing(.list)
        flaws += try await settings()
        flaws += try await completions()
        flaws += try await waiting()
        for projection in projections { flaws += try await projection.flaws(of: account, in: database) }
        return flaws
    }

    // MARK: Counters

    private struct LedgerState {
        var flaws: [Flaw] = []
        /// Nothing of it was let go: it begins with the first change.
        let isWhole: Bool
    }

    /// Nil where there is no such account any more.
    private func ledger() async throws -> LedgerState? {
        let rows = try await database.read(
            of: account,
            """
            SELECT clock.revision, clock.live_tasks, clock.stored_bytes, lines.first, lines.last, lines.count, lines.size,
                (SELECT count(*) FROM task WHERE account_id = \(account) AND deleted_at IS NULL),
                clock.waiting - (SELECT count(*) FROM waiting_change WHERE account_id = \(account))
            FROM account_clock AS clock, (
                SELECT coalesce(min(revision), 1) AS first, coalesce(max(revision), 0) AS last, count(*) AS count,
                    coalesce(sum(\(Self.lineSize)), 0)::bigint AS size
                FROM change WHERE account_id = \(account)
            ) AS lines WHERE clock.account_id = \(account)
            """)
        guard let row = rows.first else { return nil }
        let (revision, live, bytes, first, last, count, size, counted, unaccounted) = try row.decode(
            (Int64, Int32, Int64, Int64, Int64, Int64, Int64, Int64, Int64).self)
        var state = LedgerState(isWhole: first == 1)
        // A ledger of which everything was let go says nothing of the revision.
        if count > 0, last != revision { state.flaws.append(Flaw(.revisionWrong)) }
        if count > 0, count != last - first + 1 { state.flaws.append(Flaw(.ledgerGap)) }
        if Int64(live) != counted || unaccounted != 0 { state.flaws.append(Flaw(.countWrong)) }
        if bytes != size { state.flaws.append(Flaw(.sizeWrong)) }
        return state
    }

    /// As `StoredEntry` counts it.
    static let lineSize: Query = """
        \(unsafeSQL: "\(StoredEntry.overhead)") + octet_length(patch::text) + octet_length(prior::text)
            + coalesce(octet_length(detail::text), 0)
        """

    // MARK: Rows that are not there

    /// Of a row that was dropped for good the ledger says that it was deleted.
    private func missing(_ entity: SyncOperation.Entity) async throws -> [Flaw] {
        let table: Query = entity == .task ? "task" : "list"
        let id: Query = entity == .task ? "task_id" : "list_id"
        var flaws: [Flaw] = []
        var last = Identifier.zero
        while true {
            let gone = try await database.read(
                of: account,
                """
                SELECT DISTINCT entity_id FROM change WHERE account_id = \(account) AND entity = \(entity.name)::change_entity
                    AND created AND entity_id > \(last) AND NOT EXISTS (SELECT 1 FROM \(table)
                        WHERE \(table).account_id = \(account) AND \(table).\(id) = change.entity_id)
                ORDER BY entity_id LIMIT \(page)
                """
            ).map { row throws(PostgresError) in try row.decode(0, as: Identifier.self) }
            guard let greatest = gone.last else { return flaws }
            last = greatest
            let replayed = try await database.transaction(of: account, readOnly: true) { transaction in
                try await Self.replay(gone, of: account, transaction)
            }
            for row in gone {
                let isLive =
                    entity == .task
                    ? replayed.tasks[row].map { !$0.isDeleted } : replayed.lists[row].map { !$0.isDeleted }
                if isLive == true { flaws.append(Flaw(.rowMissing, entity, row)) }
            }
        }
    }

    // MARK: Settings and completions

    /// Every change of the settings must have had its effect already: made again, none changes anything.
    private func settings() async throws -> [Flaw] {
        let account = account
        return try await database.transaction(of: account, isolation: .repeatableRead, readOnly: true) { transaction in
            let answers = try await transaction.run([
                "SELECT \(AccountSettings.columns) FROM account_settings WHERE account_id = \(account)",
                """
                SELECT \(LedgerEntry.columns) FROM change WHERE account_id = \(account) AND entity = 'settings'
                ORDER BY revision
                """,
            ])
            guard let row = answers[0].first else { return [Flaw(.settingsDiffer, .settings)] }
            var slice = Slice(account: account)
            slice.settings = try AccountSettings(row)
            let stored = slice.settings
            for line in answers[1] { slice.replay(try LedgerEntry(line)) }
            return slice.settings == stored ? [] : [Flaw(.settingsDiffer, .settings)]
        }
    }

    private func completions() async throws -> [Flaw] {
        try await database.read(
            of: account,
            """
            SELECT task.task_id FROM task LEFT JOIN completion USING (account_id, task_id)
            WHERE task.account_id = \(account) AND task.completed_at IS DISTINCT FROM completion.completed_at
            ORDER BY task.task_id LIMIT 1000
            """
        ).map { row in Flaw(.completionWrong, .task, try row.decode(0, as: Identifier.self)) }
    }

    // MARK: What waits

    /// A task that went to the Inbox waits for a list in which tasks can lie, and other changes for any row.
    private func waiting() async throws -> [Flaw] {
        try await database.read(
            of: account,
            """
            SELECT DISTINCT waiting_change.entity::text, waiting_change.entity_id FROM waiting_change
            JOIN change ON change.account_id = \(account) AND change.revision = waiting_change.revision
            LEFT JOIN task ON task.account_id = \(account) AND task.task_id = waiting_change.entity_id
            LEFT JOIN list ON list.account_id = \(account) AND list.list_id = waiting_change.entity_id
            WHERE waiting_change.account_id = \(account) AND CASE waiting_change.entity
                WHEN 'task' THEN task.task_id IS NOT NULL
                ELSE list.list_id IS NOT NULL
                    AND (change.outcome = 'waiting' OR list.deleted_at IS NULL AND list.filter IS NULL) END
            ORDER BY 2
            """
        ).map { row in
            let (entity, id) = try row.decode((String, Identifier).self)
            return Flaw(.waitingWrong, SyncOperation.Entity(name: entity), id)
        }
    }
}
