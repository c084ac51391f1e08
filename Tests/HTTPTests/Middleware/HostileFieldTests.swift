import Foundation
import Seeds
import Testing

@testable import HTTP

/// Whatever stands in the fields and the query, reading it neither traps nor hangs: a trap would end every client's
/// connection.
@Suite struct HostileFieldTests {
    private static let pieces = [
        "\"", "W/", "\\", ",", ";", "=", "*", "q=", "0.5", "gzip", "identity", "for", "proto", "https", "[", "]", ":",
        "::1",
        "192.0.2.1", "65535", "99999", "_", "unknown", " ", "\t", "-gzip", "a", "é", "%", "%4", "%41", "&", "+", "-",
        "0",
        "0123456789abcdef", "null", "http://", ".", "/", "\u{80}",
    ]

    private static func text(_ random: inout SeededRandom) -> String {
        (0..<random.below(12)).map { _ in random.pick(pieces) ?? "" }.joined()
    }

    @Test func fieldsOfAnyContentAreReadToTheirEnd() async throws {
        var random = RandomSeed.generator()
        let networks = ["127.0.0.0/8", "192.0.2.0/24"].compactMap { Network($0) }
        let policy = try #require(CrossOriginPolicy("http://a.example"))
        let sources: [TrustedProxies.Source] = [.forwarded, .xForwardedFor]
        let handlers = sources.map { (source) -> Handler in
            let proxies = TrustedProxies(networks, source: source)
            return [
                filtered(
                    [
                        forwardedClients(proxies), requestIDs(trusting: proxies), crossOrigin(policy),
                        compressedAnswers(minimum: 1),
                    ], problems: ProblemAnswers()),
                conditionalAnswers(hashing: 1),
            ].around { request in
                _ = request.queryItems
                _ = request.queryTexts("a")
                _ = try? request.queryValue("a", as: Int.self)
                _ = request.mayChange(EntityTag(revision: 1, in: 1))
                return .text("content")
            }
        }
        var statuses: [UInt16: Int] = [:]
        for round in 0..<4_000 {
            let target =
                "/?"
                + String(
                    Self.text(&random).unicodeScalars.filter {
                        $0.isASCII && $0 > " " && !"\"\\%".unicodeScalars.contains($0)
                    })
            let request = Request(
                "GET", target,
                fields: [
                    "if-none-match": Self.text(&random), "if-match": Self.text(&random),
                    "accept-encoding": Self.text(&random),
                    "forwarded": Self.text(&random), "forwarded": Self.text(&random),
                    "x-forwarded-for": Self.text(&random),
                    "x-forwarded-proto": Self.text(&random), "x-request-id": Self.text(&random),
                    "origin": Self.text(&random),
                ])
            let response = try await handlers[round % 2](request)
            statuses[response.status.code, default: 0] += 1
        }
        #expect(Set(statuses.keys).isSubset(of: [200, 304]), "\(RandomSeed.current)")
        #expect(statuses[200, default: 0] > 0)
    }

    @Test func bytesOfAnyKindAreNoProxyHeaderOrOne() {
        var random = RandomSeed.generator()
        let examples = ProxyHeaderTests.accepted.map(\.bytes)
        for _ in 0..<20_000 {
            var bytes = examples.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) / 4)
            guard case .header(_, let length) = ProxyHeader.read(bytes.span) else { continue }
            #expect(length <= bytes.count, "\(RandomSeed.current)")
        }
    }
}
