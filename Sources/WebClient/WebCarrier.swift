import CCurl
import Glibc
import Reactor
import Synchronization

/// The thread that carries requests. It ends with ``end()``.
///
/// `@unchecked Sendable` is safe because `multi` is touched by its own thread only, but for waking it, which libcurl
/// allows from anywhere while the thread runs, and `isOver` says under the lock that it does not any more.
final class WebCarrier: @unchecked Sendable {
    private struct Mail {
        var arrived: [WebExchange] = []
        var withdrawn: [WebExchange] = []
        var isEnding = false
        var isOver = false
    }

    private let mail = Mutex(Mail())
    private let multi: UnsafeMutableRawPointer
    private var carried: [ObjectIdentifier: WebExchange] = [:]

    init(_ settings: WebClient.Settings) throws {
        guard ccurl_load() else { throw WebTrouble.notInstalled }
        guard let multi = ccurl_multi(settings.connectionsPerHost) else { throw WebTrouble.noMemory }
        self.multi = multi
        let own = Unmanaged.passRetained(self)
        let (thread, status) = QuietThread.start(own.toOpaque()) { context in
            if let context { Unmanaged<WebCarrier>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }
        guard status == 0 else {
            own.release()
            ccurl_multi_end(multi)
            throw WebTrouble.noMemory
        }
        QuietThread.name(thread, "web")
        pthread_detach(thread)
    }

    func carry(_ exchange: WebExchange) { tell { $0.arrived.append(exchange) } }
    func withdraw(_ exchange: WebExchange) {
        exchange.giveUp()
        tell { $0.withdrawn.append(exchange) }
    }
    func end() { tell { $0.isEnding = true } }

    private func tell(_ change: (inout Mail) -> Void) {
        mail.withLock { mail in
            guard !mail.isOver else { return }
            change(&mail)
            ccurl_multi_wake(multi)
        }
    }

    private func run() {
        while takeMail() {
            ccurl_multi_perform(multi)
            var outcome = CURLE_OK
            while let easy = ccurl_multi_ended(multi, &outcome) {
                if let exchange = WebExchange.of(ccurl_context(easy)) { release(exchange)?.end(outcome) }
            }
            ccurl_multi_wait(multi, 60_000)
        }
        for exchange in carried.values { release(exchange)?.end(Self.gone) }
        ccurl_multi_end(multi)
    }

    /// False where there is nothing to carry any more.
    private func takeMail() -> Bool {
        let news = mail.withLock { mail in
            defer {
                mail.arrived = []
                mail.withdrawn = []
                mail.isOver = mail.isEnding
            }
            return mail
        }
        for exchange in news.arrived {
            // Whoever waited may have left before it came here.
            guard !exchange.isGivenUp else {
                exchange.end(Self.gone)
                continue
            }
            carried[ObjectIdentifier(exchange)] = exchange
            if ccurl_multi_add(multi, exchange.easy) != CURLM_OK { release(exchange)?.end(.noMemory) }
        }
        for exchange in news.withdrawn { release(exchange)?.end(Self.gone) }
        return !news.isEnding
    }

    @discardableResult
    private func release(_ exchange: WebExchange) -> WebExchange? {
        guard let exchange = carried.removeValue(forKey: ObjectIdentifier(exchange)) else { return nil }
        ccurl_multi_remove(multi, exchange.easy)
        return exchange
    }

    private static let gone = WebTrouble(reason: "the request was given up")
}
