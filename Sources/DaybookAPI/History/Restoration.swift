import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres
import Reactor

/// Brings rows back to what they were at an earlier revision, in bounded batches through the ledger: nothing is lost by
/// it, and it can be undone the same way. Between the batches it rests, so that others are served meanwhile.
///
/// An interrupted restoration continues where it was when the same request comes again: a batch is a transaction, each
/// row's operations are named after the request and the row, and what is restored lies between the revision asked for
/// and the one at which the request came first. What others change meanwhile is kept and named. Copies of one request
/// may do it side by side.
struct Restoration: Sendable {
    let changes: OnlineChanges
    let submission: Submission
    let extent: Extent
    /// What came after it goes.
    let target: RestorationTarget
    /// What came after this, too, stays: of one device alone.
    var end: RestorationTarget?
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
        /// What one device did, and no other.
        case device(Identifier)
    }

    /// How many rows, or lines of the ledger, or bytes of these, go through one transaction.
    static let rowsPerBatch = 50
    static let linesPerBatch = 500
    static let bytesPerBatch = 1 << 20

    var account: Identifier { submission.principal.account }

    func run() async throws -> RestorationReport {
        if submission.identity.isKeyed, !isRehearsal { return try await runOnce() }
        let work = try await work(asOf: currentRevision())
        var report = report(of: work)
        try await requireConfirmation(of: report.deletions)
        try await restore(work, &report)
        if let revision = try await restoreGuests(work) { report.revision = revision }
        report.sortKept()
        return report
    }

    /// Restores under an idempotency key. Two lines of the ledger that change nothing say when the request first came
    /// and when it was done. The lines between them belong to it, whichever of its copies wrote them, and the result is
    /// computed from the ledger up to the second line. So all copies get the same answer, those at the same time and
    /// later ones.
    private func runOnce() async throws -> RestorationReport {
        let work = try await work(asOf: begin())
        var report = report(of: work)
        if try await changes.recall(ending) == nil {
            try await restore(work, &report)
            _ = try await restoreGuests(work)
        }
        let end = try await changes.make(ending, seeing: SliceNeeds()) { [account] plan in
            try plan.perform(nothing: 0, on: .settings, account)
        }.settled
        return try await account(for: work, doneBy: end.revision)
    }

    /// The revision before the request came first; now, where this is the first time.
    private func begin() async throws -> Int64 {
        if let first = try await changes.recall(submission) { return first.revision - 1 }
        do {
            try await requireConfirmation(of: report(of: work(asOf: currentRevision())).deletions)
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

    func currentRevision() async throws -> Int64 {
        let rows = try await changes.database.read(
            of: account, "SELECT revision FROM account_clock WHERE account_id = \(account)")
        guard let row = rows.first else { throw Problem.unauthenticated }
        return try row.decode(0)
    }

    /// What there is to do for a request that came at revision `head`.
    private func work(asOf head: Int64) async throws -> Work {
        guard case .device(let device) = extent else {
            let (start, _) = try await revisions(asOf: head)
            let (rows, erased) = try await rows(changedBetween: start, and: head)
            return Work(start: start, end: head, head: head, rows: rows, erased: erased)
        }
        let (start, end) = try await revisions(asOf: head)
        let deeds = try await DeviceDeeds(
            of: device, in: account, after: start, through: end, asOf: head, from: changes.database)
        let (rows, erased) = try await rows(changedBetween: start, and: head, by: deeds)
        return Work(start: start, end: end, head: head, rows: rows, erased: erased, deeds: deeds)
    }

    private func revisions(asOf head: Int64) async throws -> (start: Int64, end: Int64) {
        let isOfOneDevice = if case .device = extent { true } else { false }
        let field = isOfOneDevice ? "since" : "to"
        let (start, oldest) = try await revision(of: target, upTo: head)
        guard (0...head).contains(start) else {
            throw Problem(invalid: field, .outOfRange, "\(field) must be a revision from 0 to \(head).")
        }
        guard start + 1 >= oldest else { throw Problem(.historyTooShort) }
        guard let target = end else { return (start, head) }
        let (end, _) = try await revision(of: target, upTo: head)
        guard (start...head).contains(end) else {
            throw Problem(invalid: "until", .outOfRange, "until must be a revision from \(start) to \(head).")
        }
        return (start, end)
    }

    private func revision(
        of target: RestorationTarget, upTo head: Int64
    ) async throws -> (revision: Int64, oldest: Int64) {
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
        return try row.decode((Int64, Int64).self)
    }

    private func report(of work: Work) -> RestorationReport {
        var report = RestorationReport(of: work, revision: work.head, isRehearsal: isRehearsal)
        report.deletions = work.rows.count { $0.created && $0.entity == .task && $0.isLive }
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

    static func batches(of rows: [ChangedRow]) -> [[ChangedRow]] {
        var batches: [[ChangedRow]] = []
        var (lines, bytes) = (0, 0)
        for row in rows {
            // What follows from the lists' coming back is there when their tasks are looked at.
            if batches.isEmpty || batches[batches.count - 1].count == rowsPerBatch
                || lines + row.lines > linesPerBatch || bytes + row.bytes > bytesPerBatch
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

    private func restore(_ work: Work, _ report: inout RestorationReport) async throws {
        var pace = pace
        let batches = Self.batches(of: work.rows)
        for batch in batches {
            await pace.rest()
            try await restore(batch, work, &report)
        }
        if let revision = try await giveBackPlaces(of: work, after: batches) { report.revision = revision }
    }

    /// Others have half of the time, and a thousand rows are restored in half a second all the same.
    var pace: WorkPace { WorkPace(resting: 1, atMost: .milliseconds(50)) }

    private func restore(_ batch: [ChangedRow], _ work: Work, _ report: inout RestorationReport) async throws {
        let batch = try await notYetRestored(among: batch)
        guard !batch.isEmpty else { return }
        let shares = try await shares(of: batch, work)
        let lists = try await linesThatFollowed(batch, work.head)
        for line in lists where line.changed && line.followsFromLists { report.add(line.operation) }
        let followed = Dictionary(grouping: lists, by: \.row)
        let occupied = try await listsInUse(among: batch, as: report)
        var request = LedgerRequest(of: account, seeing: shares.rows, now: submission.now)
        // However few they are, nobody waits for a lane that they hold.
        request.isLong = true
        let (result, plan) = try await changes.ledger.change(request) {
            [self, changes] sight -> Decision<Planned> in
            let slice = sight.slice
            var operations: [SyncOperation] = []
            var kept: [UndoPlan.Kept] = []
            for row in batch {
                let key = RowKey(row.entity, row.id)
                var ofRow = shares[RowName(entity: row.entity, id: row.id)] ?? Share()
                if occupied.contains(row.id) { ofRow.keep(row) }
                let noted = (row: key, deeds: ofRow.undo)
                let clock = changes.clock.tick(
                    for: submission.principal.device, now: submission.now, after: slice.lastChange(of: key))
                let followed = followed[RowName(entity: row.entity, id: row.id)] ?? []
                func undo(at clock: HybridTime) -> UndoPlan {
                    slice.keepingFromAgents(
                        slice.undo(
                            [], noted: noted, passing: followed, rowByRow: true, at: clock, request: name(of: row)))
                }
                var one = undo(at: clock)
                if let reopening = reopening(of: row, before: one, in: slice, at: clock) {
                    one = undo(at: clock.successor(device: clock.device))
                    operations.append(reopening)
                }
                if occupied.contains(row.id), one.operations.contains(where: { $0.kind == .delete }) {
                    one.operations.removeAll { $0.kind == .delete }
                    kept.append(.init(entity: .list, id: row.id, field: "deletedAt"))
                }
                let isOfAnImport = ofRow.isOfAnUndoing || ofRow.authors.contains(Import.device(of: account))
                operations += isOfAnImport ? one.operations.map(\.undoingAnImport) : one.operations
                kept += ofRow.kept + one.kept
            }
            let push = Push(operations: isRehearsal ? [] : operations, confirmsMassDelete: true)
            var decision = Decision(push, answer: Planned(operations: operations, kept: kept))
            // Where a row has no room the request ends here, and goes on when it comes again.
            decision.isWhole = true
            return decision
        }
        guard case .merged(let commit) = result else { throw Problem.unauthenticated }
        for operation in plan.operations { report.add(operation) }
        report.kept += plan.kept
        if !isRehearsal { report.revision = commit.revision }
    }

    /// What of these rows is taken back.
    private func shares(of batch: [ChangedRow], _ work: Work) async throws -> Shares {
        var shares = Shares(of: work)
        try await eachLine(of: batch.map(\.id), from: work.start, to: work.head) { shares.note($0) }
        return shares
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

    func firstOperation(of row: ChangedRow) -> Identifier { operations(of: row)[0] }

    /// A row takes four at most: its fields, a bucket for later, that it is gone, and before that, that it is open.
    func operations(of row: ChangedRow) -> [Identifier] {
        let name = name(of: row)
        return (0..<4).map { .derived(.undo, name.high, name.low, $0) }
    }

    private struct Planned: Sendable {
        let operations: [SyncOperation]
        let kept: [UndoPlan.Kept]
    }
}

extension SyncOperation {
    /// Says of a deletion that an import was taken back by it: imported again, the row comes back. And so on, where
    /// that is taken back in turn.
    fileprivate var undoingAnImport: SyncOperation {
        var operation = self
        if kind != .set { operation.purpose = .undo }
        return operation
    }
}
