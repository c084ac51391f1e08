import Addresses
import HTTPParser
import Reactor

/// One request. A small value over the bytes of the head as they came; strings are made only when asked for.
public struct Request: Sendable {
    let received: ReceivedHead

    /// Names this request in logs and answers.
    public var id: RequestID
    /// The other end of the connection.
    public let peer: SocketAddress
    /// The presumed client: the peer, unless a trusted proxy in between says otherwise.
    public var client: SocketAddress
    /// Whether the request came over TLS to this server or, as a trusted proxy says, to the proxy.
    public var isSecure: Bool
    public var body: RequestBody
    /// The memory held for slow clients of the server that this request came to.
    public internal(set) var held: HeldMemory?
    /// When its head was complete.
    public let arrivedAt: LoopTime
    /// What the router found in the path.
    public var parameters = PathParameters()

    init(
        received: ReceivedHead, id: RequestID, peer: SocketAddress, isSecure: Bool, body: RequestBody,
        at arrival: LoopTime
    ) {
        self.received = received
        self.id = id
        self.peer = peer
        client = peer
        self.isSecure = isSecure
        self.body = body
        arrivedAt = arrival
    }

    /// A request that never was on a wire.
    public init(
        _ method: String, _ target: String, fields: KeyValuePairs<String, String> = [:], body: RequestBody = .empty,
        peer: SocketAddress = SocketAddress(address: .loopback, port: 0)
    ) {
        self.init(
            received: ReceivedHead(method: method, target: target, fields: fields), id: .random(), peer: peer,
            isSecure: false, body: body, at: .current())
    }

    public var method: Method { received.head.method }
    public var methodText: String { received.text(received.head.methodRange) }

    /// The path as it came, percent-escapes and all (they are known to be well-formed UTF-8 without NUL). Begins with a
    /// slash, but for the `*` of OPTIONS.
    public var path: String {
        let path = received.head.path
        return path.isEmpty ? emptyPath : received.text(path)
    }

    /// The query as it came, without its question mark.
    public var query: String? { received.head.query.map { received.text($0) } }

    public var fields: RequestFields { RequestFields(received: received) }

    /// Hands out the path as bytes, without making a string of it.
    public func withPath<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let path = received.head.path
        if path.isEmpty { return try body(Array(emptyPath.utf8).span) }
        let bytes = received.bytes
        return try body(bytes.span.extracting(path.range))
    }

    /// Hands out the query as bytes; not called where there is none.
    public func withQuery<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let query = received.head.query else { return nil }
        let bytes = received.bytes
        return try body(bytes.span.extracting(query.range))
    }

    /// The path of a target that has none.
    private var emptyPath: String { received.head.form == .asterisk ? "*" : "/" }
}
