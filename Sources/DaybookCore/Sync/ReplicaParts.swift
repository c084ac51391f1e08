/// What a replica changed of what is written down, in the order in which to write it.
///
/// The keeper of a replica holds four things: the server's rows, the rows of a snapshot on its way, the device's
/// operations in their order (waiting, answered, or answered with their rows on their way), and the standing.
package enum ReplicaEdit: Hashable, Sendable {
    /// A new operation waits behind all others.
    case queue(SyncOperation)
    /// A waiting operation is answered, behind all that were before, and has the clock it was given; its rows are on
    /// their way.
    case answer(SyncOperation, at: Instant)
    /// A waiting operation is gone.
    case drop(Identifier)
    /// An answered operation is not kept any longer.
    case forget(Identifier)
    /// The rows of all answered operations are here.
    case land
    /// All answered operations wait again, before all that wait.
    case sendAgain
    case task(TaskItem, incoming: Bool)
    case list(TaskList, incoming: Bool)
    case settings(AccountSettings, incoming: Bool)
    case dropIncoming
    /// The snapshot is complete: it takes the place of the server's rows.
    case adopt
}

extension Replica {
    /// What of a replica is one value each, written down with every change.
    package struct Standing: Hashable, Sendable {
        package var clock: HybridTime
        package var cursor: SyncCursor?
        /// Of the server's rows.
        package var revision: Int64 = 0
        /// The epoch that the last page named. It is kept when the cursor is dropped: another epoch in the next page
        /// shows that the server came back from a backup.
        package var epoch: Identifier?
        /// The number of the last request. Whoever asks takes the next one, so of several processes on one store only
        /// the last that asked is heard.
        package var exchange: UInt64 = 0
        package var massDelete = MassDelete.unasked
        /// What the server adds to this device's clocks, as it last said.
        package var shift: Int64 = 0

        package init(clock: HybridTime) { self.clock = clock }
    }
}

/// A replica as it lies on paper.
package struct ReplicaParts: Hashable, Sendable {
    package var device: Identifier
    package var base: Slice
    package var incoming: Slice?
    package var waiting: [SyncOperation] = []
    package var answered: [Replica.Answered] = []
    /// How many of the last answered operations have their rows on their way.
    package var onTheirWay = 0
    package var standing: Replica.Standing

    package init(account: Identifier, device: Identifier) {
        self.device = device
        base = Slice(account: account)
        standing = Replica.Standing(clock: HybridClock(device: device).last)
    }
}

extension Replica {
    /// A replica made of what was written down. Counts and revisions of the slices follow from the rest.
    package init(_ parts: ReplicaParts, now: Instant) {
        device = parts.device
        base = parts.base
        base.recount()
        incoming = parts.incoming
        incoming?.recount()
        standing = parts.standing
        base.revision = standing.revision
        incoming?.revision = standing.cursor?.revision ?? 0
        outbox = parts.waiting
        answered = parts.answered
        onTheirWay = parts.onTheirWay
        view = base
        rebuild(now: now, nil)
    }

    /// What there is to write down.
    package var parts: ReplicaParts {
        var parts = ReplicaParts(account: base.account, device: device)
        parts.base = base
        parts.incoming = incoming
        parts.waiting = outbox
        parts.answered = answered
        parts.onTheirWay = onTheirWay
        parts.standing = standing
        return parts
    }

    /// What changed since this was last asked.
    package mutating func takeEdits() -> [ReplicaEdit] {
        defer { edits = [] }
        return edits
    }
}

extension ReplicaParts {
    /// The same work as that of another device: one that begins in an account with what was done before there was one,
    /// or one that was let in again under another name. What was read stays only where the account is the same.
    package func moved(to account: Identifier, device: Identifier) -> ReplicaParts {
        var moved = ReplicaParts(account: account, device: device)
        func rename(_ operation: SyncOperation) -> SyncOperation {
            var operation = operation
            operation.at.device = device
            if account != base.account { (operation.base, operation.after) = (nil, nil) }
            if operation.reopens?.device == self.device { operation.reopens?.device = device }
            if operation.entity == .settings { operation.id = account }
            return operation
        }
        moved.waiting = waiting.map(rename)
        moved.standing.clock = HybridTime(
            milliseconds: standing.clock.milliseconds, counter: standing.clock.counter, device: device)
        moved.standing.exchange = standing.exchange + 1
        moved.standing.shift = standing.shift
        // What was answered goes along too: a database that is restored may forget it. Settings stay with theirs.
        moved.standing.epoch = standing.epoch
        moved.answered = answered.map { Replica.Answered(rename($0.operation), at: $0.at) }
        guard account == base.account else {
            moved.answered.removeAll { $0.operation.entity == .settings }
            return moved
        }
        moved.base = base
        moved.incoming = incoming
        moved.onTheirWay = onTheirWay
        moved.standing.revision = standing.revision
        moved.standing.cursor = standing.cursor
        return moved
    }
}
