import DaybookCore
import HTTP
import Postgres

/// Brings rows back to what they were at an earlier revision, in bounded batches through the ledger: nothing is lost by it, and
/// it can be taken back the same way.
///
/// Interrupted, it goes on where it was when the same request comes again: a batch is a transaction, each row's operations are
/// named after the request and the row, and what is restored lies between the revision asked for and the one at which the
/// request came first. What others change meanwhile is kept and named.
struct Restoration: Sendable {
    let changes: OnlineChanges
    let submission: Submission
    let extent: Extent
    let target: RestorationTarget
    let isRehearsal: Bool
    let confirmMassDelete: Bool

    /// Reads `to`, and `dryRun` and `confirmMassDelete` where they are there, from the request's body.
    init(of extent: Extent, askedBy submission: Submission, _ changes: OnlineChanges) throws {
        var members = try submission.members()
        target = try RestorationTarget(members.take("to"))
        isRehearsal = try members.takeFlag("dryRun")
        confirmMassDelete = try members.takeFlag("confirmMassDelete")
        try Scene.requireNone(members)
        self.changes = changes
        self.submission = submission
        self.extent = extent
    }

    /// What is to be restored.
    enum Extent: Hashable, Sendable {
        case account
        case task(Identifier)
        /// With the tasks that are in it, or were then.
        case list(Identifier)
    }

    /// So many rows, or so many lines of the ledger, go through one transaction.
    static let rowsPerBatch = 500
    static let linesPerBatch = 5_000

    private var account: Identifier { submission.principal.account }

    func run() async throws -> RestorationReport {
        let (revision, head) = try await bounds()
        var report = RestorationReport(to: revision, revision: head, isRehearsal: isRehearsal)
        let rows = try await rows(changedBetween: revision, and: head)
        report.deletions = rows.count { $0.created && $0.entity == .task }
        try await requireConfirmation(of: report.deletions)
        var batch: [ChangedRow] = []
        var lines = 0
        for row in rows {
            if batch.count == Self.rowsPerBatch || lines + row.lines > Self.linesPerBatch, !batch.isEmpty {
                try await restore(batch, from: revision, to: head, &report)
                (batch, lines) = ([], 0)
            }
            batch.append(row)
            lines += row.lines
        }
        if !batch.isEmpty { try await restore(batch, from: revision, to: head, &report) }
        return report
    }

    /// The revision to go back to, and the last one that is taken back.
    private func bounds() async throws -> (Int64, head: Int64) {
        let query: Query =
            switch target {
            case .revision(let revision): "SELECT revision, \(revision)::int8"
            case .instant(let instant):
                """
                SELECT revision, coalesce((SELECT change.revision FROM change
                    WHERE change.account_id = \(account) AND change.recorded_at <= \(instant)
                    ORDER BY change.revision DESC LIMIT 1), 0)
                """
            }
        let rows = try await changes.database.read(
            of: account,
            query + """
                , coalesce((SELECT min(change.revision) FROM change WHERE change.account_id = \(account)), 1)
                FROM account_clock WHERE account_id = \(account)
                """)
        guard let row = rows.first else { throw Problem.unauthenticated }
        let (current, revision, oldest) = try row.decode((Int64, Int64, Int64).self)
        guard (0...current).contains(revision) else {
            throw Problem(invalid: [
                FieldError(field: "to", code: .outOfRange, sentence: "to must be a revision from 0 to \(current).")
            ])
        }
        guard revision + 1 >= oldest else { throw Problem(.historyTooShort) }
        guard submission.identity.isKeyed, !isRehearsal else { return (revision, current) }
        // A line of the ledger says when this request came first.
        let settled = try await changes.make(submission, seeing: SliceNeeds()) { [account] scene in
            try scene.perform(nothing: 0, on: .settings, account)
        }.settled
        let mark = settled.entries.first { $0.operation.opId == submission.identity.opId(0) }
        return (revision, mark.map { $0.revision - 1 } ?? current)
    }

    private func requireConfirmation(of deletions: Int) async throws {
        guard !confirmMassDelete, !isRehearsal, deletions > Slice.massDeleteCount else { return }
        let rows = try await changes.database.read(
            of: account, "SELECT live_tasks FROM account_clock WHERE account_id = \(account)")
        let live = Int(try rows.first?.decode(0, as: Int32.self) ?? 0)
        guard deletions * 2 > live else { return }
        throw Problem(
            .massDeleteUnconfirmed, members: [.init("deletions", .number(deletions)), .init("of", .number(live))])
    }

    // MARK: Rows

    private struct ChangedRow: Sendable {
        let entity: Operation.Entity
        let id: Identifier
        let created: Bool
        let lines: Int

        /// Lists that come back come first, so that tasks find them; lists that go go last, when their tasks have left.
        var turn: Int { entity != .list ? 1 : created ? 2 : 0 }
    }

