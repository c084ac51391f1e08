/// One answer. The engine adds what frames it and the date.
public struct Response: Sendable {
    public enum Body: Sendable {
        case empty
        case bytes([UInt8])
        case stream(StreamedBody)
    }

    public var status: Status
    public var fields: ResponseFields
    public var body: Body
    /// Whose memory it takes while it waits to be taken.
    public var holder: Holder?
    /// The client asked to wait until something happens, so the time until this answer says nothing about the server.
    public var isHeldBack = false
    /// Ends the connection after this answer.
    public var closesConnection = false

    public init(_ status: Status = .ok, fields: ResponseFields = ResponseFields(), body: Body = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    public init(_ status: Status = .ok, type: ContentType, _ bytes: [UInt8]) {
        self.init(status, fields: type.fields, body: .bytes(bytes))
    }

    public static func text(_ text: String, status: Status = .ok) -> Response {
        Response(status, type: .text, Array(text.utf8))
    }

    public static func json(_ bytes: [UInt8], status: Status = .ok) -> Response {
        Response(status, type: .json, bytes)
    }

    /// An answer whose content is produced while it is being sent. The producer runs in the request's task: each write
    /// suspends while the client is slower, and the task is cancelled when the client leaves. A producer that throws
    /// cuts the connection, so the client sees that the content is not whole.
    ///
    /// With a length the answer says so and the producer must write exactly that much; without one it is sent chunked.
    /// What has no end of its own (``StreamedBody/isOpenEnded``) ends when the server is drained.
    public static func stream(
        _ status: Status = .ok, fields: ResponseFields = ResponseFields(), length: Int? = nil,
        isOpenEnded: Bool = false, _ produce: @escaping @Sendable (BodyWriter) async throws -> Void
    ) -> Response {
        Response(
            status, fields: fields,
            body: .stream(StreamedBody(length: length, isOpenEnded: isOpenEnded, produce: produce)))
    }

    /// The time until it begins, or ends, is not the server's: a long poll, or a stream that goes on.
    public var isAwaited: Bool {
        if case .stream(let stream) = body, stream.isOpenEnded { return true }
        return isHeldBack
    }

    /// The whole content, for tests and for middleware that needs all of it.
    public func collectBody() async throws -> [UInt8] {
        switch body {
        case .empty: return []
        case .bytes(let bytes): return bytes
        case .stream(let stream):
            let sink = CollectingSink()
            try await stream.produce(BodyWriter(sink))
            return sink.bytes.withLock { $0 }
        }
    }
}

/// Common content types with their field line made once.
public struct ContentType: Sendable {
    let fields: ResponseFields

    public init(_ value: String) { fields = ["content-type": value] }

    public static let text = ContentType("text/plain; charset=utf-8")
    public static let html = ContentType("text/html; charset=utf-8")
    public static let json = ContentType("application/json")
    public static let problem = ContentType("application/problem+json")
    public static let bytes = ContentType("application/octet-stream")
}

extension ResponseFields: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral pairs: (String, String)...) {
        self.init()
        for (name, value) in pairs { add(name, value) }
    }
}
