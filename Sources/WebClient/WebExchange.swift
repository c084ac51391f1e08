import CCurl
import Synchronization

/// One request on its way, and the task that waits for its answer.
///
/// `@unchecked Sendable` is safe because everything but the waiter and the flag is touched by the carrier's thread
/// only, from the moment it has it.
final class WebExchange: @unchecked Sendable {
    let easy: UnsafeMutableRawPointer
    /// Scheme, name and port.
    let host: String
    private let waiter = Mutex<CheckedContinuation<WebHead, any Error>?>(nil)
    private let content: WebContent.Continuation
    private let inOurWords: @Sendable (WebTrouble) -> any Error
    private let givenUp = Atomic(false)

    // What one of the aspects of it holds.
    var lines: UnsafeMutablePointer<curl_slist>?
    var status = 0
    var fields: [String: String] = [:]
    var room: Int
    var door: WebDoor
    var mail: MailProgress?

    init(
        to address: String, _ settings: WebSettings, _ content: WebContent.Continuation,
        _ inOurWords: @escaping @Sendable (WebTrouble) -> any Error
    ) throws {
        guard let easy = ccurl_easy() else { throw inOurWords(.noMemory) }
        self.easy = easy
        self.inOurWords = inOurWords
        self.content = content
        host = Self.host(of: address)
        room = settings.largestAnswer ?? .max
        door = WebDoor(reach: settings.reach, isSecure: host.hasPrefix("https://"))
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_CONNECTTIMEOUT, settings.patience)
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, settings.patience)
        if let time = settings.time { set(CURLOPT_TIMEOUT, time) }
        if let trust = settings.trust { set(CURLOPT_CAINFO, trust) }
        set(CURLOPT_URL, address)
        ccurl_set_pointer(easy, CURLOPT_PRIVATE, context)
        if case .public = settings.reach { keepTheDoor() }
    }

    deinit {
        ccurl_easy_end(easy)
        ccurl_list_end(lines)
    }

    /// As libcurl hands it back to its callbacks. Nothing is kept alive by it: the carrier holds whom it carries.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ context: UnsafeMutableRawPointer?) -> WebExchange? {
        context.map { Unmanaged<WebExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// As far as requests to one server have it in common. Only for taking turns and for telling whether it is HTTPS:
    /// libcurl reads addresses by its own rules.
    private static func host(of address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address.lowercased() }
        let authority = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return "\(address[..<scheme.lowerBound])://\(host)".lowercased()
    }

    func set(_ option: CURLoption, _ number: Int) { ccurl_set_number(easy, option, number) }
    func set(_ option: CURLoption, _ text: String) { ccurl_set_text(easy, option, text) }

    /// No task waits for it any more.
    var isGivenUp: Bool { givenUp.load(ordering: .acquiring) }
    func giveUp() { givenUp.store(true, ordering: .releasing) }

    // MARK: The answer

    func expect(_ head: CheckedContinuation<WebHead, any Error>) { waiter.withLock { $0 = head } }

    /// Returns how many bytes were taken; fewer than there are end the request.
    func takeContent(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard takeRoom(for: bytes.count) else { return 0 }
        content.yield([UInt8](bytes))
        return bytes.count
    }

    /// False from when an answer is longer than what is read of one.
    func takeRoom(for count: Int) -> Bool {
        room = count > room ? -1 : room - count
        return room >= 0
    }

    func answer(_ head: Result<WebHead, WebTrouble>) {
        let waiter = waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }
        waiter?.resume(with: head.mapError(inOurWords))
    }

    func end(_ outcome: CURLcode) {
        if let last = mail?.end(outcome) { answer(.success(WebHead(status: last.code, fields: [:], mail: last))) }
        guard outcome != CURLE_OK else {
            answer(.failure(.noAnswer))
            return content.finish()
        }
        if room < 0 { return end(.tooLong) }
        // What was connected to, and then spoke no HTTP.
        if outcome == CURLE_UNSUPPORTED_PROTOCOL, ["http:", "https:"].contains(where: host.hasPrefix) {
            return end(.noAnswer)
        }
        end(door.keptOut ? .forbidden : WebTrouble(outcome))
    }

    func end(_ trouble: WebTrouble) {
        answer(.failure(trouble))
        content.finish(throwing: inOurWords(trouble))
    }
}
