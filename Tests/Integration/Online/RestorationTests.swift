import Foundation
import Testing

@Suite struct RestorationTests {
    /// More rows than one transaction takes.
    @Test func aLargeAccountGoesBackInBatches() async throws {
        try await withAPI { api in
            var client = try await Conversation(api)
            for batch in 0..<3 {
                let items = (0..<400).map { #"{"action":"create","fields":{"title":"\#(batch).\#($0)"}}"# }
                try await client.say("> POST /v1/tasks/batch {\"tasks\":[\(items.joined(separator: ","))]}\n< 200")
            }
            let ids = try await everyTask(client)
            #expect(ids.count == 1200)
            for start in [0, 400, 800] {
                let items = ids[start..<start + 400].map {
                    #"{"action":"update","id":"\#($0)","fields":{"title":"x"}}"#
                }
                try await client.say("> POST /v1/tasks/batch {\"tasks\":[\(items.joined(separator: ","))]}\n< 200")
            }
            try await client.say(
                """
                > POST /v1/account/restoration {"to":1200}
                + Idempotency-Key: back
                < 200 {"tasks":1200,"deletions":0,"kept":[]}
                > GET /v1/tasks?limit=1
                < 200 {"tasks":[{"title":"0.0"}]}
                > POST /v1/account/restoration {"to":1200}
                + Idempotency-Key: back
                < 200 {"tasks":1200,"deletions":0,"kept":[]}
                > POST /v1/account/restoration {"to":0}
                < 409 {"code":"mass_delete_unconfirmed","deletions":1200,"of":1200}
                > POST /v1/account/restoration {"to":0,"confirmMassDelete":true}
                < 200 {"tasks":1200,"deletions":1200}
                > GET /v1/tasks
                < 200 {"tasks":[]}
                """)
        }
    }

    private func everyTask(_ client: Conversation) async throws -> [String] {
        var ids: [String] = []
        var cursor = ""
        while true {
            let page = try await client.api.ask("GET", "/v1/tasks?limit=500\(cursor)", token: client.token)
            ids += page.json["tasks"].list.compactMap { $0["id"].text }
            guard let next = page.json["nextCursor"].text else { return ids }
            cursor = "&cursor=\(next)"
        }
    }
}
