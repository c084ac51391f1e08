import CCurl
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

    init(_ request: WebRequest, _ settings: WebClient.Settings, _ content: WebContent.Continuation) throws {
        guard let easy = ccurl_easy() else { throw settings.inOurWords(.noMemory) }
        self.easy = easy
        inOurWords = settings.inOurWords
        self.content = content
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_ACCEPT_ENCODING, "")
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_CONNECTTIMEOUT, settings.patience)
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, settings.patience)
        set(CURLOPT_URL, request.address)
        prepare(request)
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(easy, CURLOPT_PRIVATE, context)
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            WebExchange.of(context)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            WebExchange.of(context)?.content.yield([UInt8](UnsafeRawBufferPointer(start: bytes, count: size * count)))
            return size * count
        }
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

    private func set(_ option: CURLoption, _ number: Int) { ccurl_set_number(easy, option, number) }
    private func set(_ option: CURLoption, _ text: String) { ccurl_set_text(easy, option, text) }

    /// No task waits for it any more.
    var isGivenUp: Bool { givenUp.load(ordering: .acquiring) }
    func giveUp() { givenUp.store(true, ordering: .releasing) }

    // MARK: The answer

    func expect(_ head: CheckedContinuation<WebHead, any Error>) { waiter.withLock { $0 = head } }

    /// One line of the head, with its end.
    private func takeLine(_ bytes: UnsafeRawBufferPointer) {
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
            answer(.failure(WebTrouble(reason: "the connection ended without an answer")))
            return content.finish()
        }
        end(WebTrouble(reason: String(cString: ccurl_message(outcome))))
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
