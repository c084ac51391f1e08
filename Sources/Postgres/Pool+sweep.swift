import Reactor

/// Deadlines and cancellation. One sweep of all that is under way costs less than a timer per statement.
extension Pool {
    private static let sweepInterval = Duration.milliseconds(50)
    /// A statement without a waiting caller is stopped only if it goes on for this long: most end by themselves sooner.
    private static let cancelAfter = Duration.milliseconds(50)
    private static let cancelAgainAfter = Duration.milliseconds(250)
    /// A read that was moved twice and is behind something slow again waits this long before it moves once more.
    private static let moveAgainAfter = Duration.milliseconds(500)
    /// How long a slow read may keep what others wait for: twice as long each time, but no longer than the last.
    private static let turns = (first: Duration.milliseconds(250), last: Duration.milliseconds(750))
    /// A statement that outlives its cancellation by this long is on a connection that does not answer.
    private static let giveUpAfter = Duration.seconds(5)

    /// Sweeps often while statements run or callers wait, else when the state machine next has something to do.
    func keepSweeping() {
        let isBusy = !waiting.isEmpty || connections.contains { !($0?.expected.isEmpty ?? true) }
        if isBusy, sweepIsFast { return }
        if let sweepTimer { reactor.cancel(sweepTimer) }
        sweepTimer = nil
        sweepIsFast = isBusy
        var date = machine.nextTick(after: reactor.now)
        if isBusy {
            let soon = reactor.now + Self.sweepInterval
            date = min(date ?? soon, soon)
        }
        guard let date else { return }
        // Never in the past, or the loop would not come to its sockets.
        sweepTimer = reactor.schedule(at: max(date, reactor.now + .milliseconds(1))) { [weak self] in self?.sweep() }
    }

    private func sweep() {
        sweepTimer = nil
        sweepIsFast = false
        let now = reactor.now
        for connection in connections {
            if let connection, connection.phase == .ready { sweep(connection, at: now) }
        }
        makeRoom(at: now)
        expireWaiting(at: now)
        perform(machine.tick(at: now))
        noteCounts()
        keepSweeping()
    }

    private func sweep(_ connection: Connection, at now: LoopTime) {
        guard !connection.expected.isEmpty else {
            connection.observed = nil
            machine.mark(slot: connection.slot, slow: false)
            return
        }
        for offset in 0..<connection.expected.count {
            guard case .statement(let submission)? = connection.expected[offset] else { continue }
            if !submission.isDone, submission.deadline <= now { abandon(submission, .timedOut) }
        }
        guard let head = connection.head else {
            connection.observed = nil
            return
        }
        if !connection.isStill(at: head) { connection.observe(head, at: now) }
        let since = connection.observed?.since ?? now
        let isSlow = now - since >= Self.cancelAfter
        machine.mark(slot: connection.slot, slow: isSlow)
        if isSlow {
            moveReads(behind: head, on: connection)
            // What took its place is stopped with the next sweep.
            guard connection.head === head else { return releaseReads() }
            giveWay(head, on: connection, at: now)
            releaseReads()
        }
        // Counted from when the server came to it: what lay before is not its fault.
        guard let abandonedAt = head.abandonedAt else { return }
        let unwanted = now - max(abandonedAt, since)
        if unwanted > Self.giveUpAfter {
            lost(connection)
        } else if unwanted >= Self.cancelAfter, head.mayBeStopped {
            cancel(connection, at: now)
        }
    }

    /// Reads that were sent before it showed how slow the statement before them is go to another connection. The server
    /// will run them here, too, when it comes to them, and a placeholder without a caller receives those answers.
    ///
    /// Where others share its sync, the head may be answered long since, and the slow one be behind it. So it goes,
    /// too, as the last of them: if it is the slow one after all, the others pass it. Each has a sync of its own then.
    private func moveReads(behind head: Submission, on connection: Connection) {
        guard machine.hasBetterPlace else { return }
        let headGoes = connection.sharesItsSync(head)
        let standIn = Submission(answeredAt: reactor.now)
        var moved = connection.takeBack(leaving: standIn) { (headGoes || $0 !== head) && mayMove($0) }
        if moved.first === head {
            moved.append(moved.removeFirst())
            connection.observe(standIn, at: reactor.now)
        }
        for submission in moved {
            submission.moves += 1
            submission.movedAt = reactor.now
            runAgain(submission)
        }
    }

