import DaybookCore
import Foundation
import Testing

@testable import DaybookAPI

/// What docs/build/sync.md and docs/build/wire.md show of the protocol, said to a server in the order of the page.
@Suite(.closing) struct PageExampleTests {
    @Test(arguments: ["sync.md", "wire.md"])
    func theServerAnswersAsThePageSays(page: String) async throws {
        let exchanges = try Guide.exchanges(of: page)
        #expect(exchanges.count > 5)
        // The page shows what an account without room answers.
        let api = try await API.serving(nil, page == "sync.md" ? ["DAYBOOK_UNCLAIMED_TASKS": "2"] : [:])
        var client = try await Conversation(api)
        for exchange in exchanges where !exchange.contains("$deletions") { try await client.say(exchange) }
    }

    /// What the page of sync shows of 51 tasks that are deleted in one push.
    @Test func manyTasksAreDeletedAsThePageSays() async throws {
        let exchanges = try Guide.exchanges(of: "sync.md").filter { $0.contains("$deletions") }
        try #require(exchanges.count == 2)
        var client = try await Conversation(try await .serving())
        let tasks = (0..<51).map { _ in UUID().uuidString.lowercased() }
        func operations(_ at: String, _ rest: String) -> String {
            tasks.map { task in
                let operation = UUID().uuidString.lowercased()
                return #"{"opId":"\#(operation)","entity":"task","id":"\#(task)","at":"\#(at)",\#(rest)}"#
            }.joined(separator: ",")
        }
        let additions = operations("2026-11-21T09:31:00.000Z", #""fields":{"title":"One of many"}"#)
        try await client.say(
            #"> POST /v1/sync {"sentAt":"2026-11-21T09:31:01.000Z","ops":[\#(additions)]}"# + "\n< 200")
        client.names["deletions"] = operations("2026-11-21T09:32:00.000Z", #""kind":"delete""#)
        try await client.say(exchanges[0])
        try await client.say(#"> GET /v1/tasks?limit=1"# + "\n" + #"< 200 {"tasks":[{"title":"One of many"}]}"#)
        try await client.say(exchanges[1])
        try await client.say("> GET /v1/tasks\n< 200 {\"tasks\":[]}")
    }

    /// What a device may send, and every outcome it may get, is shown.
    @Test func thePageOfSyncLeavesNothingOut() throws {
        let page = try Guide.exchanges(of: "sync.md").joined()
        for entity in SyncOperation.Entity.allCases { #expect(page.contains("\"entity\": \"\(entity.name)\"")) }
        for kind in SyncOperation.Kind.allCases where kind != .set {
            #expect(page.contains("\"kind\": \"\(kind.name)\""))
        }
        for outcome in ["applied", "merged", "superseded", "waiting", "rejected", "quota"] {
            #expect(page.contains("\"outcome\": \"\(outcome)\""))
        }
    }
}

extension Guide {
    /// The fenced `http` blocks of a page, each a request and its answer with an empty line between them, as lines of a
    /// `Conversation`.
    static func exchanges(of page: String) throws -> [String] {
        try text(page).matches(of: #/```http\n((?s).*?)\n```/#).map { block in
            let halves = block.1.split(separator: "\n\n").map { half in
                let lines = half.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                return lines.joined(separator: " ")
            }
            return zip(["> ", "< "], halves).map { $0 + $1 }.joined(separator: "\n")
        }
    }
}

/// The lines for a shell that `/docs` shows.
@Suite(.closing) struct ShellLineTests {
    /// Each is run by a shell for an account of its own, and is a request that the server understands: nothing in it is
    /// malformed, whether or not what it asks about is there.
    @Test func everyLineIsUnderstood() async throws {
        let api = try await API.serving(nil, ["DAYBOOK_REGISTRATIONS_PER_ADDRESS": "0"])
        let document = APIDocument()
        // The stream of events has no end.
        for operation in document.operations where operation.anchor != "listen" {
            let line = CurlLine(document: document, operation: operation).text
            var variables = ["DAYBOOK": "http://127.0.0.1:\(api.port)", "TOKEN": try await api.newAccount().token]
            for name in operation.path.matches(of: #/\{(\w+)\}/#).map({ String($0.1).uppercased() }) {
                variables[name] = name == "REGION" ? "morning" : UUID().uuidString.lowercased()
            }
            if line.contains("@FILE") { continue }
            let answer = try await Program.run(
                "/bin/sh", ["-c", line.replacing("curl ", with: "curl -s -w '\\n%{http_code}' ", maxReplacements: 1)],
                variables)
            let status = answer.output.split(separator: "\n").last.flatMap { Int($0) } ?? 0
            let isUnderstood =
                answer.code == 0 && 200..<500 ~= status && ![400, 405, 415].contains(status)
                && !answer.output.contains("invalid_fields")
            #expect(isUnderstood, "\(line)\n\(answer.output)")
        }
    }
}
