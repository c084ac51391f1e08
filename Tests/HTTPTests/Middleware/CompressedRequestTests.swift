import Testing

@testable import HTTP

@Suite struct CompressedRequestTests {
    private func coded(_ bytes: [UInt8], _ coding: ContentCoding = .gzip) throws -> [UInt8] {
        var coded: [UInt8] = []
        try #require(coding.coder).add(bytes[...], last: true, to: &coded)
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

    @Test(arguments: [0, 1, 1_000, 65_535, 65_536, 65_537, 131_072, 500_000], ContentCoding.allCases)
    func whatWasCodedIsRead(count: Int, coding: ContentCoding) async throws {
        let name = coding.rawValue
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
        for packet in [1, 999, 100_000] where packet > 1 || count < 70_000 {
            #expect(try await read(coded(content, coding), name, packet: packet).collectBody() == content)
        }
        let half = content.count / 2
        let twoFrames = try coded(Array(content[..<half]), coding) + coded(Array(content[half...]), coding)
        #expect(try await read(twoFrames, name).collectBody() == content)
    }

    /// A megabyte of zeros is a kilobyte when coded; that it is longer than the limit is seen before it is there.
    @Test(arguments: ContentCoding.allCases) func aBombIsRefused(coding: ContentCoding) async throws {
        let name = coding.rawValue
        let bomb = try coded([UInt8](repeating: 0, count: 10_000_000), coding)
        #expect(bomb.count < 20_000)
        #expect(try await read(bomb, name, limit: 100_000).status == .contentTooLarge)
        #expect(try await read(bomb, name, limit: 10_000_000).status == .ok)
        // Frames in a row count together.
        let frame = try coded([UInt8](repeating: 0, count: 60_000), coding)
        #expect(try await read(frame + frame, name, limit: 100_000).status == .contentTooLarge)
    }

    @Test(arguments: ContentCoding.allCases) func whatIsNotCodedSoIsMalformed(coding: ContentCoding) async throws {
        let whole = try coded(Array("{}".utf8), coding)
        for broken in [
            [], Array("{}".utf8), Array(whole.dropLast()), Array(whole.prefix(5)), whole + [1, 2, 3],
        ] {
            #expect(try await read(Array(broken), coding.rawValue).status == .badRequest)
        }
    }

    @Test func aSumThatIsWrongIsMalformed() async throws {
        let whole = try coded(Array("{}".utf8))
        #expect(try await read(whole.dropLast(8) + [UInt8](repeating: 7, count: 8)).status == .badRequest)
    }

    /// A few bytes must not make the server hold gigabytes while they are read.
    @Test func aWindowLargerThanAnybodyMustHoldIsRefused() async throws {
        // Magic, a frame without a length, a window of 128 MiB, and one raw block with two bytes.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x88, 0x11, 0x00, 0x00, 0x7B, 0x7D]
        #expect(try await read(frame, "zstd").status == .badRequest)
        var small = frame
        small[5] = 0x58  // 2 MiB
        #expect(try await read(small, "zstd").collectBody() == Array("{}".utf8))
    }

    @Test func otherCodings() async throws {
        let content = Array("{}".utf8)
        #expect(try await read(content, "identity").collectBody() == content)
        #expect(try await read(coded(content), " GZip ").collectBody() == content)
        for coding in ["br", "deflate", "gzip, gzip"] {
            let refused = try await read(content, coding)
            #expect(refused.status == .unsupportedMediaType)
            #expect(refused.fields["accept-encoding"] == "gzip, zstd")
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
