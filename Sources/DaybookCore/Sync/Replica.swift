/// One device's copy of an account: what the server said, what the device changed since, and both together.
///
/// Pure: whoever keeps it writes it down after each call and before showing the result. Changes are shown at once by the
/// same merge that the server runs; its truth takes their place when it comes.
public struct Replica: Hashable, Sendable {
    public let device: Identifier
    /// The server's rows as last read.
    public private(set) var base: Slice
    /// Changes without an answer yet, oldest first.
    public private(set) var outbox: [Operation] = []
    /// Changes with an answer whose rows are still on their way: they stay in the view until the last page is here.
    private var acknowledged: [Operation] = []
    /// Tasks that are here only because this device expects the server to make them: next occurrences.
    private var expectedTasks: [Identifier: Operation] = [:]
    /// What the person sees: the server's rows with the outbox on top.
    public private(set) var view: Slice
    public private(set) var clock: HybridClock
    public private(set) var cursor: SyncCursor?
    /// A whole snapshot on its way, to take the place of `base` when it is complete.
    private var incoming: Slice?
    /// The one request whose answer counts; answers to others are late or doubled and change nothing.
    private var expected: UInt64 = 0
    private var sent: [Identifier] = []
    public private(set) var massDelete = MassDelete.unasked

    public enum MassDelete: Hashable, Sendable {
        case unasked
        /// The server wants to hear that this is meant.
        case wantsConfirmation(deletions: Int, of: Int)
        case confirmed
    }

    public init(account: Identifier, device: Identifier) {
        self.device = device
        base = Slice(account: account)
        view = base
        clock = HybridClock(device: device)
    }

    /// What a local change came to.
    public struct Performed: Hashable, Sendable {
        public var outcome: Outcome
        /// For an immediate undo.
        public var entries: [LedgerEntry]
    }

    /// Changes something on this device. A change that can never be applied is refused here and not sent.
    public mutating func perform(
        _ kind: Operation.Kind = .set, _ entity: Operation.Entity = .task, id: Identifier,
        _ fields: [JSONMember] = [], reopens: HybridTime? = nil, opId: Identifier, now: Instant
    ) -> Performed {
        let operation = Operation(
            opId: opId, entity: entity, id: id, at: clock.tick(now: now), kind: kind, fields: fields, reopens: reopens)
        return perform(operation, now: now)
    }

    /// Performs operations that were made ready elsewhere (an undoing).
    public mutating func perform(_ operation: Operation, now: Instant) -> Performed {
        clock.witness(operation.at)
        let result = view.merge(
            Push(operations: [operation], confirmsMassDelete: true), MergeContext(now: now, skewTolerance: .max / 4))
        guard case .merged(let merged) = result, let outcome = merged.outcomes.first else {
            return Performed(outcome: .applied, entries: [])
        }
        if case .rejected = outcome { return Performed(outcome: outcome, entries: []) }
        expect(merged)
        if let expected = expectedTasks.removeValue(forKey: operation.id) {
            // Somebody works on a task that so far only this device has concluded. Should the server conclude another one
            // (the series was changed meanwhile), this work must not fall into nothing: the task is sent as well, under
            // the identity that the server's own conclusion has.
            outbox.append(expected)
        }
        outbox.append(operation)
        return Performed(outcome: outcome, entries: merged.entries)
    }

    /// Sets a completed task to another state, naming the completion that the person sees.
    public mutating func reopen(
        _ id: Identifier, as state: TaskState = .notStarted, opId: Identifier, now: Instant
    ) -> Performed {
        perform(
            id: id, [JSONMember("state", .string(state.name))], reopens: view.tasks[id]?.completion?.clock, opId: opId,
            now: now)
    }

    // MARK: The exchange

