import HTTPParser
import Reactor

/// The body of one request while some of it is still to come: takes the framing off what its connection has read, and
/// has the connection read on only as it is asked for more.
///
/// `@unchecked Sendable` is safe because it is touched on its reactor's thread only; ``next()`` hops there.
final class IncomingBody: RequestBodySource, @unchecked Sendable {
    enum Piece {
        case chunk([UInt8])
        case end
        case failed(RequestBodyError)
        case wait
    }

    private enum State {
        case open, complete
        case failed(RequestBodyError)
    }

    let announcedLength: Int?
    private let connection: Connection
    /// For a body with a length: how much is still to be handed out.
    private(set) var remaining: Int
    private var decoder: ChunkedDecoder?
    private var state = State.open
    private var handedOut = 0

    // The client's pace is measured while it is waited for, not while the reader is busy elsewhere.
    private var waiter: UnsafeContinuation<Void, Never>?
    private var waitingSince = LoopTime.never
    private var waited = Duration.zero
    private var receivedBytes = 0

    init(length: Int, connection: Connection) {
        announcedLength = length
        remaining = length
        self.connection = connection
    }

    init(chunkedFor connection: Connection) {
        announcedLength = nil
        remaining = 0
        decoder = ChunkedDecoder()
        self.connection = connection
    }

    var isOpen: Bool { if case .open = state { true } else { false } }
    var isComplete: Bool { if case .complete = state { true } else { false } }
    var isAwaited: Bool { waiter != nil }
    var isChunked: Bool { decoder != nil }

    // MARK: The reader's side

    func next() async throws(RequestBodyError) -> [UInt8]? {
        guard connection.station.reactor.isCurrent else {
            return try await withTaskExecutorPreference(connection.station.reactor) { () throws(RequestBodyError) in
                try await self.next()
            }
        }
        while true {
            switch take() {
            case .chunk(let bytes): return bytes
            case .end: return nil
            case .failed(let error): throw error
            case .wait:
                guard waiter == nil else { throw .unavailable }
                guard !Task.isCancelled else { throw .cancelled }
                await more()
            }
        }
    }

    /// Suspends until something has come, or will never come.
    private func more() async {
        let reactor = connection.station.reactor
        let cause = reactor.cause
        defer { reactor.cause = cause }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                waiter = continuation
                waitingSince = connection.station.reactor.now
                connection.bodyIsAwaited(self)
            }
        } onCancel: {
            connection.station.reactor.execute { self.wake() }
        }
    }

    func keep(_ bytes: Int) throws(RequestBodyError) {
        guard connection.station.reactor.isCurrent, connection.exchange.body === self else { return }
        guard connection.hold(bytes) else { throw .noRoom }
    }

    private func wake() {
        guard let waiter else { return }
        self.waiter = nil
        waited += connection.station.reactor.now - waitingSince
        connection.bodyIsNotAwaited()
        waiter.resume()
    }

    /// When the client's patience runs out, if nothing more comes.
    var deadline: LoopTime {
        guard waiter != nil else { return .never }
        let patience = connection.station.configuration.bodyPace.patience(after: receivedBytes)
        return waitingSince + (patience - waited)
    }

    // MARK: The connection's side

    func received(_ count: Int) {
        receivedBytes += count
        wake()
    }

    func fail(_ error: RequestBodyError) {
        if isOpen { state = .failed(error) }
        wake()
    }

    /// Takes the bytes out of the connection's stash.
    func take() -> Piece {
        switch state {
        case .complete: return .end
        case .failed(let error): return .failed(error)
        case .open: break
        }
        guard connection.exchange.body === self else { return .failed(.unavailable) }
        let piece = decoder == nil ? takeCounted() : takeChunked()
        guard case .chunk(let bytes) = piece else { return piece }
        handedOut += bytes.count
        if handedOut > connection.station.configuration.maximumBody {
            fail(.tooLarge(limit: connection.station.configuration.maximumBody))
            return take()
        }
        return piece
    }

    private func takeCounted() -> Piece {
        let available = connection.stash.count - connection.stashStart
        let count = min(available, remaining)
        guard count > 0 else { return .wait }
        remaining -= count
        if remaining == 0 { state = .complete }
        if connection.stashStart == 0, count == available {
            let whole = connection.stash
            connection.dropStash()
            return .chunk(whole)
        }
        let start = connection.stashStart
        let bytes = Array(connection.stash[start..<start + count])
        connection.stashStart += count
        if connection.stashStart == connection.stash.count { connection.dropStash() }
        return .chunk(bytes)
    }

    private func takeChunked() -> Piece {
        var bytes: [UInt8] = []
        var ended = false
        while !ended, connection.stashStart < connection.stash.count {
            let start = connection.stashStart
            let held = connection.stash
            guard let event = decoder?.next(held.span.extracting(start..<held.count)) else { break }
            switch event {
            case .needMore(let consumed): connection.stashStart += consumed
            case .data(let place, let consumed):
                bytes.append(contentsOf: connection.stash[start + place.lowerBound..<start + place.upperBound])
                connection.stashStart += consumed
            case .end(let consumed):
                connection.stashStart += consumed
                state = .complete
                ended = true
            case .refused:
                connection.station.tally.refusedMessages.grow()
                connection.exchange.keepsAlive = false
                state = .failed(.malformed)
                return .failed(.malformed)
            }
        }
        if connection.stashStart == connection.stash.count { connection.dropStash() }
        if !bytes.isEmpty { return .chunk(bytes) }
        return ended ? .end : .wait
    }
}

extension Connection {
    func bodyIsAwaited(_ body: IncomingBody) {
        if exchange.owesContinue {
            exchange.owesContinue = false
            // With an answer begun an interim one would land in its middle.
            if !exchange.hasBegunAnswer { sendContinue() }
            guard phase != .closed else { return }
        }
        readDeadline = body.deadline
        deadlinesMoved()
        watchReadable()
        receiveHeldBack()
    }

    func bodyIsNotAwaited() { readDeadline = .never }
}
