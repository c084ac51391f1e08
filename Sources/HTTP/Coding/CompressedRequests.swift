/// Takes request bodies in gzip. What a handler reads is what was coded; the limits of a body hold for both, so that a few
/// bytes cannot become a gigabyte. 415 for other codings.
public func compressedRequests() -> Filter {
    Filter(arrive: { request in
        guard let coding = request.fields["content-encoding"] else { return nil }
        switch coding.trimmingBlanks.lowercased() {
        case "", "identity": return nil
        case "gzip", "x-gzip":
            request.body = RequestBody(
                source: InflatedBody(request.body), collectedLimit: request.body.collectedLimit)
            return nil
        default:
            return Problem(.unsupportedCoding, fields: ["accept-encoding": "gzip"]).response(to: request.id)
        }
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
    private let gunzip = Gunzip()
    private var handedOut = 0

    private static let slice = 65_536

    init(_ body: RequestBody) {
        limit = body.collectedLimit
        coded = body.makeAsyncIterator()
    }

    func next() async throws(RequestBodyError) -> [UInt8]? {
        guard let gunzip else { throw .unavailable }
        while true {
            if gunzip.needsInput {
                guard let more = try await coded.next(isolation: nil) else {
                    // An empty body is no frame, and half a frame is none either.
                    guard gunzip.isComplete else { throw .malformed }
                    return nil
                }
                gunzip.feed(more)
            }
            guard let bytes = gunzip.next(room: Self.slice) else { throw .malformed }
            handedOut += bytes.count
            guard handedOut <= limit else { throw .tooLarge(limit: limit) }
            if !bytes.isEmpty { return bytes }
        }
    }
}
