import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// Brings rows back to what they were at an earlier revision, in bounded batches through the ledger: nothing is lost by
/// it, and it can be undone the same way.
///
/// An interrupted restoration continues where it was when the same request comes again: a batch is a transaction, each
/// row's operations are named after the request and the row, and what is restored lies between the revision asked for
/// and the one at which the request came first. What others change meanwhile is kept and named. Copies of one request
/// may do it side by side.
struct Restoration: Sendable {
    let changes: OnlineChanges
    let submission: Submission
    let extent: Extent
    let target: RestorationTarget
    let isRehearsal: Bool
    let confirmMassDelete: Bool

    /// Reads `to`, and `dryRun` and `confirmMassDelete` where they are there, from the request's body.
    init(of extent: Extent, askedBy submission: Submission, _ changes: OnlineChanges) async throws {
        var members = try await submission.members()
        target = try RestorationTarget(members.take("to"))
        isRehearsal = try members.takeFlag("dryRun")
        confirmMassDelete = try members.takeFlag("confirmMassDelete")
        try ChangePlan.requireNone(members)
        self.changes = changes
        self.submission = submission
        self.extent = extent
    }

    /// What is to be restored.
    enum Extent: Hashable, Sendable {
        case account
        case task(Identifier)
        /// Includes the tasks that are in the list, or were in it then.
        case list(Identifier)
    }

    /// How many rows, or lines of the ledger, or bytes of these, go through one transaction.
    static let rowsPerBatch = 500
    static let linesPerBatch = 5_000
    static let bytesPerBatch = 4 << 20

    var account: Identifier { submission.principal.account }

    func run() async throws -> RestorationReport {
        if submission.identity.isKeyed, !isRehearsal { return try await runOnce() }
        let head = try await currentRevision()
        let revision = try await revisionToGoBackTo(from: head)
        let (rows, erased) = try await self.rows(changedBetween: revision, and: head)
        var report = report(of: rows, from: revision, to: head)
        report.erased = erased
        try await requireConfirmation(of: report.deletions)
        for batch in batches(of: rows) { try await restore(batch, from: revision, to: head, &report) }
        return report
    }

    /// Restores under an idempotency key. Two lines of the ledger that change nothing say when the request first came
    /// and when it was done. The lines between them belong to it, whichever of its copies wrote them, and the result is
    /// computed from the ledger up to the second line. So all copies get the same answer, those at the same time and
    /// later ones.
    private func runOnce() async throws -> RestorationReport {
        let head = try await begin()
        let revision = try await revisionToGoBackTo(from: head)
        let (rows, erased) = try await self.rows(changedBetween: revision, and: head)
        var report = report(of: rows, from: revision, to: head)
        report.erased = erased
        if try await changes.recall(ending) == nil {
            for batch in batches(of: rows) { try await restore(batch, from: revision, to: head, &report) }
        }
        let end = try await changes.make(ending, seeing: SliceNeeds()) { [account] plan in
            try plan.perform(nothing: 0, on: .settings, account)
        }.settled
        return try await account(for: rows, erased: erased, from: revision, to: head, doneBy: end.revision)
    }

    /// The revision before the request came first; now, where this is the first time.
    private func begin() async throws -> Int64 {
        if let first = try await changes.recall(submission) { return first.revision - 1 }
        do {
            let head = try await currentRevision()
            let revision = try await revisionToGoBackTo(from: head)
            try await requireConfirmation(
                of: report(of: rows(changedBetween: revision, and: head).rows, from: revision, to: head).deletions)
        } catch let problem as Problem {
            // A copy may have begun meanwhile, and what is refused now be its work.
            if let first = try await changes.recall(submission) { return first.revision - 1 }
            throw problem
        }
        return try await changes.make(submission, seeing: SliceNeeds()) { [account] plan in
            try plan.perform(nothing: 0, on: .settings, account)
        }.settled.revision - 1
    }

    /// The same request, known by its end.
    private var ending: Submission {
        let request = submission.identity.opId(0)
        return submission.identified(
            as: RequestIdentity(key: .derived(.restoration, request.high, request.low), content: 0))
    }

    private func currentRevision() async throws -> Int64 {
        let rows = try await changes.database.read(
            of: account, "SELECT revision FROM account_clock WHERE account_id = \(account)")
        guard let row = rows.first else { throw Problem.unauthenticated }
        return try row.decode(0)
    }

