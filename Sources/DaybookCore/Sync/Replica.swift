/// One device's copy of an account: what the server said, what the device changed since, and both together.
///
/// Pure: whoever keeps it writes down `takeEdits` and `standing` after each call and before showing the result. Changes
/// are shown at once by the same merge that the server runs; its truth takes their place when it comes.
package struct Replica: Hashable, Sendable {
    package let device: Identifier
    /// Changes for which the account has no room. They wait, and do not hold the others up.
    package internal(set) var held: Set<Identifier> = []
    /// The server's rows as last read.
    package internal(set) var base: Slice
    /// Changes without an answer yet, oldest first.
    package internal(set) var outbox: [SyncOperation] = []
    /// Changes with an answer, oldest first: kept for some days, because a server that comes back from its backup may
    /// have forgotten them.
    package internal(set) var answered: [Answered] = []
    /// How many of the last answered changes have their rows still on their way: they stay in the view until the last
    /// page is here.
    var onTheirWay = 0
    /// Tasks that are here only because this device expects the server to make them: next occurrences.
    var expectedTasks: [Identifier: SyncOperation] = [:]
    /// What the person sees: the server's rows with the outbox on top.
    package internal(set) var view: Slice
    /// The rows in which the view may differ from the server's.
    var differing = RowSet()
    package internal(set) var standing: Standing
    /// A whole snapshot on its way, to take the place of `base` when it is complete.
    package internal(set) var incoming: Slice?
    var edits: [ReplicaEdit] = []

    package struct Answered: Hashable, Sendable {
        package var operation: SyncOperation
        package var at: Instant

        package init(_ operation: SyncOperation, at: Instant) {
            self.operation = operation
            self.at = at
        }
    }

    package enum MassDelete: Hashable, Sendable {
        case unasked
        /// The server wants to hear that this is meant.
        case wantsConfirmation(deletions: Int, of: Int)
        case confirmed
    }

    package init(account: Identifier, device: Identifier) {
        self.device = device
        base = Slice(account: account)
        view = base
        standing = Standing(clock: HybridClock(device: device).last)
    }

    package var clock: HybridClock { HybridClock(device: device, last: standing.clock) }
    package var cursor: SyncCursor? { standing.cursor }
    /// Where most of what was asked about has been taken back, there is nothing to ask any more; but what deletes and
    /// what brings back goes in one request, since the next one may never come.
    package var massDelete: MassDelete {
        let asked = standing.massDelete
        guard case .wantsConfirmation = asked, outbox.count <= Self.mostInRequest else { return asked }
        var deletions = 0
        for operation in outbox where operation.kind == .delete {
            // What goes with a list is the server's to count.
            if operation.entity == .list, !view.isLive(list: operation.id) { return asked }
            if view.tasks[operation.id]?.isDeleted ?? false { deletions += 1 }
        }
        return deletions > Slice.massDeleteCount ? asked : .confirmed
    }

    /// So many operations a request carries.
    package static let mostInRequest = 500

    /// What a local change came to.
    package struct Performed: Hashable, Sendable {
        package var outcome: Outcome
        /// For an immediate undo.
        package var entries: [LedgerEntry]
        /// The rows that look different now.
        package var rows = RowSet()
    }

    /// Changes something on this device. A change that can never be applied is refused here and not sent.
    package mutating func perform(
        _ kind: SyncOperation.Kind = .set, _ entity: SyncOperation.Entity = .task, id: Identifier,
        _ fields: [JSONMember] = [], reopens: HybridTime? = nil, cause: Identifier? = nil, opId: Identifier,
        now: Instant
    ) -> Performed {
        var operation = SyncOperation(
            opId: opId, entity: entity, id: id, at: tick(now: now), kind: kind, fields: fields, reopens: reopens,
            base: seen, cause: cause)
        operation.after = base.lastChange(of: operation.row)
        return perform(operation, now: now)
    }

    /// Performs operations that were made ready elsewhere (an undoing).
    package mutating func perform(_ operation: SyncOperation, now: Instant) -> Performed {
        raise(to: operation.at)
        let result = view.merge(Push(operations: [shown(operation)], confirmsMassDelete: true), context(now: now))
        guard case .merged(let merged) = result, let outcome = merged.outcomes.first else {
            return Performed(outcome: .applied, entries: [])
        }
        switch outcome {
        case .rejected: return Performed(outcome: outcome, entries: [])
        case .waiting:
            // The change is of a row that is not here, so nobody saw it on this device: it is refused, and not kept.
            rebuild(now: now)
            return Performed(outcome: .rejected(.unknownRow), entries: [])
        case .applied, .merged, .superseded, .quota: break
        }
        let rows = RowSet(merged)
        differing.formUnion(rows)
        expect(merged)
        if let expected = expectedTasks.removeValue(forKey: operation.id) {
            // Somebody changes a next occurrence that only this device has derived so far. Should the server derive
            // another one (the series was changed meanwhile), this work must not be lost: the task is sent as well,
            // by an operation with the id that the server's own would have.
            if !isKept(expected.opId) { queue(expected) }
        }
        queue(operation)
        return Performed(outcome: outcome, entries: merged.entries, rows: rows)
    }

    /// Takes one unsent change back, as if it had never been made: it could not be written down, or the server refuses
    /// to read it. Answers the rows that look different now.
    @discardableResult
    package mutating func withdraw(_ opId: Identifier, now: Instant) -> RowSet {
        guard let index = outbox.firstIndex(where: { $0.opId == opId }) else { return RowSet() }
        outbox.remove(at: index)
        edits.append(.drop(opId))
        return rebuild(now: now)
    }

    package mutating func confirmMassDelete() {
        if case .wantsConfirmation = massDelete { standing.massDelete = .confirmed }
    }

    /// Takes unsent deletions back instead of confirming them.
    @discardableResult
    package mutating func withdrawDeletions(now: Instant) -> RowSet {
        for operation in outbox where operation.kind == .delete { edits.append(.drop(operation.opId)) }
        outbox.removeAll { $0.kind == .delete }
        standing.massDelete = .unasked
        return rebuild(now: now)
    }

    // MARK: Inside

    /// Waits, or was answered, and is kept for a server that comes back from a backup.
    private func isKept(_ opId: Identifier) -> Bool {
        outbox.contains { $0.opId == opId } || answered.contains { $0.operation.opId == opId }
    }

    private mutating func queue(_ operation: SyncOperation) {
        outbox.append(operation)
        edits.append(.queue(operation))
    }

    private mutating func tick(now: Instant) -> HybridTime {
        var clock = clock
        standing.clock = clock.tick(now: now)
        return standing.clock
    }

    /// What was read from the server has its clocks; the next change here has to be later by the device's own.
    mutating func witness(_ seen: HybridTime) { raise(to: seen.shifted(by: -standing.shift)) }

    private mutating func raise(to time: HybridTime) {
        var clock = clock
        clock.witness(time)
        standing.clock = clock.last
    }

    /// How far the rows reach that the person sees; nil while they are those of a cursor that is no longer good.
    private var seen: SyncCursor? {
        guard incoming.isNone, let cursor, cursor.snapshotFrom == nil else { return nil }
        return cursor
    }

    /// An operation with the clock that the server will give it.
    func shown(_ operation: SyncOperation) -> SyncOperation {
        guard !operation.isCorrected else { return operation }
        var operation = operation
        operation.at = operation.at.shifted(by: standing.shift)
        return operation
    }

    func context(now: Instant) -> MergeContext { MergeContext(now: now, epoch: standing.epoch) }

    /// What there was no room for may be tried again.
    package mutating func tryHeldAgain() { held = [] }

    /// Operations that can go out now, oldest first.
    package var sendable: [SyncOperation] { held.isEmpty ? outbox : outbox.filter { !held.contains($0.opId) } }
}