    /// Twice at once, then twice a second: where everything is slow, moving only adds to it.
    private func mayMove(_ submission: Submission) -> Bool {
        submission.kind == .read && !submission.hasOwnConnection && !submission.isDone
            && (submission.moves < 2 || reactor.now - submission.movedAt >= Self.moveAgainAfter)
    }

    /// A slow read that delays a write or a lease, which cannot go elsewhere, is stopped, and runs again on a
    /// connection of its own.
    private func giveWay(_ head: Submission, on connection: Connection, at now: LoopTime) {
        guard head.kind == .read, !head.hasOwnConnection, !head.isDone, connection.holdsUpOthers else { return }
        let standIn = Submission(answeredAt: now)
        _ = connection.takeBack(leaving: standIn) { $0 === head }
        connection.observe(standIn, at: now)
        head.giveWay()
        runAgain(head)
        cancel(connection, at: now)
    }

    /// Where callers wait, no connection is left and none can be opened, the read is stopped that has kept one for
    /// longest; one with others sent behind it goes first, for these go on at once. The read that the server was at
    /// fails and runs again later. Where only slow reads wait, it has had a turn as long as all its turns before
    /// together when it is stopped, so that each of them comes to its end.
    private func makeRoom(at now: LoopTime) {
        let slow = connections.compactMap { connection -> (connection: Connection, head: Submission, ran: Duration)? in
            guard let connection, connection.phase == .ready, let head = connection.head,
                connection.isStill(at: head), let since = connection.observed?.since,
                now - since >= Self.turns.first
            else { return nil }
            return (connection, head, now - since)
        }
        let isCrowded = !machine.hasBetterPlace && slow.contains { $0.connection.hasOthersWaiting }
        let isShort = machine.isShort(for: [.read, .write, .lease], at: now)
        let isShortOfTurns = machine.isShort(for: [.slowRead], at: now)
        guard isCrowded || isShort || isShortOfTurns else { return }
        let over = slow.filter { connection, head, ran in
            guard head.kind == .read, !head.isDone else { return false }
            let turn = Self.turns.first * (1 << min(head.timesStopped, 7))
            // A connection that cannot be leased is no use to a lease, unless another is opened in its place.
            let isUseful = head.hasOwnConnection || machine.mayLease || machine.isRetiring(connection.slot)
            let isWanted = isCrowded || isShort && isUseful
            return isWanted && ran >= min(turn, Self.turns.last) || isShortOfTurns && ran >= turn
        }
        let inTheWay = isCrowded ? over.filter { $0.connection.hasOthersWaiting } : []
        let candidates = inTheWay.isEmpty ? over : inTheWay
        guard let longest = candidates.max(by: { $0.ran < $1.ran })?.connection else { return }
        cancel(longest, at: now)
        if longest.reach.isUnderWay { longest.givesWay = true }
    }

    /// Repeated, because a request that arrives between two statements is lost.
    private func cancel(_ connection: Connection, at now: LoopTime) {
        if let last = connection.cancelledAt, now - last < Self.cancelAgainAfter { return }
        guard !connection.reach.isUnderWay else { return }
        connection.cancelledAt = now
        connection.requestCancel()
    }

    private func expireWaiting(at now: LoopTime) {
        for (waiter, entry) in waiting {
            guard case .shared(let submissions) = entry else { continue }
            for submission in submissions where !submission.isDone && submission.deadline <= now {
                fail(submission, .timedOut)
            }
            if submissions.allSatisfy(\.isDone) {
                waiting[waiter] = nil
                machine.forget(waiter)
            }
        }
    }

    /// The caller is answered now; the statement, if it has been sent, ends by itself or is stopped.
    func abandon(_ submission: Submission, _ error: PostgresError) {
        guard !submission.isDone else { return }
        if case .sent = submission.place { submission.abandonedAt = reactor.now }
        fail(submission, error)
    }
}
