import Synchronization

/// Our requests to other servers, made with libcurl, which supports proxies and the system's certificates. One thread
/// carries all of a client's requests, and begins with the first.
///
/// There are no cookies, and no redirect is followed: a token is for one server, so an answer that points elsewhere is
/// an answer, not an order.
public final class WebClient: Sendable {
    private let settings: WebSettings
    private let carrier = Mutex<WebCarrier?>(nil)

    /// - Parameters:
    ///   - patience: seconds without a byte after which a request is given up.
    ///   - inOurWords: what is thrown for a trouble.
    public convenience init(
        patience: Int = 40, connectionsPerHost: Int = 4,
        inOurWords: @escaping @Sendable (WebTrouble) -> any Error = { $0 }
    ) {
        self.init(
            WebSettings(patience: patience, connectionsPerHost: connectionsPerHost), inOurWords: inOurWords)
    }

    public init(_ settings: WebSettings, inOurWords: @escaping @Sendable (WebTrouble) -> any Error = { $0 }) {
        self.settings = settings
        self.inOurWords = inOurWords
    }

    private let inOurWords: @Sendable (WebTrouble) -> any Error

    deinit { carrier.withLock { $0 }?.end() }

    /// The answer's head, and its content as it comes. Who stops reading it ends the request.
    public func send(_ request: WebRequest) async throws -> (head: WebHead, content: WebContent) {
        guard request.isOneLine, settings.reach.names(request.address) else { throw inOurWords(.malformed) }
        return try await carry(to: request.address) { $0.prepare(request, settings) }
    }

    /// The whole answer, as far as it came. Once there is a head there is an answer: what it says is done, is done,
    /// even where the rest was lost or went on for too long.
    public func ask(_ request: WebRequest) async throws -> WebAnswer {
        let (head, content) = try await send(request)
        var answer = WebAnswer(status: head.status, fields: head.fields)
        do { for try await part in content { answer.body += part } } catch { answer.isWhole = false }
        return answer
    }

    /// What the mail server said last. Throws where it said nothing that would be a reason.
    public func ask(_ mail: WebMail) async throws -> MailAnswer {
        guard mail.isOneLine else { throw inOurWords(.malformed) }
        let (head, _) = try await carry(to: mail.server) { $0.prepare(mail) }
        guard let answer = head.mail else { throw inOurWords(.noAnswer) }
        return answer
    }

    private func carry(
        to address: String, _ prepare: (WebExchange) -> Void
    ) async throws -> (head: WebHead, content: WebContent) {
        let carrier = try theCarrier()
        let (content, parts) = WebContent.makeStream()
        let exchange = try WebExchange(to: address, settings, parts, inOurWords)
        prepare(exchange)
        parts.onTermination = { if case .cancelled = $0 { carrier.withdraw(exchange) } }
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
                throw inOurWords(trouble)
            }
        }
    }
}
