import Foundation
import Synchronization
import Testing

@testable import HTTP

@Suite struct ProblemTests {
    @Test func aProblemIsToldAfterTheStandard() {
        let type = ProblemType("too_deep", .conflict, "The tasks are nested too deeply")
        let id = RequestID(high: 1, low: 2)
        let problem = Problem(
            type, detail: "a \"quote\", a \\ and a \u{1} é",
            members: [.init("depth", .number(9)), .init("last", .flag(true))],
            fields: ["retry-after": "5"])
        let response = problem.response(to: id)
        #expect(response.status == .conflict)
        #expect(response.fields["content-type"] == "application/problem+json")
        #expect(response.fields["cache-control"] == "no-store")
        #expect(response.fields["retry-after"] == "5")
        guard case .bytes(let bytes) = response.body else { return _ = Issue.record("no content") }
        let expected = #"""
            {"type":"/problems/too_deep","title":"The tasks are nested too deeply","status":409,"code":"too_deep",\#
            "detail":"a \"quote\", a \\ and a \u0001 é","depth":9,"last":true,\#
            "request_id":"00000000000000010000000000000002"}
            """#
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes)) }
    }

    @Test func whatAHandlerThrowsIsToldButNotItsSecrets() async throws {
        struct Secret: Error { let text = "password" }
        let reported = Reported()
        let middleware = problemAnswers(ProblemAnswers(report: { error, _ in reported.add(error) }))
        func status(_ error: any Error) async throws -> (Status, String) {
            let response = try await middleware(Request("GET", "/")) { _ in throw error }
            return (response.status, String(decoding: try await response.collectBody(), as: UTF8.self))
        }
        let (status500, text) = try await status(Secret())
        #expect(status500 == .internalServerError)
        #expect(!text.contains("password"))
        #expect(reported.count == 1)
        #expect(try await status(Problem(.notFound)).0 == .notFound)
        #expect(try await status(RequestBodyError.tooLarge(limit: 1)).0 == .contentTooLarge)
        #expect(try await status(RequestBodyError.tooSlow).0 == .requestTimeout)
        #expect(try await status(RequestBodyError.malformed).0 == .badRequest)
        await #expect(throws: CancellationError.self) { try await status(CancellationError()) }
        await #expect(throws: RequestBodyError.peerLeft) { try await status(RequestBodyError.peerLeft) }
        #expect(reported.count == 1)
    }

    @Test func everyCodeIsOneWordGroupAndThereOnce() {
        let codes = ProblemType.ofHTTP.map(\.code)
        #expect(Set(codes).count == codes.count)
        for code in codes { #expect(code.wholeMatch(of: /[a-z][a-z0-9_]*[a-z0-9]/) != nil, "\(code)") }
    }

    /// The table in the documentation, between its two markers, is what the code answers.
    @Test func theDocumentedTableIsTheCodes() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/api/problems.md")
        let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        let start = try #require(text.range(of: "<!-- http -->"))
        let end = try #require(text.range(of: "<!-- end of http -->"))
        let rows = text[start.upperBound..<end.lowerBound].split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
            .map { row in row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.prefix(3) }
        let expected = ProblemType.ofHTTP.map { ["`\($0.code)`", "\($0.status.code)", $0.title] }
        #expect(Set(rows.map(Array.init)) == Set(expected))
        #expect(rows.count == expected.count)
    }
}

private final class Reported: Sendable {
    private let errors = Mutex<[String]>([])

    func add(_ error: any Error) { errors.withLock { $0.append("\(type(of: error))") } }
    var count: Int { errors.withLock(\.count) }
}
