import Reactor

/// Single statements: gathered during a turn, sent at its end.
extension Pool: TurnHandler {
    /// Takes a statement; it leaves with the others of this turn.
    func submit(_ submission: Submission) {
        submission.place = .waiting
        if submission.kind == .read, !submission.isSlow { reads.append(submission) } else { single.append(submission) }
        guard !isGathering else { return }
        isGathering = true
        reactor.atEndOfTurn(self)
    }

    func turnEnded() {
        isGathering = false
        if !reads.isEmpty, !readsShouldWait { sendReads() }
        if !single.isEmpty {
            let gathered = single
            single.removeAll(keepingCapacity: true)
            for submission in gathered where !submission.isDone {
                place([submission], as: submission.isSlow ? .slowRead : .write)
            }
        }
        if !sweepIsFast { keepSweeping() }
    }

    /// Reads of several turns leave together while the connection that will take them has enough to do: it could not
    /// begin with them anyway, and a shared sync costs both sides less than one for every turn.
    private var readsShouldWait: Bool {
        guard let slot = machine.readSlot, let connection = connections[slot] else { return false }
        return connection.readSyncs >= Self.readSyncsUnderWay
    }

    /// One being answered, and one that the server can go on with while its answers are handed out.
    private static let readSyncsUnderWay = 2

    /// The statements that kept reads waiting are done, or take too long.
    func releaseReads() {
        guard !reads.isEmpty, !isGathering else { return }
        isGathering = true
        reactor.atEndOfTurn(self)
    }

    private func sendReads() {
        let gathered = reads.filter { !$0.isDone }
        reads.removeAll(keepingCapacity: true)
        // Statements that were aborted by another's error are on their second run and each get a sync of their own.
        let fresh = gathered.contains { $0.timesRun > 0 } ? gathered.filter { $0.timesRun == 0 } : gathered
        if !fresh.isEmpty { place(fresh, as: .read) }
        if fresh.count < gathered.count {
            for submission in gathered where submission.timesRun > 0 { place([submission], as: .read) }
        }
    }

    /// Sends submissions under one sync, or lets them wait for a connection.
    private func place(_ submissions: [Submission], as use: PoolStateMachine.Use) {
        // A slow read has been with the server before, and its own time is all that ends it.
        let deadline =
            use == .slowRead ? submissions.first?.deadline : reactor.now + configuration.queueTimeout
        let (decision, actions) = machine.request(
            use, weight: submissions.count, deadline: deadline ?? reactor.now, at: reactor.now)
        switch decision {
        case .connection(let slot):
            let ownsConnection = use == .slowRead && machine.isLeased(slot)
            if let connection = connections[slot] {
                send(submissions, on: connection, ownsConnection: ownsConnection)
            }
        case .wait(let waiter):
            waiting[waiter] = .shared(submissions)
            noteCounts()
        case .refused(let reason):
            for submission in submissions { fail(submission, .unavailable(reason)) }
        }
        perform(actions)
    }

    private func send(_ submissions: [Submission], on connection: Connection, ownsConnection: Bool) {
        submissions.first?.hasOwnConnection = ownsConnection
        // A broken connection may show at the first statement that is long, in the middle of sending that.
        let broken = submissions.firstIndex { !connection.send($0, from: &statements) }
        guard broken == nil, connection.sync(submissions.first?.kind == .read ? nil : submissions.first) else {
            let unsent = broken.map { submissions[$0...] } ?? []
            lost(connection)
            for submission in unsent {
                // What cannot be sent for a reason of its own is not to cost connection after connection.
                if submission === unsent.first { submission.retries += 1 }
                if submission.retries > 3 { fail(submission, .connectionLost) } else { runAgain(submission) }
            }
            return
        }
        if ownsConnection { release(connection) }
    }

    /// Some of those who waited may have left meanwhile.
    func sendWaited(_ submissions: [Submission], on connection: Connection, ownsConnection: Bool) {
        let present = submissions.filter { !$0.isDone }
        if !present.isEmpty { send(present, on: connection, ownsConnection: ownsConnection) }
        let gone = submissions.count - present.count
        guard gone > 0 else { return }
        if ownsConnection { return release(connection) }
        finished(connection, count: gone, writes: submissions.first?.kind == .write ? gone : 0)
    }

    /// From the beginning, with the next turn's statements.
    func runAgain(_ submission: Submission) {
        submission.reset()
        submit(submission)
    }

    func fail(_ submission: Submission, _ error: PostgresError) {
        guard !submission.isDone else { return }
        statistics.failed(error)
        submission.complete(.failed(error))
    }

    /// All answers of a submission are in.
    func settle(_ submission: Submission, on connection: Connection) {
        guard !submission.isDone else { return }
        if let failure = submission.failure {
            if failure.sqlState?.isOfStandby == true { leaveHost(of: connection) }
            if mayRunAgain(submission, after: failure, on: connection) { return runAgain(submission) }
            return fail(submission, failure)
        }
        if submission.wasAborted { return runAgain(submission) }
        guard let last = submission.results.last else { return fail(submission, .connectionLost) }
        statistics.answered(after: reactor.now - submission.submittedAt)
        submission.complete(.rows(last))
    }

    /// Failures that say nothing about the statement itself.
    private func mayRunAgain(_ submission: Submission, after failure: PostgresError, on connection: Connection) -> Bool
    {
        guard submission.kind != .exclusive, case .server(let error) = failure else { return false }
        if error.state == .queryCanceled, submission.kind == .read, connection.givesWay {
            submission.giveWay()
            return true
        }
        guard submission.retries < 3 else { return false }
        submission.retries += 1
        if error.state.isOfStandby { return true }
        // A cancel request for the statement before it came late.
        if error.state == .queryCanceled { return connection.reach.isOpen || submission.mayBeMisfire }
        submission.avoidsNames = true
        return renewIfStale(submission, after: error, on: connection)
    }

    /// The schema changed under a prepared statement, or the server does not know it under its name. Nothing was
    /// executed; under a new name, or without one, it will be.
    func renewIfStale(_ submission: Submission, after error: ServerError, on connection: Connection) -> Bool {
        let setting = submission.setting.map { [$0.query] } ?? []
        let statements = (submission.queries + setting).map { self.statements.statement(for: $0) }
        // A lease's statements were answered one by one up to the one that failed.
        let suspects =
            submission.kind == .exclusive
            ? statements.dropFirst(submission.results.count).prefix(1) : statements[...]
        switch error.state {
        case .invalidStatementName where !suspects.allSatisfy(connection.isPrepared):
            // Its preparation failed, for a reason that it will now hear itself.
            return true
        case .invalidStatementName, .duplicatePreparedStatement:
            // Another server process than the one it was prepared in: a pooler that does not keep track.
            if self.statements.usesNames { statistics.lostStatements() }
            self.statements.stopNaming()
            return true
        case .featureNotSupported where error.message.contains("cached plan"):
            for statement in statements { statement.renew() }
            return true
        default: return false
        }
    }

    /// The server turned read-only under us: it was demoted, or a pooler leads to another than before. New connections
    /// look elsewhere first, and those that lead to the same place are used no more.
    private func leaveHost(of connection: Connection) {
        guard connection.phase == .ready, let place = HostPlace(connection.handle) else { return }
        configuration.hostOrder.putLast(place)
        for other in connections.compactMap({ $0 })
        where other.phase == .ready && HostPlace(other.handle)?.isSame(as: place) == true {
            perform(machine.condemn(slot: other.slot, at: reactor.now))
        }
    }
}
