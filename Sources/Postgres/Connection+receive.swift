import CPostgres

/// Receiving. libpq parses what the socket has, and answers are matched with what was expected.
extension Connection {
    func receive() {
        guard let handle else { return }
        guard PQconsumeInput(handle) == 1 else {
            pool?.lost(self)
            return
        }
        takeResults()
        if phase == .ready, expected.isEmpty, PQstatus(handle) == CONNECTION_BAD {
            pool?.lost(self)
            return
        }
        tellSettled()
        if AnswerRoom.shared.isFull { rest() }
    }

    private func tellSettled() {
        guard settled > 0 else { return }
        let (count, writes) = (settled, settledWrites)
        (settled, settledWrites) = (0, 0)
        pool?.finished(self, count: count, writes: writes)
    }

    private func takeResults() {
        var emptyAnswers = 0
        while phase == .ready, let handle, let next = expected.first, PQisBusy(handle) == 0 {
            guard let result = PQgetResult(handle) else {
                // The end of one statement's results.
                switch next {
                case .prepare, .setting: expected.popFirst()
                case .statement(let submission):
                    expected.popFirst()
                    if submission.kind == .read { settle(read: submission) }
                case .sync:
                    // libpq may answer so between a statement and the sync, never for ever.
                    emptyAnswers += 1
                    if emptyAnswers > 2 {
                        pool?.lost(self)
                        return
                    }
                    continue
                }
                emptyAnswers = 0
                continue
            }
            emptyAnswers = 0
            take(result, for: next)
        }
    }

    private func take(_ result: OpaquePointer, for next: Expectation) {
        let status = PQresultStatus(result)
        switch (next, status) {
        case (.statement(let submission), PGRES_TUPLES_OK), (.statement(let submission), PGRES_COMMAND_OK),
            (.statement(let submission), PGRES_EMPTY_QUERY):
            // Rows that nobody waits for any more are not kept.
            guard submission.isDone else {
                submission.results.append(ResultMemory(result))
                return
            }
        case (.prepare, PGRES_COMMAND_OK), (.setting, PGRES_TUPLES_OK): break
        case (.sync(let submission), PGRES_PIPELINE_SYNC):
            PQclear(result)
            expected.popFirst()
            if let submission {
                settle(owner: submission)
            } else {
                readSyncs -= 1
                pool?.releaseReads()
            }
            reach.syncAnswered()
            if !reach.isOpen { givesWay = false }
            if expected.isEmpty {
                drained.take()?.resume()
                if isCleaning { pool?.cleaned(self) }
                resumeLeaseIfQuiet()
            }
            return
        case (.prepare(let statement, let submission), PGRES_PIPELINE_ABORTED):
            forget(statement)
            submission.wasAborted = true
        case (.setting(let submission), PGRES_PIPELINE_ABORTED),
            (.statement(let submission), PGRES_PIPELINE_ABORTED):
            submission.wasAborted = true
        case (.prepare(_, let submission), PGRES_FATAL_ERROR)
        where submission.kind != .exclusive && ServerError(result: result).state == .duplicatePreparedStatement:
            // Prepared for another client of a pooler's, or in a session before this one. The name says that it is the
            // same statement. (Inside a lease's transaction the error has ended that, which is then run again.)
            break
        case (.prepare(let statement, let submission), PGRES_FATAL_ERROR):
            forget(statement)
            fail(submission, with: result)
        case (.setting(let submission), PGRES_FATAL_ERROR), (.statement(let submission), PGRES_FATAL_ERROR):
            fail(submission, with: result)
        case (.sync(let submission?), PGRES_FATAL_ERROR):
            // The commit itself failed, on a deferred constraint for example.
            fail(submission, with: result)
        default:
            // COPY where none may be, or an answer out of turn: this conversation cannot be continued.
            PQclear(result)
            pool?.lost(self)
            return
        }
        PQclear(result)
    }

    private func fail(_ submission: Submission, with result: OpaquePointer) {
        guard submission.failure == nil, let handle else { return }
        // Without a code it is libpq itself that speaks, of a lost connection.
        guard PQstatus(handle) == CONNECTION_OK, PQresultErrorField(result, Int32(UInt8(ascii: "C"))) != nil else {
            pool?.lost(self)
            return
        }
        let error = ServerError(result: result)
        submission.failure = .server(error)
        // A preparation has a sync of its own, after which nothing of it can be seen any more.
        submission.mayBeMisfire = reach.isOpen
        guard error.state.endsConnection else { return }
        // A pooler that reaches no server, where another may.
        if error.state.codeClass == "08", let place = HostPlace(handle) { pool?.configuration.hostOrder.putLast(place) }
        pool?.lost(self)
    }

    /// A read is answered as soon as its rows are there.
    private func settle(read submission: Submission) {
        if !submission.hasOwnConnection { settled += 1 }
        pool?.settle(submission, on: self)
    }

    /// A write counts as done when the sync behind it has been answered, and not before.
    private func settle(owner submission: Submission) {
        if submission.kind == .write {
            settled += 1
            settledWrites += 1
        }
        if submission.kind != .read { pool?.settle(submission, on: self) }
    }
}