    private func revisionToGoBackTo(from head: Int64) async throws -> Int64 {
        let query: Query =
            switch target {
            case .revision(let revision): "SELECT \(revision)::int8"
            case .instant(let instant):
                """
                SELECT coalesce((SELECT change.revision FROM change
                    WHERE change.account_id = \(account) AND change.recorded_at <= \(instant)
                        AND change.revision <= \(head)
                    ORDER BY change.revision DESC LIMIT 1), 0)
                """
            }
        let rows = try await changes.database.read(
            of: account,
            query + """
                , coalesce((SELECT min(change.revision) FROM change WHERE change.account_id = \(account)), 1)
                """)
        guard let row = rows.first else { throw Problem.unauthenticated }
        let (revision, oldest) = try row.decode((Int64, Int64).self)
        guard (0...head).contains(revision) else {
            throw Problem(invalid: "to", .outOfRange, "to must be a revision from 0 to \(head).")
        }
        guard revision + 1 >= oldest else { throw Problem(.historyTooShort) }
        return revision
    }

    private func report(of rows: [ChangedRow], from revision: Int64, to head: Int64) -> RestorationReport {
        var report = RestorationReport(to: revision, revision: head, isRehearsal: isRehearsal)
        report.deletions = rows.count { $0.created && $0.entity == .task && $0.isLive }
        return report
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

    // MARK: A batch

    func batches(of rows: [ChangedRow]) -> [[ChangedRow]] {
        var batches: [[ChangedRow]] = []
        var (lines, bytes) = (0, 0)
        for row in rows {
            // What follows from the lists' coming back is there when their tasks are looked at.
            if batches.isEmpty || batches[batches.count - 1].count == Self.rowsPerBatch
                || lines + row.lines > Self.linesPerBatch || bytes + row.bytes > Self.bytesPerBatch
                || batches[batches.count - 1][0].turn != row.turn
            {
                batches.append([])
                (lines, bytes) = (0, 0)
            }
            batches[batches.count - 1].append(row)
            lines += row.lines
            bytes += row.bytes
        }
        return batches
    }

    private func restore(
        _ batch: [ChangedRow], from revision: Int64, to head: Int64, _ report: inout RestorationReport
    ) async throws {
        let batch = try await notYetRestored(among: batch)
        guard !batch.isEmpty else { return }
        let lines = try await lines(of: batch.map(\.id), from: revision, to: head)
        let entries = Dictionary(grouping: lines, by: \.row)
        let followed = Dictionary(grouping: try await linesThatFollowed(batch, head), by: \.row)
        let (result, plan) = try await changes.ledger.change(account, seeing: lines.rows, now: submission.now) {
            [self, changes] slice -> Decision<Planned> in
            var operations: [SyncOperation] = []
            var kept: [UndoPlan.Kept] = []
            for row in batch {
                let ofRow = entries[RowName(entity: row.entity, id: row.id)] ?? []
                let clock = changes.clock.tick(
                    for: submission.principal.device, now: submission.now,
                    after: slice.lastChange(of: RowKey(row.entity, row.id)))
                let one = slice.undo(
                    ofRow, passing: followed[RowName(entity: row.entity, id: row.id)] ?? [], rowByRow: true, at: clock,
                    request: name(of: row))
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

    /// For a repeated request: rows that it has already restored are left alone.
    private func notYetRestored(among batch: [ChangedRow]) async throws -> [ChangedRow] {
        guard submission.identity.isKeyed, !isRehearsal else { return batch }
        let rows = try await changes.database.read(
            of: account,
            "SELECT op_id FROM change WHERE account_id = \(account) AND op_id = ANY(\(batch.map(firstOperation)))")
        let done = Set(try rows.map { row throws(PostgresError) in try row.decode(0, as: Identifier.self) })
        return batch.filter { !done.contains(firstOperation(of: $0)) }
    }

    func name(of row: ChangedRow) -> Identifier {
        let request = submission.identity.opId(0)
        return .derived(
            .restoration, request.high, request.low, UInt64(row.entity.rawValue), row.id.high, row.id.low)
    }

    func firstOperation(of row: ChangedRow) -> Identifier {
        let name = name(of: row)
        return .derived(.undo, name.high, name.low, 0)
    }

    private struct Planned: Sendable {
        let operations: [SyncOperation]
        let kept: [UndoPlan.Kept]
    }
}
