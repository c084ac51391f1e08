import Addresses
import CCurl
import Glibc
import Synchronization

/// One request on its way, and the task that waits for its answer.
///
/// `@unchecked Sendable` is safe because everything but the waiter and the flag is touched by the carrier's thread
/// only, from the moment it has it.
final class WebExchange: @unchecked Sendable {
    private let waiter = Mutex<CheckedContinuation<WebHead, any Error>?>(nil)
    private let content: WebContent.Continuation
    private let inOurWords: @Sendable (WebTrouble) -> any Error
    let easy: UnsafeMutableRawPointer
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var status = 0
    private var fields: [String: String] = [:]
    private let givenUp = Atomic(false)
    /// Scheme, name and port.
    let host: String
    private let isSecure: Bool
    private let reach: WebReach
    private var hasTriedAllowed = false
    private var wasForbidden = false
    private var room: Int
    private var isTooLong = false

    init(
        _ request: WebRequest, _ settings: WebSettings, _ content: WebContent.Continuation,
        _ inOurWords: @escaping @Sendable (WebTrouble) -> any Error
    ) throws {
        guard request.isOneLine else { throw inOurWords(.malformed) }
        guard let easy = ccurl_easy() else { throw inOurWords(.noMemory) }
        self.easy = easy
        self.inOurWords = inOurWords
        self.content = content
        reach = settings.reach
        room = settings.largestAnswer ?? .max
        host = Self.host(of: request.address)
        isSecure = host.hasPrefix("https://")
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        if settings.largestAnswer == nil { set(CURLOPT_ACCEPT_ENCODING, "") }
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_CONNECTTIMEOUT, settings.patience)
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, settings.patience)
        if let time = settings.time { set(CURLOPT_TIMEOUT, time) }
        // A request waits for a connection that is being made, in case that it can be shared.
        if settings.requestsAtOnce != nil { set(CURLOPT_PIPEWAIT, 1) }
        if let trust = settings.trust { set(CURLOPT_CAINFO, trust) }
        set(CURLOPT_URL, request.address)
        prepare(request)
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(easy, CURLOPT_PRIVATE, context)
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            WebExchange.of(context)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            WebExchange.of(context)?.takeContent(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        if case .public = reach { guardConnections(context) }
    }

    deinit {
        ccurl_easy_end(easy)
        ccurl_list_end(lines)
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> WebExchange? {
        context.map { Unmanaged<WebExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private func prepare(_ request: WebRequest) {
        if let body = request.body {
            set(CURLOPT_POST, 1)
            ccurl_set_number(easy, CURLOPT_POSTFIELDSIZE, body.count)
            // It is copied; of an empty one, nothing.
            (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
                _ = ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
            }
        } else if request.method == "HEAD" {
            set(CURLOPT_NOBODY, 1)
        }
        set(CURLOPT_CUSTOMREQUEST, request.method)
        for (name, value) in request.fields {
            // A field without a value is written with a semicolon; with a colon it would take one of libcurl's own
            // away.
            lines = ccurl_list_add(lines, value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        // Nobody is asked first whether a long body is welcome; and a body is of the type that the request names, or of
        // none.
        lines = ccurl_list_add(lines, "expect:")
        if !request.fields.contains(where: { $0.name == "content-type" }) {
            lines = ccurl_list_add(lines, "content-type:")
        }
        ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, lines)
    }

    // MARK: Where it goes

    /// As far as requests to one server have it in common. Only for taking turns and for telling whether it is HTTPS:
    /// libcurl reads addresses by its own rules.
    private static func host(of address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address.lowercased() }
        let authority = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return "\(address[..<scheme.lowerBound])://\(host)".lowercased()
    }

    private func guardConnections(_ context: UnsafeMutableRawPointer) {
        set(CURLOPT_PROXY, "")
        ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        ccurl_set_opener(easy) { context, _, address in
            guard let exchange = WebExchange.of(context), let address, exchange.mayConnect(address) else { return -1 }
            let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
            return socket(address.pointee.family, kind, address.pointee.protocol)
        }
    }

    private func mayConnect(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        var storage = sockaddr_storage()
        let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
        let count = min(Int(address.pointee.addrlen), MemoryLayout<sockaddr_storage>.size)
        memcpy(&storage, UnsafeRawPointer(address) + place, count)
        let isAllowed = SocketAddress(storage).map { reach.allows($0.address, isSecure: isSecure) } ?? false
        if isAllowed { hasTriedAllowed = true } else { wasForbidden = true }
        return isAllowed
    }

    private func set(_ option: CURLoption, _ number: Int) { ccurl_set_number(easy, option, number) }
    private func set(_ option: CURLoption, _ text: String) { ccurl_set_text(easy, option, text) }

    /// No task waits for it any more.
    var isGivenUp: Bool { givenUp.load(ordering: .acquiring) }
    func giveUp() { givenUp.store(true, ordering: .releasing) }

    // MARK: The answer

    func expect(_ head: CheckedContinuation<WebHead, any Error>) { waiter.withLock { $0 = head } }

    /// One line of the head, with its end. Returns how many bytes were taken; fewer than there are end the request.
    private func takeLine(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard hasRoom(for: bytes.count) else { return 0 }
        defer { room -= bytes.count }
        let line = String(decoding: bytes, as: UTF8.self).trimmed
        if line.isEmpty {
            // What is below 200 is followed by the answer proper.
            if status >= 200 { answer(.success(WebHead(status: status, fields: fields))) }
        } else if line.hasPrefix("HTTP/") {
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            fields = [:]
        } else if let colon = line.firstIndex(of: ":") {
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmed
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        return bytes.count
    }

    private func takeContent(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard hasRoom(for: bytes.count) else { return 0 }
        room -= bytes.count
        content.yield([UInt8](bytes))
        return bytes.count
    }

    private func hasRoom(for count: Int) -> Bool {
        isTooLong = isTooLong || count > room
        return !isTooLong
    }

    private func answer(_ head: Result<WebHead, WebTrouble>) {
        let waiter = waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }
        waiter?.resume(with: head.mapError(inOurWords))
    }

    func end(_ outcome: CURLcode) {
        guard outcome != CURLE_OK else {
            answer(.failure(.noAnswer))
            return content.finish()
        }
        if isTooLong { return end(.tooLong) }
        end(wasForbidden && !hasTriedAllowed ? .forbidden : WebTrouble(outcome))
    }

    func end(_ trouble: WebTrouble) {
        answer(.failure(trouble))
        content.finish(throwing: inOurWords(trouble))
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        return String(rest)
    }
}
