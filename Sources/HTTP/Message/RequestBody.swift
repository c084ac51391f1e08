/// What a client sends with its request. It can be read once: collected whole up to a limit, or chunk by chunk, in
/// which case the socket is read only as fast as the chunks are taken.
public struct RequestBody: Sendable {
    enum Storage: Sendable {
        case whole([UInt8])
        case source(any RequestBodySource)
    }

    let storage: Storage
    /// The limit of ``collect()``.
    let collectedLimit: Int
    /// The limit of what is read chunk by chunk.
    let streamedLimit: Int

    public static let empty = RequestBody([])

    /// A body that is in memory already.
    public init(_ bytes: [UInt8], collectedLimit: Int = .max, streamed: Int = .max) {
        storage = .whole(bytes)
        self.collectedLimit = collectedLimit
        streamedLimit = streamed
    }

    /// A body that arrives from elsewhere.
    public init(source: any RequestBodySource, collectedLimit: Int, streamed: Int = .max) {
        storage = .source(source)
        self.collectedLimit = collectedLimit
        streamedLimit = streamed
    }

    /// The length the client announced, where it did.
    public var announcedLength: Int? {
        switch storage {
        case .whole(let bytes): bytes.count
        case .source(let source): source.announcedLength
        }
    }

    /// The whole body, if it is no longer than the server's configured limit.
    public func collect() async throws(RequestBodyError) -> [UInt8] { try await collect(upTo: collectedLimit) }

    /// The whole body. A client that announced more than the limit is refused before it sends any of it.
    public func collect(upTo limit: Int) async throws(RequestBodyError) -> [UInt8] {
        switch storage {
        case .whole(let bytes):
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
            return bytes
        case .source(let source):
            if let length = source.announcedLength, length > limit { throw .tooLarge(limit: limit) }
            guard var whole = try await source.next() else { return [] }
            guard whole.count <= limit else { throw .tooLarge(limit: limit) }
            try source.keep(whole.count)
            while let chunk = try await source.next() {
                guard whole.count + chunk.count <= limit else { throw .tooLarge(limit: limit) }
                try source.keep(chunk.count)
                whole.append(contentsOf: chunk)
            }
            return whole
        }
    }
}

extension RequestBody: AsyncSequence {
    public typealias Element = [UInt8]
    public typealias Failure = RequestBodyError

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let storage: Storage
        private var taken = false

        init(storage: Storage) { self.storage = storage }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(RequestBodyError) -> [UInt8]? {
            switch storage {
            case .whole(let bytes):
                if taken || bytes.isEmpty { return nil }
                taken = true
                return bytes
            case .source(let source):
                return try await source.next()
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(storage: storage) }
}

/// The source of a request body's chunks: the engine's side of ``RequestBody``.
public protocol RequestBodySource: AnyObject, Sendable {
    var announcedLength: Int? { get }
    /// The next chunk, never empty; nil at the end.
    func next() async throws(RequestBodyError) -> [UInt8]?
    /// Counts what its reader keeps of it until the answer. Throws where that is more than there is room for.
    func keep(_ bytes: Int) throws(RequestBodyError)
}

extension RequestBodySource {
    public func keep(_ bytes: Int) throws(RequestBodyError) {}
}

/// Why a request body could not be had.
public enum RequestBodyError: Error, Equatable {
    /// The body is, or was announced to be, longer than allowed.
    case tooLarge(limit: Int)
    /// Clients that are slow to send theirs take all the room there is for bodies.
    case noRoom
    /// The body came more slowly than the server waits.
    case tooSlow
    /// Its chunked coding is broken.
    case malformed
    /// The client went away before its end.
    case peerLeft
    /// The answer has been sent, or another reader is waiting for it.
    case unavailable
    /// The task that reads it was cancelled.
    case cancelled
}
