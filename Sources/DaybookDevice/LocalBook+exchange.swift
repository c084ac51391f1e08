import DaybookCore

extension LocalBook {
    /// What an answer was.
    package enum Received {
        /// It came late or twice, or says nothing new.
        case ignored
        case merged
        /// The server knows nothing of the cursor: everything is read anew.
        case startsOver
        /// Somebody has to say that so many deletions are meant.
        case wantsConfirmation
        case failed
    }

    /// What somebody asks by hand: everything is tried again.
    package mutating func insist() {
        sync.insist()
        change { $0.tryHeldAgain() }
    }

    /// The next request. Its answer has to come back with the exchange. Where several processes hold the book, the step
    /// says which of them asked last; where one does, it may be written down with the next.
    package mutating func request(
        at now: Instant
    ) -> (exchange: Replica.Exchange, request: SyncRequest, step: Step) {
        sync.began()
        if sync.triesHeldAgain(at: now) { change { $0.tryHeldAgain() } }
        let size = sync.mayPush(at: now) ? replica.affordable(atMost: sync.batch) : 0
        let (exchange, request) = change { $0.request(now: now, operations: size) }
        self.exchange = exchange
        return (exchange, request, Step(write: Write(replica.standing)))
    }

    package mutating func take(
        _ answer: SyncAnswer, to exchange: Replica.Exchange, at now: Instant
    ) -> (step: Step, received: Received) {
        self.exchange = nil
        let epoch = replica.standing.epoch
        let (received, rows): (Replica.Received, RowSet) = change { $0.receive(answer, to: exchange, now: now) }
        var chance = chance
        sync.took(
            received, pushed: !exchange.operations.isEmpty, more: !replica.sendable.isEmpty,
            reached: replica.base.revision, at: now, random: chance.next())
        if case .page(let page) = answer {
            // A server that came back from its backup counts from there.
            told = page.cursor.epoch == epoch ? max(told, page.revision) : page.revision
        }
        let write = write { write in
            if case .merged(let resolutions, _) = received { write.troubles = Troubles(of: resolutions, at: now) }
        }
        let word: Received =
            switch received {
            case .ignored: .ignored
            case .merged: .merged
            case .startsOver: .startsOver
            case .wantsConfirmation: .wantsConfirmation
            }
        return (Step(write: write, rows: rows), word)
    }

    /// There was no answer, or one that nothing can be taken from.
    package mutating func suffer(_ failure: SyncFailure, of exchange: Replica.Exchange, at now: Instant) -> Step {
        self.exchange = nil
        var chance = chance
        let isLast = sync.failed(failure, carrying: exchange.operations.count, at: now, random: chance.next())
        // The one operation that the server cannot read is set aside, so that the others go up.
        guard isLast, case .problem(let problem) = failure,
            let operation = replica.outbox.first(where: { $0.opId == exchange.operations.first })
        else { return Step() }
        let rows = change { $0.withdraw(operation.opId, now: now) }
        let code = problem.code.isEmpty ? "\(problem.status)" : problem.code
        let write = write { write in
            write.troubles.refused = [
                RefusedChange(operation: operation, code: code, sentence: problem.sentence, at: now)
            ]
        }
        return Step(write: write, rows: rows)
    }

    /// A live event: its rows are taken where they follow on what is here, or there is something to ask for.
    package mutating func hear(_ event: LiveEvent, at now: Instant) -> (step: Step, received: Received) {
        guard event.cursor.revision > replica.base.revision || event.cursor.epoch != replica.standing.epoch else {
            return (Step(), .ignored)
        }
        told = max(told, event.cursor.revision)
        // An answer on its way may be older than the event.
        if exchange == nil, let rows = change({ $0.take(event, now: now) }) {
            return (Step(write: write(), rows: rows), .merged)
        }
        if event.cursor.epoch == replica.standing.epoch { sync.hear(of: event.cursor.revision) } else { sync.want() }
        return (Step(), .ignored)
    }

    /// Many deletions at once: they are meant, or are put back.
    package mutating func decide(deletes: Bool, at now: Instant) -> Step {
        let rows = change { replica in
            guard deletes else { return replica.withdrawDeletions(now: now) }
            replica.confirmMassDelete()
            return RowSet()
        }
        sync.hope()
        return Step(write: write(), rows: rows)
    }

    /// Somebody has looked at the troubles of these operations.
    package mutating func dismiss(_ opIds: [Identifier]) -> Step { Step(write: write { $0.seen = opIds }) }
}