    /// The next request, with a number that its answer has to come back with.
    public mutating func request(now: Instant, operations: Int = 500, rows: Int = 1000) -> (UInt64, SyncRequest) {
        expected += 1
        var batch: [Operation] = []
        if case .wantsConfirmation = massDelete {} else { batch = Array(outbox.prefix(operations)) }
        sent = batch.map(\.opId)
        let push = Push(operations: batch, sentAt: now, confirmsMassDelete: massDelete == .confirmed)
        return (
            expected,
            SyncRequest(
                device: device, cursor: cursor, push: push, limit: rows)
        )
    }

    /// What an answer brought.
    public enum Received: Hashable, Sendable {
        /// The answer was late, doubled or somebody else's.
        case ignored
        /// Outcomes of this device's operations; `more` when another exchange is due at once.
        case merged([Resolution], more: Bool)
        case startsOver
        case wantsConfirmation
    }

    public struct Resolution: Hashable, Sendable {
        public var operation: Operation
        public var outcome: Outcome
    }

    public mutating func receive(_ answer: SyncAnswer, to number: UInt64, now: Instant) -> Received {
        guard number == expected else { return .ignored }
        expected += 1
        switch answer {
        case .gone:
            cursor = nil
            incoming = nil
            return .startsOver
        case .massDeleteRefused(let deletions, let total):
            massDelete = .wantsConfirmation(deletions: deletions, of: total)
            return .wantsConfirmation
        case .page(let page):
            let resolutions = settle(page.outcomes)
            take(page)
            rebuild(now: now)
            return .merged(resolutions, more: page.hasMore || (!outbox.isEmpty && !sent.isEmpty))
        }
    }

    private mutating func settle(_ outcomes: [Outcome]) -> [Resolution] {
        if !sent.isEmpty { massDelete = .unasked }
        var answered: [Identifier: Outcome] = [:]
        for (opId, outcome) in zip(sent, outcomes) { answered[opId] = outcome }
        var resolutions: [Resolution] = []
        outbox.removeAll { operation in
            guard let outcome = answered[operation.opId] else { return false }
            resolutions.append(Resolution(operation: operation, outcome: outcome))
            if case .rejected = outcome {} else { acknowledged.append(operation) }
            return true
        }
        return resolutions
    }

    private mutating func take(_ page: SyncPage) {
        var rows = cursor == nil ? Slice(account: base.account) : incoming ?? base
        for task in page.tasks {
            rows.tasks[task.id] = task
            if let edited = task.lastEdit { clock.witness(edited) }
            if let deletion = task.deletion { clock.witness(deletion) }
        }
        for list in page.lists {
            rows.lists[list.id] = list
            if let edited = list.lastEdit { clock.witness(edited) }
            if let deletion = list.deletion { clock.witness(deletion) }
        }
        if let settings = page.settings {
            rows.settings = settings
            if let edited = settings.clocks.greatest { clock.witness(edited) }
        }
        rows.revision = page.cursor.revision
        let isSnapshot = cursor == nil || incoming != nil
        cursor = page.cursor
        if !page.hasMore { acknowledged = [] }
        if isSnapshot, page.hasMore {
            incoming = rows
        } else {
            incoming = nil
            base = rows
            base.recount()
        }
    }

    /// The outbox on top of the server's rows, by the server's own merge.
    private mutating func rebuild(now: Instant) {
        view = base
        expectedTasks = [:]
        let own = acknowledged + outbox
        guard !own.isEmpty else { return }
        let result = view.merge(
            Push(operations: own, confirmsMassDelete: true), MergeContext(now: now, skewTolerance: .max / 4))
        if case .merged(let merged) = result { expect(merged) }
    }

    private mutating func expect(_ merged: Merged) {
        for entry in merged.entries where entry.created && entry.cause != nil {
            var operation = entry.operation
            operation.at.device = device
            expectedTasks[operation.id] = operation
        }
    }

    public mutating func confirmMassDelete() {
        if case .wantsConfirmation = massDelete { massDelete = .confirmed }
    }

    /// Takes unsent deletions back instead of confirming them.
    public mutating func withdrawDeletions(now: Instant) {
        outbox.removeAll { $0.kind == .delete }
        massDelete = .unasked
        rebuild(now: now)
    }
}
