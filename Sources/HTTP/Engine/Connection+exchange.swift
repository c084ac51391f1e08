import HTTPParser
import Reactor

/// A request and its answer.
extension Connection {
    /// A head is complete. What follows it is in `rest`, or in the stash already where there is no `rest`.
    func begin(_ received: ReceivedHead, rest: UnsafeBufferPointer<UInt8>?) {
        phase = .exchange
        readDeadline = .never
        exchange.serial &+= 1
        exchange.body = nil
        exchange.isHead = received.head.method == .head
        exchange.isHTTP10 = received.head.version == .http10
        exchange.keepsAlive = received.head.keepAlive
        exchange.owesContinue = received.head.expectsContinue
        exchange.hasBegunAnswer = false
        exchange.isAnswered = false
        exchange.closes = false
        exchange.isOpenEnded = false
        exchange.isEndedByDrain = false
        station.tally.requests.grow()

        var body = RequestBody.empty
        switch received.head.framing {
        case .none, .length(0): if let rest { keep(rest) }
        case .length(let length):
            if length > station.configuration.maximumBody { return refuse(EngineProblem.bodyTooLarge) }
            body = takeBody(length, rest)
        case .chunked:
            if let rest { keep(rest) }
            body = arriving(IncomingBody(chunkedFor: self))
        }
        var request = Request(
            received: received, id: station.identifiers.next(), peer: peer, isSecure: tls != nil, body: body,
            at: station.reactor.now)
        request.client = client
        request.held = station.held
        let serial = exchange.serial
        exchange.task = Task(executorPreference: station.reactor) { [request] in
            await self.serve(request, serial: serial)
        }
        if peerHalfClosed { startGrace() }
    }

    private func keep(_ rest: UnsafeBufferPointer<UInt8>) {
        guard !rest.isEmpty else { return }
        stash = Array(rest)
        stashStart = 0
    }

    /// A body that has come whole is handed over as it is, and needs nothing more of the connection.
    private func takeBody(_ length: Int, _ rest: UnsafeBufferPointer<UInt8>?) -> RequestBody {
        let limits = station.configuration
        if let rest, rest.count >= length {
            keep(UnsafeBufferPointer(rebasing: rest[length...]))
            return RequestBody(
                Array(rest[..<length]), collectedLimit: limits.collectedBody, streamed: limits.maximumBody)
        }
        if rest == nil, stash.count - stashStart >= length {
            let bytes = Array(stash[stashStart..<stashStart + length])
            stashStart += length
            if stashStart == stash.count { dropStash() }
            return RequestBody(bytes, collectedLimit: limits.collectedBody, streamed: limits.maximumBody)
        }
        if let rest { keep(rest) }
        return arriving(IncomingBody(length: length, connection: self))
    }

    private func arriving(_ body: IncomingBody) -> RequestBody {
        // Whoever has begun to send does not wait for us.
        if stash.count > stashStart { exchange.owesContinue = false }
        exchange.body = body
        watchReadable()
        return RequestBody(
            source: body, collectedLimit: station.configuration.collectedBody,
            streamed: station.configuration.maximumBody)
    }

    /// The request's task.
    private func serve(_ request: consuming Request, serial: UInt64) async {
        station.tally.inFlight.change(by: 1)
        defer { station.tally.inFlight.change(by: -1) }
        let response: Response
        do {
            response = try await station.handler(request)
        } catch {
            // A handler that was cancelled because the client left has nobody to tell.
            if peerHalfClosed, error is CancellationError || Task.isCancelled { return endExchange(serial) }
            response = EngineProblem.response(to: error)
        }
        // The body is used up.
        if exchange.serial == serial {
            letGo()
            holder = response.holder
        }
        if case .stream(let stream) = response.body {
            await serve(stream, of: response, serial: serial)
        } else {
            answer(response, serial: serial)
        }
    }

    private func endExchange(_ serial: UInt64) {
        if exchange.serial == serial { close() }
    }

