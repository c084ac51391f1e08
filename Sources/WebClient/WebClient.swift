import CCurl
import Synchronization

/// Our requests to other servers, made with libcurl, which supports proxies and the system's certificates. One thread
/// carries all of a client's requests, and begins with the first.
///
/// There are no cookies, and no redirect is followed: a token is for one server, so an answer that points elsewhere is
/// an answer, not an order.
public final class WebClient: Sendable {
    private let settings: Settings
    private let carrier = Mutex<WebCarrier?>(nil)

    struct Settings: Sendable {
        var patience: Int
        var connectionsPerHost: Int
        var inOurWords: @Sendable (WebTrouble) -> any Error
    }

    /// - Parameters:
    ///   - patience: seconds without a byte after which a request is given up.
    ///   - inOurWords: what is thrown for a trouble.
    public init(
        patience: Int = 40, connectionsPerHost: Int = 4,
        inOurWords: @escaping @Sendable (WebTrouble) -> any Error = { $0 }
    ) {
        settings = Settings(patience: patience, connectionsPerHost: connectionsPerHost, inOurWords: inOurWords)
    }

    deinit { carrier.withLock { $0 }?.end() }

    /// The answer's head, and its content as it comes. Who stops reading it ends the request.
    public func send(_ request: WebRequest) async throws -> (head: WebHead, content: WebContent) {
        let carrier = try theCarrier()
        let (content, parts) = WebContent.makeStream()
        let exchange = try WebExchange(request, settings, parts)
        parts.onTermination = { _ in carrier.withdraw(exchange) }
        let head = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { head in
                exchange.expect(head)
                carrier.carry(exchange)
            }
        } onCancel: {
            carrier.withdraw(exchange)
        }
        return (head, content)
    }

    private func theCarrier() throws -> WebCarrier {
        try carrier.withLock { carrier in
            if let carrier { return carrier }
            do {
                let new = try WebCarrier(settings)
                carrier = new
                return new
            } catch let trouble as WebTrouble {
                throw settings.inOurWords(trouble)
            }
        }
    }
}

public typealias WebContent = AsyncThrowingStream<[UInt8], any Error>

public struct WebRequest: Sendable {
    public var method: String
    public var address: String
    public var fields: [(name: String, value: String)]
    public var body: [UInt8]?

    public init(_ method: String, _ address: String, fields: [(name: String, value: String)] = [], body: [UInt8]? = nil)
    {
        self.method = method
        self.address = address
        self.fields = fields
        self.body = body
    }
}

public struct WebHead: Sendable {
    public let status: Int
    /// Names in small letters; the values of one that came more than once are joined.
    public let fields: [String: String]
}

/// There was no answer, or it was incomplete.
public struct WebTrouble: Error, Hashable, Sendable {
    /// A sentence of libcurl's, or one about it.
    public let reason: String

    static let notInstalled = WebTrouble(reason: "libcurl is not installed (in Debian it is the package libcurl4)")
    static let noMemory = WebTrouble(reason: "there is not enough memory for a request")
}