    private func rows(changedBetween revision: Int64, and head: Int64) async throws -> [ChangedRow] {
        let extent: Query =
            switch extent {
            case .account: "true"
            case .task(let task): "entity = 'task' AND entity_id = \(task)"
            case .list(let list):
                """
                (entity_id = \(list) OR prior::text LIKE \("%\(list.text)%")
                    OR entity_id IN (SELECT task_id FROM task WHERE task.account_id = \(account) AND list_id = \(list)))
                """
            }
        let rows = try await changes.database.read(
            of: account,
            """
            SELECT entity::text, entity_id, bool_or(created), count(*) FROM change
            WHERE account_id = \(account) AND revision > \(revision) AND revision <= \(head) AND changed AND \(extent)
            GROUP BY entity, entity_id ORDER BY entity_id
            """)
        let changed = try rows.map { row in
            let (entity, id, created, lines) = try row.decode((String, Identifier, Bool, Int64).self)
            return ChangedRow(
                entity: Operation.Entity(name: entity) ?? .settings, id: id, created: created,
                lines: Int(lines))
        }
        return (0...2).flatMap { turn in changed.filter { $0.turn == turn } }
    }

    // MARK: A batch

    private func restore(
        _ batch: [ChangedRow], from revision: Int64, to head: Int64, _ report: inout RestorationReport
    ) async throws {
        let rest = try await notYetRestored(among: batch, &report)
        guard !rest.isEmpty else { return }
        let lines = try await changes.database.read(
            of: account,
            """
            SELECT \(LedgerEntry.columns) FROM change
            WHERE account_id = \(account) AND revision > \(revision) AND revision <= \(head)
                AND entity_id = ANY(\(rest.map(\.id))) ORDER BY revision
            """
        ).map { try LedgerEntry($0) }
        let entries = Dictionary(grouping: lines) { RowName(entity: $0.operation.entity, id: $0.operation.id) }
        let (result, plan) = try await changes.ledger.change(account, seeing: lines.rows, now: submission.now) {
            [self, changes] slice -> Decision<Planned> in
            var operations: [Operation] = []
            var kept: [UndoPlan.Kept] = []
            for row in rest {
                let ofRow = entries[RowName(entity: row.entity, id: row.id)] ?? []
                let clock = changes.clock.tick(
                    for: submission.principal.device, now: submission.now,
                    after: slice.lastChange(of: row.entity, row.id))
                let one = slice.undo(ofRow, at: clock, request: name(of: row))
                operations += one.operations
                kept += one.kept
            }
            let push = Push(operations: isRehearsal ? [] : operations, confirmsMassDelete: true)
            return Decision(push, answer: Planned(operations: operations, kept: kept))
        }
        guard case .merged(let commit) = result else { throw Problem.unauthenticated }
        for operation in plan.operations { report.add(operation.entity, operation.id) }
        report.kept += plan.kept
        if !isRehearsal { report.revision = commit.revision }
    }

    /// Of a request that comes again: rows that it has dealt with already are counted and left alone.
    private func notYetRestored(
        among batch: [ChangedRow], _ report: inout RestorationReport
    ) async throws -> [ChangedRow] {
        guard submission.identity.isKeyed, !isRehearsal else { return batch }
        let names = Dictionary(batch.map { (firstOperation(of: $0), $0) }) { first, _ in first }
        let rows = try await changes.database.read(
            of: account,
            "SELECT op_id FROM change WHERE account_id = \(account) AND op_id = ANY(\(Array(names.keys)))")
        let done = Set(try rows.map { row throws(PostgresError) in try row.decode(0, as: Identifier.self) })
        for row in done.compactMap({ names[$0] }) { report.add(row.entity, row.id) }
        return batch.filter { !done.contains(firstOperation(of: $0)) }
    }

    private func name(of row: ChangedRow) -> Identifier {
        let request = submission.identity.opId(0)
        return .derived(
            .restoration, request.high, request.low, UInt64(row.entity.rawValue), row.id.high, row.id.low)
    }

    private func firstOperation(of row: ChangedRow) -> Identifier {
        let name = name(of: row)
        return .derived(.undo, name.high, name.low, 0)
    }

    private struct Planned: Sendable {
        let operations: [Operation]
        let kept: [UndoPlan.Kept]
    }

    private struct RowName: Hashable {
        let entity: Operation.Entity
        let id: Identifier
    }
}

extension Slice {
    /// The greatest clock of any change of a row.
    func lastChange(of entity: Operation.Entity, _ id: Identifier) -> HybridTime? {
        switch entity {
        case .task: tasks[id]?.lastChange
        case .list: lists[id].flatMap { [$0.lastEdit, $0.deletion].compactMap { $0 }.max() }
        case .settings: settings.clocks.greatest
        }
    }
}
