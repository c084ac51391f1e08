extension Replica {
    /// A request on its way. Its answer has to come back with it: answers to others are late or doubled and change
    /// nothing.
    package struct Exchange: Hashable, Sendable {
        package let number: UInt64
        /// What it carries, in its order.
        package let operations: [Identifier]
    }

    /// The next request.
    package mutating func request(now: Instant, operations: Int = mostInRequest, rows: Int = 1000) -> (
        Exchange, SyncRequest
    ) {
        standing.exchange += 1
        var batch: [SyncOperation] = []
        if case .wantsConfirmation = massDelete {
        } else if !isStartingOver {
            batch = Array(sendable.prefix(operations))
        }
        let push = Push(operations: batch, from: device, sentAt: now, confirmsMassDelete: massDelete == .confirmed)
        return (
            Exchange(number: standing.exchange, operations: batch.map { $0.opId }),
            SyncRequest(device: device, cursor: cursor, push: push, limit: rows)
        )
    }

    /// The server may have come back from a backup: what it lost has to go out before what is new and may rest on it,
    /// so the first request after its word only asks.
    private var isStartingOver: Bool { standing.cursor == nil && standing.epoch != nil }

    /// What an answer brought.
    package enum Received: Hashable, Sendable {
        /// The answer was late, doubled or somebody else's.
        case ignored
        /// Outcomes of this device's operations; `more` when another exchange is due at once.
        case merged([Resolution], more: Bool)
        case startsOver
        case wantsConfirmation
    }

    package struct Resolution: Hashable, Sendable {
        package var operation: SyncOperation
        package var outcome: Outcome
        /// The clock that it was given, where that is other than this device's.
        package var given: HybridTime?
    }

    package mutating func receive(_ answer: SyncAnswer, to exchange: Exchange, now: Instant) -> Received {
        receive(answer, to: exchange, now: now).received
    }

    /// The same, with the rows that look different now.
    package mutating func receive(
        _ answer: SyncAnswer, to exchange: Exchange, now: Instant
    ) -> (received: Received, rows: RowSet) {
        guard exchange.number == standing.exchange else { return (.ignored, RowSet()) }
        standing.exchange += 1
        switch answer {
        case .gone:
            standing.cursor = nil
            dropIncoming()
            return (.startsOver, RowSet())
        case .massDeleteRefused(let deletions, let total):
            standing.massDelete = .wantsConfirmation(deletions: deletions, of: total)
            return (.wantsConfirmation, RowSet())
        case .page(let page):
            let mayPush = isStartingOver || !exchange.operations.isEmpty
            if let epoch = standing.epoch, epoch != page.cursor.epoch { sendAgain() } else { forget(now: now) }
            standing.epoch = page.cursor.epoch
            if !exchange.operations.isEmpty { standing.shift = page.clockShift }
            let resolutions = settle(page.outcomes, page.given, of: exchange, now: now)
            let changed = take(page, now: now)
            let rows = rebuild(now: now, changed)
            return (.merged(resolutions, more: page.hasMore || (mayPush && !sendable.isEmpty)), rows)
        }
    }

    private mutating func settle(
        _ outcomes: [Outcome], _ given: [HybridTime?], of exchange: Exchange, now: Instant
    ) -> [Resolution] {
        if !exchange.operations.isEmpty { standing.massDelete = .unasked }
        var outcomeOf: [Identifier: Outcome] = [:]
        for (opId, outcome) in zip(exchange.operations, outcomes) { outcomeOf[opId] = outcome }
        var givenTo: [Identifier: HybridTime] = [:]
        for case (let opId, let clock?) in zip(exchange.operations, given) { givenTo[opId] = clock }
        guard !outcomeOf.isEmpty else { return [] }
        var resolutions: [Resolution] = []
        outbox.removeAll { operation in
            guard let outcome = outcomeOf[operation.opId] else { return false }
            resolutions.append(
                Resolution(operation: operation, outcome: outcome, given: givenTo[operation.opId]))
            if !outcome.isFinal { held.insert(operation.opId) }
            return outcome.isFinal
        }
        for resolution in resolutions where resolution.outcome.isFinal {
            if case .rejected = resolution.outcome {
                edits.append(.drop(resolution.operation.opId))
            } else {
                var operation = resolution.operation
                operation.isCorrected = true
                if let given = resolution.given {
                    operation.at = HybridTime(
                        milliseconds: given.milliseconds, counter: given.counter, device: device)
                }
                answered.append(Answered(operation, at: now))
                onTheirWay += 1
                edits.append(.answer(operation, at: now))
            }
        }
        return resolutions
    }

    /// Answers which of the rows that the view rests on changed; nil for all of them.
    mutating func take(_ page: SyncPage, now: Instant) -> RowSet? {
        let continues = standing.cursor != nil && !incoming.isNone
        let isSnapshot = standing.cursor == nil || continues
        if isSnapshot, !continues {
            dropIncoming()
            incoming = Slice(account: base.account)
        }
        var changed = RowSet()
        for task in page.tasks {
            if let edited = task.lastEdit { witness(edited) }
            if let deletion = task.deletion { witness(deletion) }
            if isSnapshot { incoming?.put(task, at: task.id) } else { base.put(task, at: task.id) }
            changed.tasks.insert(task.id)
            edits.append(.task(task, incoming: isSnapshot))
        }
        for list in page.lists {
            if let edited = list.lastEdit { witness(edited) }
            if let deletion = list.deletion { witness(deletion) }
            if isSnapshot { incoming?.lists[list.id] = list } else { base.lists[list.id] = list }
            changed.lists.insert(list.id)
            edits.append(.list(list, incoming: isSnapshot))
        }
        if let settings = page.settings {
            if let edited = settings.clocks.greatest { witness(edited) }
            if isSnapshot { incoming?.settings = settings } else { base.settings = settings }
            changed.settings = true
            edits.append(.settings(settings, incoming: isSnapshot))
        }
        standing.cursor = page.cursor
        let landed = page.hasMore ? [] : answered.suffix(onTheirWay).map { $0.operation }
        if !page.hasMore, onTheirWay > 0 {
            onTheirWay = 0
            edits.append(.land)
        }
        guard isSnapshot else {
            standing.revision = page.cursor.revision
            base.revision = page.cursor.revision
            return changed
        }
        incoming?.revision = page.cursor.revision
        guard !page.hasMore, let complete = incoming else { return RowSet() }
        base = complete
        standing.revision = complete.revision
        incoming = nil
        edits.append(.adopt)
        keepDeleted(landed, now: now)
        return nil
    }

    /// A snapshot has no deleted rows. Those that operations of this device have deleted meanwhile stay here, so that
    /// an undo can bring them back: what was done before there was an account is told by its first snapshot.
    private mutating func keepDeleted(_ landed: [SyncOperation], now: Instant) {
        let absent = landed.filter { operation in
            switch operation.entity {
            case .task: base.tasks[operation.id].isNone
            case .list: base.lists[operation.id].isNone
            case .settings: false
            }
        }
        guard !absent.isEmpty else { return }
        var slice = base
        let push = Push(operations: absent, confirmsMassDelete: true)
        guard case .merged(let merged) = slice.merge(push, context(now: now)) else { return }
        for id in merged.tasks.ordered() where base.tasks[id].isNone {
            guard var task = slice.tasks[id], task.isDeleted else { continue }
            task.revision = base.revision
            base.put(task, at: id)
            edits.append(.task(task, incoming: false))
        }
        for id in merged.lists.ordered() where base.lists[id].isNone {
            guard var list = slice.lists[id], list.isDeleted else { continue }
            list.revision = base.revision
            base.lists[id] = list
            edits.append(.list(list, incoming: false))
        }
    }

    private mutating func dropIncoming() {
        guard !incoming.isNone else { return }
        incoming = nil
        edits.append(.dropIncoming)
    }

    /// The server came back from a backup and may have forgotten what it acknowledged since: everything still kept goes
    /// out again before what is new. The same operations, so what it does remember it does not do twice.
    private mutating func sendAgain() {
        guard !answered.isEmpty else { return }
        outbox = answered.map { $0.operation } + outbox
        answered = []
        onTheirWay = 0
        edits.append(.sendAgain)
    }

    /// How long and how many answered changes are kept for a server that comes back from a backup.
    package static let keptDays: Int64 = 7
    package static let keptOperations = 5000

    /// Nothing is kept of what was sent of these tasks.
    package mutating func forget(_ tasks: Set<Identifier>) {
        for index in (0..<answered.count - onTheirWay).reversed()
        where tasks.contains(answered[index].operation.id) {
            edits.append(.forget(answered[index].operation.opId))
            answered.remove(at: index)
        }
    }

    private mutating func forget(now: Instant) {
        let oldest = now.adding(milliseconds: -Self.keptDays * Instant.dayLength)
        var count = 0
        while count < answered.count - onTheirWay,
            answered[count].at < oldest || answered.count - count > Self.keptOperations
        {
            edits.append(.forget(answered[count].operation.opId))
            count += 1
        }
        if count > 0 { answered.removeFirst(count) }
    }
}
