import DaybookCore
import DaybookHost
import Postgres
import Reactor

extension LedgerTransaction {
    /// The second round trip: the rows as they are now, the ledger's lines, the account's new revision, and the commit.
    func write(_ merged: Merged, _ clock: AccountClock, alongside others: [Query]) async throws {
        guard !merged.entries.isEmpty else {
            if !others.isEmpty { try await transaction.commit(after: others) }
            return
        }
        let queries = await aside(if: isLong(merged)) { statements(merged, clock) }
        try await transaction.commit(after: queries + others)
    }

    /// Long notes take as long to be written out as many rows do.
    private func isLong(_ merged: Merged) -> Bool {
        merged.entries.count > Self.manyRows
            || merged.tasks.contains { (slice.tasks[$0]?.notes?.utf8.count ?? 0) > Self.longText }
    }

    private func statements(_ merged: Merged, _ clock: AccountClock) -> [Query] {
        let entries = StoredEntries(merged.entries, of: account)
        var clock = clock
        clock.position.revision = slice.revision
        clock.liveTasks = slice.liveTasks
        clock.storedBytes += Int64(entries.size)
        clock.waiting = slice.waitingCount

        var queries: [Query] = []
        // Lists before the tasks that name them.
        if !merged.lists.isEmpty { queries.append(.write(merged.lists.compactMap { slice.lists[$0] }, of: account)) }
        queries += Query.write(merged.tasks.compactMap { slice.tasks[$0] }, of: account)
        if merged.settings { queries.append(.write(slice.settings, of: account)) }
        queries += completions(merged.completions)
        queries.append(entries.query)
        if !merged.waitedFor.isEmpty { queries.append(.endWaiting(merged.waitedFor, of: account)) }
        if !merged.waits.isEmpty { queries.append(.write(merged.waits, of: account)) }
        queries.append(.write(clock, of: account))
        return queries
    }

    /// A completion counts for ever, also when its task is gone; taken back, it counts no more.
    private func completions(_ changes: [CompletionChange]) -> [Query] {
        var last: [Identifier: Instant?] = [:]
        for change in changes { last[change.task] = .some(change.at) }
        let gone = last.filter { $0.value == nil }.map(\.key)
        let done = last.compactMap { id, at in at.flatMap { at in slice.tasks[id].map { (task: $0, at: at) } } }
        var queries: [Query] = []
        if !gone.isEmpty {
            queries.append("DELETE FROM completion WHERE account_id = \(account) AND task_id = ANY(\(gone))")
        }
        if !done.isEmpty {
            queries.append(
                """
                INSERT INTO completion (account_id, task_id, completed_at, created_at, list_id, category, region)
                SELECT \(account), *
                FROM unnest(\(done.map(\.task.id)), \(done.map(\.at)), \(done.map(\.task.createdAt)),
                    \(done.map(\.task.listId)), \(done.map(\.task.category)),
                    \(done.map { $0.task.region?.name })::day_region[])
                ON CONFLICT (account_id, task_id) DO UPDATE SET completed_at = excluded.completed_at,
                    created_at = excluded.created_at, list_id = excluded.list_id, category = excluded.category,
                    region = excluded.region
                """)
        }
        return queries
    }
}