    /// Sends an answer whose content is known.
    func answer(_ response: Response, serial: UInt64) {
        guard phase == .exchange, exchange.serial == serial, !exchange.hasBegunAnswer else { return }
        var content: [UInt8] = []
        if case .bytes(let bytes) = response.body { content = bytes }
        let framing = response.status.permitsContent ? AnswerFraming.length(content.count) : .none
        beginAnswer(response, framing: framing)
        exchange.isAnswered = true
        if exchange.isHead || framing == .none { content = [] }
        transmit(content)
        if phase == .exchange, pending.isEmpty { finishExchange() }
    }

    /// Writes the head into the station's buffer.
    private func beginAnswer(_ response: Response, framing: AnswerFraming) {
        exchange.hasBegunAnswer = true
        exchange.closes =
            !exchange.keepsAlive || response.closesConnection || station.isDraining || framing == .untilClose
        // A streamed answer may yet read the body it answers; whole ones are at the end of it.
        if case .stream = response.body {} else if !canOutliveItsBody { exchange.closes = true }
        station.output.clear()
        station.output.appendHead(
            response, framing: framing, date: station.date.line(), standing: station.configuration.standingFields,
            closes: exchange.closes, keepsAliveHTTP10: exchange.isHTTP10)
    }

    /// Whether the next request can be found behind what is still to come of this one's body.
    private var canOutliveItsBody: Bool {
        guard let body = exchange.body, !body.isComplete else { return true }
        guard body.isOpen else { return false }
        // A client refused the "100 Continue" may send the body or may not; where the next request begins is open.
        if exchange.owesContinue { return false }
        return !body.isChunked && body.remaining <= station.configuration.drainedBody
    }

    private func serve(_ stream: StreamedBody, of response: Response, serial: UInt64) async {
        guard phase == .exchange, exchange.serial == serial, !exchange.hasBegunAnswer else { return }
        let framing: AnswerFraming =
            if !response.status.permitsContent {
                .none
            } else if let length = stream.length {
                .length(length)
            } else {
                exchange.isHTTP10 ? .untilClose : .chunked
            }
        guard stream.held == 0 || hold(stream.held) else {
            return answer(EngineProblem.answersUnread, serial: serial)
        }
        beginAnswer(response, framing: framing)
        guard !exchange.isHead, framing != .none else {
            exchange.isAnswered = true
            transmit([])
            if phase == .exchange, pending.isEmpty { finishExchange() }
            return
        }
        let sink = AnswerSink(self, framing: framing)
        exchange.sink = sink
        transmit([])
        if stream.isOpenEnded {
            exchange.isOpenEnded = true
            if station.isDraining { endOpenStream() }
        }
        do {
            try await stream.produce(BodyWriter(sink))
        } catch {
            guard exchange.serial == serial else { return }
            if exchange.isEndedByDrain { return finish(sink) }
            // Where the end of the connection is the end of the content, only a reset shows that it is not whole.
            return framing == .untilClose ? reset() : close()
        }
        guard exchange.serial == serial else { return }
        finish(sink)
    }

    private func finish(_ sink: AnswerSink) {
        guard phase == .exchange else { return }
        guard sink.finish() else { return close() }
        exchange.isAnswered = true
        if phase == .exchange, pending.isEmpty { finishExchange() }
    }

    /// Has the producer of an open-ended stream come to its end.
    func endOpenStream() {
        exchange.isEndedByDrain = true
        exchange.task?.cancel()
    }

    /// The answer has left. What comes next depends on the body and on whether the connection goes on.
    func finishExchange() {
        exchange.task = nil
        exchange.sink = nil
        if held > 0 { letGo() }
        graceDeadline = .never
        served += 1
        if exchange.closes || station.isDraining || !canOutliveItsBody { return closeGracefully() }
        guard let body = exchange.body, body.isOpen else {
            exchange.body = nil
            return nextRequest()
        }
        phase = .discarding
        readDeadline = station.reactor.now + station.configuration.lingerTime
        deadlinesMoved()
        discard()
    }

    func nextRequest() {
        phase = .head
        readDeadline = station.reactor.now + station.configuration.idleTime
        deadlinesMoved()
        if stashStart < stash.count { return parseStash() }
        if inputEnded || station.isDraining { return closeGracefully() }
        watchReadable()
        receiveHeldBack()
    }
}
