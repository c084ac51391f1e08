/// Takes request bodies in gzip and zstd. A handler reads the decoded content; the limits of a body hold for both
/// forms, so that a few bytes cannot become a gigabyte. 415 for other codings.
public func compressedRequests() -> Filter {
    Filter(arrive: { request in
        guard let coding = request.fields["content-encoding"] else { return nil }
        let name = coding.trimmingBlanks.lowercased()
        if name.isEmpty || name == "identity" { return nil }
        guard let coding = name == "x-gzip" ? .gzip : ContentCoding(rawValue: name) else {
            let known = ContentCoding.allCases.map(\.rawValue).joined(separator: ", ")
            return Problem(.unsupportedCoding, fields: ["accept-encoding": known]).response(to: request.id)
        }
        request.body = RequestBody(
            source: InflatedBody(request.body, coding.decoder), collectedLimit: request.body.collectedLimit,
            streamed: request.body.streamedLimit)
        return nil
    })
}

/// A body as it was before it was coded.
///
/// `@unchecked Sendable` is safe because the one task that reads the body calls it, in order.
private final class InflatedBody: RequestBodySource, @unchecked Sendable {
    /// Unknown: the length that was announced is that of the coded bytes.
    let announcedLength: Int? = nil
    private let limit: Int
    private var coded: RequestBody.AsyncIterator
    private let source: (any RequestBodySource)?
    private let decoder: (any ContentDecoder)?
    private var handedOut = 0

    private static let slice = 65_536

    init(_ body: RequestBody, _ decoder: (any ContentDecoder)?) {
        self.decoder = decoder
        limit = body.streamedLimit
        coded = body.makeAsyncIterator()
        source = if case .source(let source) = body.storage { source } else { nil }
    }

    func keep(_ bytes: Int) throws(RequestBodyError) { try source?.keep(bytes) }

    func next() async throws(RequestBodyError) -> [UInt8]? {
        guard let decoder else { throw .unavailable }
        while true {
            if decoder.needsInput {
                guard let more = try await coded.next(isolation: nil) else {
                    // An empty body is no frame, and half a frame is none either.
                    guard decoder.isComplete else { throw .malformed }
                    return nil
                }
                decoder.feed(more)
            }
            guard let bytes = decoder.next(room: Self.slice) else { throw .malformed }
            handedOut += bytes.count
            guard handedOut <= limit else { throw .tooLarge(limit: limit) }
            if !bytes.isEmpty { return bytes }
        }
    }
}
