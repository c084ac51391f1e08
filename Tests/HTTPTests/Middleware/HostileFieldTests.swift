import Foundation
import Testing

@testable import HTTP

/// Whatever stands in the fields and the query, reading it neither traps nor hangs: a trap would end every client's
/// connection. DAYBOOK_SEED=n replays a run.
@Suite struct HostileFieldTests {
    private static let pieces = [
        "\"", "W/", "\\", ",", ";", "=", "*", "q=", "0.5", "gzip", "identity", "for", "proto", "https", "[", "]", ":",
        "::1",
        "192.0.2.1", "65535", "99999", "_", "unknown", " ", "\t", "-gzip", "a", "é", "%", "%4", "%41", "&", "+", "-",
        "0",
        "0123456789abcdef", "null", "http://", ".", "/", "\u{80}",
    ]

    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }

        mutating func text() -> String {
            (0..<Int.random(in: 0..<12, using: &self)).map { _ in
                HostileFieldTests.pieces.randomElement(using: &self) ?? ""
            }
            .joined()
        }
    }

    @Test func fieldsOfAnyContentAreReadToTheirEnd() async throws {
        let seed = ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
        var random = Random(state: seed)
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
                    random.text().unicodeScalars.filter {
                        $0.isASCII && $0 > " " && !"\"\\%".unicodeScalars.contains($0)
                    })
            let request = Request(
                "GET", target,
                fields: [
                    "if-none-match": random.text(), "if-match": random.text(), "accept-encoding": random.text(),
                    "forwarded": random.text(), "forwarded": random.text(), "x-forwarded-for": random.text(),
                    "x-forwarded-proto": random.text(), "x-request-id": random.text(), "origin": random.text(),
                ])
            let response = try await handlers[round % 2](request)
            statuses[response.status.code, default: 0] += 1
        }
        #expect(Set(statuses.keys).isSubset(of: [200, 304]), "seed \(seed)")
        #expect(statuses[200, default: 0] > 0)
    }

    @Test func bytesOfAnyKindAreNoProxyHeaderOrOne() {
        let seed = ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
        var random = Random(state: seed)
        let examples = ProxyHeaderTests.accepted.map(\.bytes)
        for _ in 0..<20_000 {
            var bytes = examples.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) / 4)
            guard case .header(_, let length) = ProxyHeader.read(bytes.span) else { continue }
            #expect(length <= bytes.count, "seed \(seed)")
        }
    }
}
