import CCurl

extension WebExchange {
    func prepare(_ request: WebRequest, _ settings: WebSettings) {
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // What little is read of a bounded answer needs no compression.
        if settings.largestAnswer == nil { set(CURLOPT_ACCEPT_ENCODING, "") }
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // A request waits for a connection that is being made, in case that it can be shared.
        if settings.requestsAtOnce != nil { set(CURLOPT_PIPEWAIT, 1) }
        say(request)
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            WebExchange.of(context)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            WebExchange.of(context)?.takeContent(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
    }

    private func say(_ request: WebRequest) {
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

    /// One line of the head, with its end. Returns how many bytes were taken; fewer than there are end the request.
    private func takeLine(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard takeRoom(for: bytes.count) else { return 0 }
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
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        return String(rest)
    }
}
