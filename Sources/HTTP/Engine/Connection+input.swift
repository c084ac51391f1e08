import CLinux
import Glibc
import HTTPParser
import Reactor

/// Input: heads, bodies, and bytes to be discarded.
extension Connection {
    /// More of a body than this is not read before somebody asks for it.
    static let bodyAhead = 64 << 10

    var wantsBodyInput: Bool {
        guard let body = exchange.body, body.isOpen else { return false }
        return body.isAwaited || stash.count - stashStart < Self.bodyAhead
    }

    /// Reads once. Bytes that are left make the descriptor ready again, after the other connections had their turn.
    func receive() {
        let input = station.input
        let count: Int
        if let tls {
            switch tls.receive(into: input) {
            case .bytes(let received): count = received
            case .blocked(let needsWrite): return watchWritable(needsWrite || !pending.isEmpty)
            case .ended: return inputDidEnd()
            case .failed: return close()
            }
        } else {
            count = recv(descriptor, input.baseAddress, input.count, 0)
            if count < 0 {
                if errno != EAGAIN && errno != EINTR { close() }
                return
            }
            if count == 0 { return inputDidEnd() }
        }
        station.tally.bytesRead.grow(by: UInt64(count))
        switch phase {
        case .head: headBytes(count)
        case .exchange, .discarding:
            stash.append(contentsOf: UnsafeBufferPointer(rebasing: input[..<count]))
            exchange.body?.received(count)
            if phase == .discarding { discard() }
        default: break
        }
        // Records that OpenSSL has taken from the kernel do not make the descriptor ready.
        if let tls, tls.holdsMore { receiveSoon() }
    }

    func receiveSoon() {
        station.reactor.schedule(at: station.reactor.now) { [weak self] in
            guard let self, phase != .closed else { return }
            if phase != .exchange || wantsBodyInput { receive() }
        }
    }

    private func inputDidEnd() {
        inputEnded = true
        ignoreReadable()
        switch phase {
        case .exchange:
            exchange.body?.fail(.peerLeft)
            startGrace()
        default: close()
        }
    }

    // MARK: Heads

    /// Takes so many bytes of a head, and perhaps of what follows it, from the station's buffer.
    private func headBytes(_ count: Int) {
        if partial == nil, stash.isEmpty {
            let bytes = UnsafeBufferPointer(rebasing: station.input[..<count])
            station.parser.reset()
            switch station.parser.resume(bytes.span) {
            case .head(let length):
                begin(
                    ReceivedHead(bytes: Array(bytes[..<length]), head: station.parser.head),
                    rest: UnsafeBufferPointer(rebasing: bytes[length...]))
            case .needMore:
                partial = PartialHead(station.parser)
                stash = Array(bytes)
                stashStart = 0
                waitForHead()
            case .refused(let refusal): refuse(refusal)
            }
        } else {
            stash.append(contentsOf: UnsafeBufferPointer(rebasing: station.input[..<count]))
            parseStash()
        }
    }

    /// Looks for a head in what was read before.
    func parseStash() {
        let held = stash
        let bytes = held.span.extracting(stashStart..<held.count)
        let progress: HeadProgress
        if let partial {
            progress = partial.parser.resume(bytes)
        } else {
            station.parser.reset()
            progress = station.parser.resume(bytes)
        }
        switch progress {
        case .head(let length):
            let head = stashStart..<stashStart + length
            let received = ReceivedHead(bytes: Array(stash[head]), head: partial?.parser.head ?? station.parser.head)
            partial = nil
            stashStart = head.upperBound
            if stashStart == stash.count { dropStash() }
            begin(received, rest: nil)
        case .needMore:
            if partial == nil { partial = PartialHead(station.parser) }
            if stashStart > 0 {
                stash.removeSubrange(..<stashStart)
                stashStart = 0
            }
            waitForHead()
            watchReadable()
            receiveHeldBack()
        case .refused(let refusal): refuse(refusal)
        }
    }

    /// An idle connection holds no buffer.
    func dropStash() {
        stash = []
        stashStart = 0
    }

    /// The time for a head counts from its first byte, not from the last that trickled in.
    private func waitForHead() {
        if served == 0 { return }
        let deadline = station.reactor.now + station.configuration.headTime
        guard deadline < readDeadline else { return }
        readDeadline = deadline
        deadlinesMoved()
    }

    private func refuse(_ refusal: Refusal) {
        station.tally.refusedMessages.grow()
        refuse(EngineProblem.response(to: refusal))
    }

    /// Answers without a handler, and ends.
    func refuse(_ response: Response) {
        phase = .exchange
        exchange = Exchange(serial: exchange.serial + 1)
        exchange.keepsAlive = false
        readDeadline = .never
        partial = nil
        dropStash()
        answer(response, serial: exchange.serial)
    }

    func readTimedOut() {
        readDeadline = .never
        switch phase {
        case .head where partial != nil:
            station.tally.timeouts.grow()
            refuse(EngineProblem.requestTimeout)
        case .exchange:
            guard let body = exchange.body else { return }
            station.tally.timeouts.grow()
            exchange.keepsAlive = false
            body.fail(.tooSlow)
        case .handshake, .proxyHeader, .discarding:
            station.tally.timeouts.grow()
            close()
        case .head: closeIdle()
        case .lingering, .closed: close()
        }
    }

    // MARK: What nobody wants

    /// Drops the rest of a body whose answer has been sent.
    func discard() {
        guard let body = exchange.body else { return nextRequest() }
        while true {
            switch body.take() {
            case .chunk: continue
            case .end:
                exchange.body = nil
                return nextRequest()
            case .failed: return closeGracefully()
            case .wait:
                dropStash()
                return watchReadable()
            }
        }
    }
}
