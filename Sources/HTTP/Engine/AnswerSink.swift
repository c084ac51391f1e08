import Reactor

/// Takes the content of one streamed answer to its connection.
///
/// `@unchecked Sendable` is safe because it is touched on its reactor's thread only; ``write(_:)`` hops there.
final class AnswerSink: BodySink, @unchecked Sendable {
    private let connection: Connection
    private let isChunked: Bool
    /// For an answer with a length: how much is still to be written.
    private var remaining: Int?

    init(_ connection: Connection, framing: AnswerFraming) {
        self.connection = connection
        isChunked = framing == .chunked
        if case .length(let length) = framing { remaining = length }
    }

    func write(_ bytes: [UInt8]) async throws {
        let reactor = connection.station.reactor
        guard reactor.isCurrent else {
            return try await withTaskExecutorPreference(reactor) { try await self.write(bytes) }
        }
        try Task.checkCancellation()
        try send(bytes)
        while !connection.pending.isEmpty {
            await room(reactor)
            try Task.checkCancellation()
            guard connection.exchange.sink === self else { throw BodyWriterError.peerLeft }
        }
    }

    private func send(_ bytes: [UInt8]) throws {
        guard connection.exchange.sink === self else {
            throw connection.phase == .closed ? BodyWriterError.peerLeft : .ended
        }
        if let remaining {
            guard bytes.count <= remaining else { throw BodyWriterError.tooLong }
            self.remaining = remaining - bytes.count
        }
        let output = connection.station.output
        output.clear()
        if isChunked {
            output.append(hexadecimal: bytes.count)
            output.append("\r\n")
            connection.transmit(bytes, tail: "\r\n")
        } else {
            connection.transmit(bytes)
        }
        if connection.phase == .closed { throw BodyWriterError.peerLeft }
    }

    /// Suspends until everything pending has left, or the connection or the task has ended.
    private func room(_ reactor: Reactor) async {
        let cause = reactor.cause
        defer { reactor.cause = cause }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                connection.drainWaiters.append(continuation)
                if Task.isCancelled { connection.resumeDrainWaiters() }
            }
        } onCancel: {
            reactor.execute { self.connection.resumeDrainWaiters() }
        }
    }

    /// Ends the content; false if it is not whole.
    func finish() -> Bool {
        if let remaining, remaining > 0 { return false }
        guard isChunked else { return true }
        connection.station.output.clear()
        connection.station.output.append("0\r\n\r\n")
        connection.transmit([])
        return true
    }
}
