import Synchronization

/// Content that is produced while it is being sent.
public struct StreamedBody: Sendable {
    /// Its length, where it is known beforehand.
    public let length: Int?
    /// It has no end of its own, as server-sent events have none: when the server is drained the producer's task is
    /// cancelled, and what was written until then stands as a complete answer.
    public let isOpenEnded: Bool
    /// Bytes of memory that it takes until the last of it is written.
    public let held: Int
    public let produce: @Sendable (BodyWriter) async throws -> Void

    public init(
        length: Int? = nil, isOpenEnded: Bool = false, held: Int = 0,
        produce: @escaping @Sendable (BodyWriter) async throws -> Void
    ) {
        self.length = length
        self.isOpenEnded = isOpenEnded
        self.held = held
        self.produce = produce
    }
}

/// Takes the content of a streamed answer, piece by piece.
public struct BodyWriter: Sendable {
    private let sink: any BodySink

    public init(_ sink: any BodySink) { self.sink = sink }

    /// Sends the bytes. Returns when the next write may be made: at once while the client keeps up, else when what was
    /// written has left. Throws ``BodyWriterError``, or what a sink in between throws.
    public func write(_ bytes: [UInt8]) async throws {
        if bytes.isEmpty { return }
        try await sink.write(bytes)
    }

    public func write(_ text: String) async throws { try await write(Array(text.utf8)) }
}

/// The destination of streamed content: an engine's connection, or a coding in between.
public protocol BodySink: AnyObject, Sendable {
    func write(_ bytes: [UInt8]) async throws
}

public enum BodyWriterError: Error, Equatable {
    /// The client has gone, or took longer than the server waits; nothing more can be sent.
    case peerLeft
    /// More was written than the length announced.
    case tooLong
    /// The answer is over; the writer was kept too long.
    case ended
}

final class CollectingSink: BodySink {
    let bytes = Mutex<[UInt8]>([])

    func write(_ more: [UInt8]) async throws { bytes.withLock { $0.append(contentsOf: more) } }
}
