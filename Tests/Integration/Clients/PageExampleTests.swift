import DaybookCore
import Foundation
import Testing

/// What docs/sync.md and docs/wire.md show of the protocol, said to a server in the order of the page.
@Suite(.closing) struct PageExampleTests {
    @Test(arguments: ["sync.md", "wire.md"])
    func theServerAnswersAsThePageSays(page: String) async throws {
        let exchanges = try Guide.exchanges(of: page)
        #expect(exchanges.count > 5)
        // The page shows what an account without room answers.
        let api = try await API.serving(nil, page == "sync.md" ? ["DAYBOOK_UNCLAIMED_TASKS": "2"] : [:])
        var client = try await Conversation(api)
        for exchange in exchanges { try await client.say(exchange) }
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
