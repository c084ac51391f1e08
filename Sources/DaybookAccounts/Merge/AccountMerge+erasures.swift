import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

/// What was erased in the source stays so.
///
/// Who had signed in before the merge began may erase a task while its ledger is told. So erasures are looked for again
/// under the lock that closes the source, and what was told of such a task already is erased in the target.
extension AccountMerge {
    /// Nothing of these tasks is told from now on, and nothing that comes late is kept. Answers which they are.
    ///
    /// - Parameter known: those that were carried before.
    func carryErasures(_ journey: Journey, beside known: Set<Identifier> = []) async throws -> Set<Identifier> {
        let columns: Query = "task_id, device_id, erased_at, finished_at, is_settled, lines, search_pages, octets"
        let rows = try await database.read(
            of: journey.source,
            """
            SELECT \(columns) FROM erasure
            WHERE account_id = \(journey.source) AND NOT task_id = ANY(\(Array(known)))
            """)
        guard !rows.isEmpty else { return [] }
        let erased = try rows.decode(
            (Identifier, Identifier, Instant, Instant?, Bool, Int64, Int64, Int64).self)
        let told = try await told(of: erased.map(\.0), journey)
        for (task, device, erasedAt, _, _, _, _, _) in erased where told.contains(task) {
            try await eraseInTarget(task, by: device, at: erasedAt, journey)
        }
        let carried: Query = .rows(
            of: erased.map { _ in journey.target },
            """
            \(erased.map(\.0)), \(erased.map(\.1)), \(erased.map(\.2)), \(erased.map(\.3)), \(erased.map(\.4)),
                \(erased.map(\.5)), \(erased.map(\.6)), \(erased.map(\.7))
            """, spread: try await database.isSpread())
        try await database.transaction(of: journey.target) { transaction in
            try await transaction.run(
                "SELECT 1 FROM account_clock WHERE account_id = \(journey.target) FOR UPDATE")
            try await transaction.commit(after: [
                "INSERT INTO erasure (account_id, \(columns)) \(carried) ON CONFLICT DO NOTHING",
                """
                UPDATE account_clock SET erasures =
                    (SELECT count(*) FROM erasure WHERE account_id = \(journey.target))::int
                WHERE account_id = \(journey.target)
                """,
            ])
        }
        return Set(erased.map(\.0))
    }

    /// Those of the tasks whose ledger has been told, in part at least, and which are not erased in the target yet. The
    /// first line of a task is told first.
    private func told(of tasks: [Identifier], _ journey: Journey) async throws -> Set<Identifier> {
        let first = try await database.read(
            of: journey.source,
            """
            SELECT DISTINCT ON (entity_id) op_id FROM change
            WHERE account_id = \(journey.source) AND entity = 'task' AND entity_id = ANY(\(tasks))
                AND outcome <> 'rejected'
            ORDER BY entity_id, revision
            """
        ).decode(Identifier.self)
        let told = try await database.read(
            of: journey.target,
            """
            SELECT entity_id FROM change WHERE account_id = \(journey.target) AND op_id = ANY(\(first))
                AND NOT EXISTS (SELECT 1 FROM erasure
                    WHERE erasure.account_id = \(journey.target) AND erasure.task_id = change.entity_id)
            """
        ).decode(Identifier.self)
        return Set(told)
    }

    /// As its owner has erased it in the source. What searches hold of it goes when housekeeping finishes the erasure.
    private func eraseInTarget(
        _ task: Identifier, by device: Identifier, at erasedAt: Instant, _ journey: Journey
    ) async throws {
        let erasure = Erasure(of: task, in: journey.target, database)
        let statements = erasure.beginning(try await erasure.traces(in: ledger), by: device, now: erasedAt)
        var request = LedgerRequest(of: journey.target, now: .now())
        request.needs.tasks.insert(task)
        request.quotas = Quotas.none
        let (clock, now) = (ledger.clock, request.now)
        do {
            _ = try await ledger.change(request) { sight -> Decision<Void> in
                guard !sight.erased.contains(task) else { throw ErasedAlready() }
                var operations: [SyncOperation] = []
                if let there = sight.slice.tasks[task] {
                    operations.append(
                        SyncOperation(
                            opId: .random(), id: task, at: clock.tick(for: device, now: now, after: there.lastChange),
                            kind: .delete))
                }
                var decision = Decision(Push(operations: operations, confirmsMassDelete: true))
                (decision.erases, decision.alongside) = (task, statements)
                return decision
            }
        } catch is ErasedAlready {
            // Another process was faster.
        }
        _ = try await erasure.takeWordsOut()
    }
}

private struct ErasedAlready: Error {}
