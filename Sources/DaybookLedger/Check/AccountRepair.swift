import DaybookCore
import DaybookStore
import Postgres

/// Mends what a check has found. The ledger is right: rows become what it gives by operations of the server's own, in
/// the same ledger, so that devices hear of it and it can be undone. Counters and completions, which follow from rows,
/// are counted again under the account's lock.
package struct AccountRepair: Sendable {
    let database: Database
    let ledger: Ledger
    let account: Identifier

    package init(_ ledger: Ledger, _ account: Identifier) {
        (database, self.ledger, self.account) = (ledger.database, ledger, account)
    }

    package func mend(_ flaws: [Flaw], now: Instant) async throws {
        let rows = flaws.filter { [.rowDiffers, .rowMissing, .columnsDiffer, .rowMalformed].contains($0.kind) }
        for flaw in rows {
            guard let entity = flaw.entity, let row = flaw.row else { continue }
            do { try await mend(entity, row, now) } catch  where flaw.kind == .rowMalformed {
                // It cannot even be read. It stays, and is named by the next check.
                continue
            }
        }
        for flaw in flaws where flaw.kind == .waitingWrong {
            guard let entity = flaw.entity, let row = flaw.row else { continue }
            try await bringWhatWaits(for: RowKey(entity, row), now)
        }
        for projection in ledger.projections.all { try await projection.mend(flaws, of: account, in: database) }
        if flaws.contains(where: { $0.kind == .orderKeyLong }) { try await shortenKeys(now) }
        if flaws.contains(where: { $0.kind != .orderKeyLong }) { try await count() }
    }

    private func mend(_ entity: SyncOperation.Entity, _ row: Identifier, _ now: Instant) async throws {
        let account = account
        let truth = try await database.transaction(of: account, readOnly: true) { transaction in
            try await AccountCheck.replay([row], of: account, transaction)
        }
        var needs = SliceNeeds()
        if entity == .task { needs.tasks = [row] } else { needs.lists = [row] }
        _ = try await ledger.change(account, seeing: needs, now: now) { slice in
            let last = slice.lastChange(of: RowKey(entity, row))
            let clock = max(
                HybridTime(now, device: .zero), last?.successor(device: .zero) ?? HybridTime(now, device: .zero))
            var operation = SyncOperation(opId: .random(), entity: entity, id: row, at: clock)
            var after: [SyncOperation] = []
            switch entity {
            case .task:
                guard let task = truth.tasks[row] else { return Decision(Push(operations: [])) }
                operation.fields = task.wholeFields
                if !task.isCompleted { operation.reopens = slice.tasks[row]?.completion?.clock }
                if task.isDeleted {
                    after.append(
                        SyncOperation(opId: .random(), id: row, at: clock.successor(device: .zero), kind: .delete))
                }
            case .list:
                guard let list = truth.lists[row] else { return Decision(Push(operations: [])) }
                operation.fields = list.wholeFields
                if list.isDeleted {
                    after.append(
                        SyncOperation(
                            opId: .random(), entity: .list, id: row, at: clock.successor(device: .zero), kind: .delete))
                }
            case .settings: break
            }
            return Decision(Push(operations: [operation] + after, confirmsMassDelete: true))
        }
    }

    /// A change that says nothing brings it.
    private func bringWhatWaits(for row: RowKey, _ now: Instant) async throws {
        var needs = SliceNeeds()
        if row.entity == .task { needs.tasks = [row.id] } else { needs.lists = [row.id] }
        _ = try await ledger.change(account, seeing: needs, now: now) { slice in
            guard let begun = slice.tasks[row.id]?.createdAt ?? slice.lists[row.id]?.createdAt else {
                return Decision(Push(operations: []))
            }
            // No later than anything else, so that it brings nothing deleted back.
            let nothing = SyncOperation(
                opId: .random(), entity: row.entity, id: row.id, at: HybridTime(begun, device: .zero))
            return Decision(Push(operations: [nothing]))
        }
    }

    private func shortenKeys(_ now: Instant) async throws {
        let tasks = try await database.read(
            of: account, "SELECT \(TaskItem.columns) FROM task WHERE account_id = \(account)"
        ).map { try TaskItem($0) }
        var generator = SystemRandomNumberGenerator()
        let operations = tasks.rebalancing(using: &generator)
        for start in stride(from: 0, to: operations.count, by: 500) {
            let some = Array(operations[start..<min(start + 500, operations.count)])
            _ = try await ledger.push(Push(operations: some), to: account, now: now)
        }
    }

    private func count() async throws {
        try await database.transaction(of: account) { transaction in
            try await transaction.run(Query.lockedClock(of: account, spread: transaction.isSpread))
            try await transaction.run([
                """
                UPDATE account_clock SET
                    waiting = (SELECT count(*) FROM waiting_change WHERE account_id = \(account)),
                    live_tasks = (SELECT count(*) FROM task WHERE account_id = \(account) AND deleted_at IS NULL),
                    stored_bytes = (SELECT coalesce(sum(\(AccountCheck.lineSize)), 0) FROM change
                        WHERE account_id = \(account)),
                    revision = greatest(revision, (SELECT coalesce(max(revision), 0) FROM change
                        WHERE account_id = \(account)))
                WHERE account_id = \(account)
                """,
                """
                DELETE FROM completion USING task
                WHERE completion.account_id = \(account) AND task.account_id = \(account)
                    AND task.task_id = completion.task_id
                    AND task.completed_at IS DISTINCT FROM completion.completed_at
                """,
                """
                INSERT INTO completion (account_id, task_id, completed_at, created_at, list_id, category, region, tags)
                SELECT account_id, task_id, completed_at, created_at, list_id, category, region, tags FROM task
                WHERE account_id = \(account) AND completed_at IS NOT NULL
                ON CONFLICT (account_id, task_id) DO NOTHING
                """,
            ])
        }
    }
}
