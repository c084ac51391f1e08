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
    private var turns: TurnTaking<WebExchange>
    private let settings: WebSettings
    private var nextExpiry = LoopTime.current()

    init(_ settings: WebSettings) throws {
        guard ccurl_load() else { throw WebTrouble.notInstalled }
        guard let multi = ccurl_multi(settings.connectionsPerHost, settings.requestsAtOnce ?? 0) else {
            throw WebTrouble.noMemory
        }
        self.multi = multi
        self.settings = settings
        // Where nobody says how many may go at once, all go, and those that find no connection wait in libcurl.
        turns = TurnTaking(
            most: settings.requestsAtOnce ?? .max,
            mostPerHost: settings.requestsAtOnce == nil ? .max : settings.connectionsPerHost)
        let (thread, status) = QuietThread.start { self.run() }
        guard status == 0 else {
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
            takeTurns()
            ccurl_multi_perform(multi)
            var outcome = CURLE_OK
            var hasEnded = false
            while let easy = ccurl_multi_ended(multi, &outcome) {
                hasEnded = true
                guard let exchange = WebExchange.of(ccurl_context(easy)) else { continue }
                if ccurl_is_http2(easy) { turns.widen(exchange.host, to: settings.streamsPerHost) }
                release(exchange)?.end(outcome)
            }
            if hasEnded, turns.waiting > 0 { continue }
            ccurl_multi_wait(multi, turns.waiting > 0 ? 1_000 : 60_000)
        }
        for exchange in turns.removeAll() { exchange.end(.gone) }
        for exchange in carried.values { release(exchange)?.end(.gone) }
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
        if !news.arrived.isEmpty {
            let now = LoopTime.current()
            for exchange in news.arrived { turns.arrive(exchange, at: exchange.host, now: now) }
        }
        // One that still waits for its turn is passed over when it comes.
        for exchange in news.withdrawn { (release(exchange) ?? exchange).end(.gone) }
        return !news.isEnding
    }

    private func takeTurns() {
        while let exchange = turns.next() {
            // Whoever waited may have left before it came here.
            guard !exchange.isGivenUp else {
                turns.end(at: exchange.host)
                exchange.end(.gone)
                continue
            }
            carried[ObjectIdentifier(exchange)] = exchange
            if ccurl_multi_add(multi, exchange.easy) != CURLM_OK { release(exchange)?.end(.noMemory) }
        }
        guard turns.waiting > 0, let time = settings.time else { return }
        let now = LoopTime.current()
        guard now >= nextExpiry else { return }
        nextExpiry = now + .seconds(1)
        for exchange in turns.expire(before: now + .seconds(-time)) { exchange.end(.crowded) }
    }

    @discardableResult
    private func release(_ exchange: WebExchange) -> WebExchange? {
        guard let exchange = carried.removeValue(forKey: ObjectIdentifier(exchange)) else { return nil }
        turns.end(at: exchange.host)
        ccurl_multi_remove(multi, exchange.easy)
        return exchange
    }
}
