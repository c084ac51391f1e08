import DaybookCore

extension Desk {
    // MARK: When

    func next(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        switch sync.pace.next(now: try question.now) {
        case .exchange: writer.member("step", "exchange")
        case .wait(let until):
            writer.member("step", "wait")
            writer.member("until", until.milliseconds)
        case .halt: writer.member("step", "halt")
        }
    }

    func wake(_ question: Question) throws(Refused) {
        switch try question.text("why") {
        case "change": sync.want()
        case "hope": sync.hope()
        case "insist":
            sync.insist()
            replica.tryHeldAgain()
        case "begin": sync.beginAnew()
        default: throw Refused.missing("why")
        }
    }

    // MARK: One exchange

    func request(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let now = try question.now
        sync.began()
        if sync.triesHeldAgain(at: now) { replica.tryHeldAgain() }
        let size = sync.mayPush(at: now) ? replica.affordable(atMost: sync.batch) : 0
        let (exchange, request) = replica.request(now: now, operations: size)
        self.exchange = exchange
        writer.member("exchange", Int64(exchange.number))
        writer.member("operations", exchange.operations.count)
        var body = JSONWriter()
        request.write(to: &body)
        return body.bytes
    }

    func take(_ question: Question, _ text: [UInt8], _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let now = try question.now
        guard let exchange = try answered(question) else { return ignore(&writer) }
        do throws(SyncFailure) {
            let status = Int(clamping: (try? question.number64("status")) ?? 0)
            let answer: SyncAnswer
            if (200..<300).contains(status) {
                answer = try SyncAnswer.page(text, answering: exchange.operations)
            } else {
                let problem = ServerProblem(
                    status: status, body: text, retryAfter: try? question.number64("retryAfter"))
                guard let told = SyncAnswer(problem) else { throw .problem(problem) }
                answer = told
            }
            return take(answer, to: exchange, now, &writer)
        } catch {
            return suffer(error, of: exchange, now, &writer)
        }
    }

    func fail(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let now = try question.now
        guard let exchange = try answered(question) else { return ignore(&writer) }
        return suffer(.unreachable("no answer"), of: exchange, now, &writer)
    }

    /// The request that an answer belongs to; nil for one that came late or twice.
    private func answered(_ question: Question) throws(Refused) -> Replica.Exchange? {
        let number = UInt64(max(0, try question.number64("exchange")))
        guard let exchange, exchange.number == number else { return nil }
        self.exchange = nil
        return exchange
    }

    private func ignore(_ writer: inout JSONWriter) -> [UInt8] {
        tell("ignored", RowSet(), &writer)
        return []
    }

    private func take(
        _ answer: SyncAnswer, to exchange: Replica.Exchange, _ now: Instant, _ writer: inout JSONWriter
    ) -> [UInt8] {
        let (received, rows): (Replica.Received, RowSet) = replica.receive(answer, to: exchange, now: now)
        sync.took(
            received, pushed: !exchange.operations.isEmpty, more: !replica.sendable.isEmpty,
            reached: replica.base.revision, at: now, random: chance.next64())
        if case .page(let page) = answer { told = max(told, page.revision) }
        let text = write { write in
            if case .merged(let resolutions, _) = received { write.note(resolutions, at: now) }
        }
        show(rows)
        let word =
            switch received {
            case .ignored: "ignored"
            case .merged: "merged"
            case .startsOver: "startsOver"
            case .wantsConfirmation: "wantsConfirmation"
            }
        tell(word, rows, &writer)
        return text
    }

    private func suffer(
        _ failure: SyncFailure, of exchange: Replica.Exchange, _ now: Instant, _ writer: inout JSONWriter
    ) -> [UInt8] {
        let isLast = sync.failed(failure, carrying: exchange.operations.count, at: now, random: chance.next64())
        var text: [UInt8] = []
        var rows = RowSet()
        // The one operation that the server cannot read is set aside, so that the others go up.
        if isLast, case .problem(let problem) = failure,
            let operation = replica.outbox.first(where: { $0.opId == exchange.operations.first })
        {
            rows = replica.withdraw(operation.opId, now: now)
            let code = problem.code.isEmpty ? "\(problem.status)" : problem.code
            text = write { write in
                write.refused = [
                    RefusedChange(operation: operation, code: code, sentence: problem.sentence, at: now)
                ]
            }
            show(rows)
        }
        tell("failed", rows, &writer)
        return text
    }

    /// A live event: its rows are taken where they follow on what is here, or there is something to ask for.
    func hear(_ question: Question, _ text: [UInt8], _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let now = try question.now
        let event: LiveEvent
        do { event = try LiveEvent.read(text) } catch { throw Refused(error) }
        guard event.cursor.revision > replica.base.revision || event.cursor.epoch != replica.standing.epoch else {
            return ignore(&writer)
        }
        told = max(told, event.cursor.revision)
        // An answer on its way may be older than the event.
        if exchange == nil, let rows = replica.take(event, now: now) {
            let text = write()
            show(rows)
            tell("merged", rows, &writer)
            return text
        }
        if event.cursor.epoch == replica.standing.epoch { sync.hear(of: event.cursor.revision) } else { sync.want() }
        return ignore(&writer)
    }

    /// Many deletions at once: they are meant, or are put back.
    func decide(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        var rows = RowSet()
        if question.flag("deletes") {
            replica.confirmMassDelete()
        } else {
            rows = replica.withdrawDeletions(now: try question.now)
        }
        sync.hope()
        let text = write()
        show(rows)
        writeTouched(rows, to: &writer)
        writer.name("standing")
        writeStanding(to: &writer)
        return text
    }

    private func tell(_ received: String, _ rows: RowSet, _ writer: inout JSONWriter) {
        writer.member("received", received)
        writeTouched(rows, to: &writer)
        writer.name("standing")
        writeStanding(to: &writer)
    }
}

extension Write {
    /// What a page's outcomes were, where they are other than wished.
    fileprivate mutating func note(_ resolutions: [Replica.Resolution], at now: Instant) {
        for resolution in resolutions {
            let operation = resolution.operation
            if case .rejected(let rejection) = resolution.outcome {
                refused.append(
                    RefusedChange(
                        operation: operation, code: rejection.code.rawValue, sentence: rejection.sentence, at: now))
            }
            let conflicts = resolution.outcome.conflicts
            guard !conflicts.isEmpty else { continue }
            lost.append(
                LostChange(
                    opId: operation.opId, entity: operation.entity, id: operation.id, at: operation.at.instant,
                    conflicts: conflicts))
        }
    }
}
