import Testing

@testable import HTTP

@Suite struct CompressedRequestTests {
    private func coded(_ bytes: [UInt8]) throws -> [UInt8] {
        var coded: [UInt8] = []
        try #require(Gzip()).add(bytes[...], last: true, to: &coded)
        return coded
    }

    /// What a handler reads of a body; the bytes come one network packet at a time.
    private func read(
        _ bytes: [UInt8], _ coding: String = "gzip", limit: Int = 1_000_000, packet: Int = 1_000
    ) async throws -> Response {
        let source = Packets(bytes, packet)
        let request = Request(
            "POST", "/", fields: ["content-encoding": coding],
            body: RequestBody(source: source, collectedLimit: limit))
        return try await filtered([compressedRequests()], problems: ProblemAnswers())(request) { request in
            Response(type: .json, try await request.body.collect())
        }
    }

    @Test(arguments: [0, 1, 1_000, 65_535, 65_536, 65_537, 131_072, 500_000])
    func whatWasCodedIsRead(count: Int) async throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
        for packet in [1, 999, 100_000] where packet > 1 || count < 70_000 {
            #expect(try await read(coded(content), packet: packet).collectBody() == content)
        }
        let half = content.count / 2
        let twoFrames = try coded(Array(content[..<half])) + coded(Array(content[half...]))
        #expect(try await read(twoFrames).collectBody() == content)
    }

    /// A megabyte of zeros is a kilobyte in gzip; that it is longer than the limit is seen before it is there.
    @Test func aBombIsRefused() async throws {
        let bomb = try coded([UInt8](repeating: 0, count: 10_000_000))
        #expect(bomb.count < 20_000)
        #expect(try await read(bomb, limit: 100_000).status == .contentTooLarge)
        #expect(try await read(bomb, limit: 10_000_000).status == .ok)
        // Frames in a row count together.
        let frame = try coded([UInt8](repeating: 0, count: 60_000))
        #expect(try await read(frame + frame, limit: 100_000).status == .contentTooLarge)
    }

    @Test func whatIsNoGzipIsMalformed() async throws {
        let whole = try coded(Array("{}".utf8))
        for broken in [
            [], Array("{}".utf8), Array(whole.dropLast()), Array(whole.prefix(5)), whole + [1, 2, 3],
            whole.dropLast(8) + [UInt8](repeating: 7, count: 8),
        ] {
            #expect(try await read(Array(broken)).status == .badRequest)
        }
    }

    @Test func otherCodings() async throws {
        let content = Array("{}".utf8)
        #expect(try await read(content, "identity").collectBody() == content)
        #expect(try await read(coded(content), " GZip ").collectBody() == content)
        for coding in ["br", "zstd", "deflate", "gzip, gzip"] {
            let refused = try await read(content, coding)
            #expect(refused.status == .unsupportedMediaType)
            #expect(refused.fields["accept-encoding"] == "gzip")
        }
    }
}

/// Bytes that arrive in pieces.
private final class Packets: RequestBodySource, @unchecked Sendable {
    let announcedLength: Int?
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], _ size: Int) {
        announcedLength = bytes.count
        rest = bytes[...]
        self.size = size
    }

    func next() async throws(RequestBodyError) -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
    }
}
