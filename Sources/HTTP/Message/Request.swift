/// One request. A small value over the bytes of the head as they came; strings are made only when asked for.
public struct Request: Sendable {
    let head: RequestHead

    /// Names this request in logs and answers.
    public var id: RequestID
    /// The other end of the connection.
    public let peer: SocketAddress
    /// Who is believed to ask: the peer, unless a trusted proxy in between says otherwise.
    public var client: SocketAddress
    /// Whether it came over TLS to this server, or by a trusted proxy's word to the proxy.
    public var isSecure: Bool
    public var body: RequestBody
    /// What the router found in the path.
    public var parameters = PathParameters()

    init(head: RequestHead, id: RequestID, peer: SocketAddress, isSecure: Bool, body: RequestBody) {
        self.head = head
        self.id = id
        self.peer = peer
        client = peer
        self.isSecure = isSecure
        self.body = body
    }

    /// A request that never was on a wire.
    public init(
        _ method: String, _ target: String, fields: KeyValuePairs<String, String> = [:], body: RequestBody = .empty,
        peer: SocketAddress = SocketAddress(address: .loopback, port: 0)
    ) {
        self.init(
            head: RequestHead(method: method, target: target, fields: fields), id: .random(), peer: peer,
            isSecure: false, body: body)
    }

    public var method: Method { head.method }
    public var methodText: String { head.text(head.methodRange) }

    /// The path as it came, percent-escapes and all; begins with a slash (or is `*`, of OPTIONS).
    public var path: String { head.text(head.path) }

    /// The query as it came, without its question mark.
    public var query: String? { head.query.map { head.text($0) } }

    public var fields: RequestFields { RequestFields(head: head) }

    /// Hands out the path as bytes, without making a string of it.
    public func withPath<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = head.bytes
        return try body(bytes.span.extracting(head.path))
    }

    /// Hands out the query as bytes; not called where there is none.
    public func withQuery<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let query = head.query else { return nil }
        let bytes = head.bytes
        return try body(bytes.span.extracting(query))
    }
}
