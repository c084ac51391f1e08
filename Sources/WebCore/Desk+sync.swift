import DaybookCore
import DaybookDevice

extension Desk {
    // MARK: When

    func next(_ question: Question, _ writer: inout JSONWriter) throws(Refused) {
        switch book.sync.pace.next(now: try question.now) {
        case .exchange: writer.member("step", "exchange")
        case .wait(let until):
            writer.member("step", "wait")
            writer.member("until", until.milliseconds)
        case .halt: writer.member("step", "halt")
        }
    }

    func wake(_ question: Question) throws(Refused) {
        switch try question.text("why") {
        case "change": book.sync.want()
        case "hope": book.sync.hope()
        case "insist": book.insist()
        case "begin": book.sync.beginAnew()
        default: throw Refused.missing("why")
        }
    }

    // MARK: One exchange

    func request(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let (exchange, request, _) = book.request(at: try question.now)
        writer.member("exchange", Int64(exchange.number))
        writer.member("operations", exchange.operations.count)
        var body = JSONWriter()
        request.write(to: &body)
        return body.bytes
    }

    func take(_ question: Question, _ text: [UInt8], _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let now = try question.now
        guard let exchange = try answered(question) else { return tell(.nothing, .ignored, &writer) }
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
            let (step, received) = book.take(answer, to: exchange, at: now)
            return tell(step, received, &writer)
        } catch {
            return tell(book.suffer(error, of: exchange, at: now), .failed, &writer)
        }
    }

    func fail(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let now = try question.now
        guard let exchange = try answered(question) else { return tell(.nothing, .ignored, &writer) }
        return tell(book.suffer(.unreachable("no answer"), of: exchange, at: now), .failed, &writer)
    }

    /// The request that an answer belongs to; nil for one that came late or twice.
    private func answered(_ question: Question) throws(Refused) -> Replica.Exchange? {
        let number = UInt64(max(0, try question.number64("exchange")))
        guard let exchange = book.exchange, exchange.number == number else { return nil }
        return exchange
    }

    func hear(_ question: Question, _ text: [UInt8], _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let now = try question.now
        let event: LiveEvent
        do { event = try LiveEvent.read(text) } catch { throw Refused(error) }
        let (step, received) = book.hear(event, at: now)
        return tell(step, received, &writer)
    }

    func decide(_ question: Question, _ writer: inout JSONWriter) throws(Refused) -> [UInt8] {
        let step = book.decide(deletes: question.flag("deletes"), at: try question.now)
        let text = put(step)
        writeChanges(step.rows, to: &writer)
        return text
    }

    private func tell(_ step: Step, _ received: LocalBook.Received, _ writer: inout JSONWriter) -> [UInt8] {
        let text = step.write == nil ? [] : put(step)
        let word =
            switch received {
            case .ignored: "ignored"
            case .merged: "merged"
            case .startsOver: "startsOver"
            case .wantsConfirmation: "wantsConfirmation"
            case .failed: "failed"
            }
        writer.member("received", word)
        writeChanges(step.rows, to: &writer)
        return text
    }
}
