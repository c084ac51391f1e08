import CZlib
import CZstd
import Testing

@testable import HTTP

@Suite struct CompressedAnswerTests {
    private let long = Array(String(repeating: #"{"title":"bread","done":false},"#, count: 20_000).utf8)

    private func answer(_ response: Response, accepting: String? = "gzip, br") async throws -> Response {
        let fields: KeyValuePairs<String, String> = ["accept-encoding": accepting ?? ""]
        return try await compressedAnswers()(Request("GET", "/", fields: accepting == nil ? [:] : fields)) { _ in
            response
        }
    }

    @Test func longTextIsSentAsGzip() async throws {
        var response = Response.json(long)
        response.fields.add("etag", #""v1""#)
        let coded = try await answer(response)
        #expect(coded.fields["content-encoding"] == "gzip")
        #expect(coded.fields["vary"] == "accept-encoding")
        #expect(coded.fields["etag"] == #""v1-gzip""#)
        let bytes = try await coded.collectBody()
        #expect(bytes.count < long.count / 20)
        #expect(gunzip(bytes) == long)
    }

    @Test(arguments: [1_024, 65_536, 65_537, 620_000]) func whoeverOffersItGetsZstd(count: Int) async throws {
        var response = Response.json(Array(long.prefix(count)))
        response.fields.add("etag", #""v1""#)
        let coded = try await answer(response, accepting: "gzip, deflate, br, zstd")
        #expect(coded.fields["content-encoding"] == "zstd")
        #expect(coded.fields["etag"] == #""v1-zstd""#)
        let bytes = try await coded.collectBody()
        #expect(bytes.count < count / 10)
        var text = [UInt8](repeating: 0, count: count + 1)
        let read = ZSTD_decompress(&text, text.count, bytes, bytes.count)
        #expect(read == count)
        #expect(Array(text.prefix(count)) == Array(long.prefix(count)))
    }

    @Test(arguments: [1_024, 65_535, 65_536, 65_537, 131_072]) func noLengthOfItIsLost(count: Int) async throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
        let bytes = try await answer(Response(type: .json, content)).collectBody()
        #expect(gunzip(bytes) == content)
    }

    @Test func aStreamIsCodedAsItGoes() async throws {
        let long = long
        let fields: ResponseFields = ["content-type": "application/x-ndjson; charset=utf-8"]
        let coded = try await answer(
            .stream(fields: fields, length: long.count) { writer in
                for start in stride(from: 0, to: long.count, by: 10_000) {
                    try await writer.write(Array(long[start..<min(start + 10_000, long.count)]))
                }
            })
        guard case .stream(let stream) = coded.body else { return _ = Issue.record("no stream") }
        // The length announced was that of the text.
        #expect(stream.length == nil)
        #expect(gunzip(try await coded.collectBody()) == long)
    }

    @Test func whatIsNotWorthItOrMustNotBeIsLeftAlone() async throws {
        var coded = Response.json(long)
        coded.fields.add("content-encoding", "br")
        var untouchable = Response.json(long)
        untouchable.fields.add("cache-control", "public, no-transform")
        let events = Response.stream(fields: ["content-type": "text/event-stream"]) { _ in }
        var part = Response.json(long)
        part.status = Status(206)
        let image = Response(type: ContentType("image/png"), long)
        let short = Response.json(Array("{}".utf8))
        for response in [coded, untouchable, events, part, image, short, Response(.noContent)] {
            let answered = try await answer(response)
            #expect(answered.fields["content-encoding"] == response.fields["content-encoding"])
            #expect(answered.fields["vary"] == nil)
        }
    }

    @Test(arguments: [nil, "identity", "gzip;q=0", "br"])
    func whoeverDoesNotAskGetsTextAndCachesAreTold(accepting: String?) async throws {
        let response = try await answer(.json(long), accepting: accepting)
        #expect(response.fields["content-encoding"] == nil)
        #expect(response.fields["vary"] == "accept-encoding")
        #expect(try await response.collectBody() == long)
    }

    /// As the server stacks them: the client's tag of the coded form is found again.
    @Test(arguments: ["gzip", "zstd"]) func aClientThatHoldsACodedFormIsToldSo(coding: String) async throws {
        let long = long
        let handler = [compressedAnswers().middleware, conditionalAnswers()].around { _ in .json(long) }
        let first = try await handler(Request("GET", "/", fields: ["accept-encoding": coding]))
        let tag = try #require(first.fields["etag"])
        #expect(tag.hasSuffix("-\(coding)\""))
        let again = try await handler(Request("GET", "/", fields: ["accept-encoding": coding, "if-none-match": tag]))
        #expect(again.status == .notModified)
        #expect(again.fields["etag"] == tag)
        #expect(again.fields["content-encoding"] == nil)
    }

    /// The whole of one gzip frame, or nil if there is less or more.
    private func gunzip(_ coded: [UInt8]) -> [UInt8]? {
        var coded = coded
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var text = [UInt8](repeating: 0, count: 2_000_000)
        let count = coded.count
        let status = coded.withUnsafeMutableBufferPointer { input in
            text.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END, stream.avail_in == 0 else { return nil }
        return Array(text.prefix(Int(stream.total_out)))
    }
}
