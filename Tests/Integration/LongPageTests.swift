import Foundation
import TestWire
import Testing

/// Tasks as long as they may be: pages hold few of them, and all pages together everything.
@Suite(.closing) struct LongPageTests {
    private static let count = Proofs.scale(gate: 3, proof: 7)
    /// A page's bound, and the one row that may pass it, as JSON.
    private static let longest = (1 << 20) + (700 << 10)

    private static func title(_ number: Int) -> String { "Task \(number)" }

    /// Each as long as a request can bring it.
    private func write(_ api: API, _ token: String, _ fields: (Int) -> String) async throws -> [String] {
        var ids: [String] = []
        let notes = String(repeating: "wörd ", count: 100_000)
        for number in 0..<Self.count {
            let answer = try await api.ask(
                "POST", "/v1/tasks", token: token,
                #"{"title":"\#(Self.title(number))","notes":"\#(notes)"\#(fields(number))}"#)
            ids.append(try #require(answer.json["id"].text, "\(answer.json.shown)"))
        }
        return ids
    }

    /// Everything behind a route, page by page.
    private func read(
        _ api: API, _ token: String, _ path: String, _ rows: (JSON) -> [JSON]
    ) async throws -> (rows: [JSON], pages: Int) {
        var all: [JSON] = []
        var pages = 0
        var cursor: String?
        repeat {
            let query = cursor.map { (path.contains("?") ? "&" : "?") + "cursor=\($0)" } ?? ""
            let answer = try await api.ask("GET", path + query, token: token)
            #expect(answer.status == 200, "\(path) \(answer.json.shown.prefix(200))")
            #expect(answer.json.shown.utf8.count < Self.longest, "\(path)")
            let found = rows(answer.json)
            #expect(!found.isEmpty, "\(path), page \(pages)")
            all += found
            pages += 1
            cursor = answer.json["nextCursor"].text
        } while cursor != nil && pages <= 2 * Self.count
        return (all, pages)
    }

    @Test func listsOfTasksHoldFew() async throws {
        let (api, token) = try await API.withAccount()
        let list = try #require(
            try await api.ask("POST", "/v1/lists", token: token, #"{"name":"Long"}"#).json["id"].text)
        let past = try await write(api, token) { _ in
            #","scheduledDate":"2020-01-01","dueAt":"2020-01-01T10:00:00.000Z""#
        }
        let listed = try await write(api, token) {
            #","listId":"\#(list)","scheduledDate":"2999-01-0\#($0 % 3 + 1)""#
        }
        let other = try #require(
            try await api.ask("POST", "/v1/lists", token: token, #"{"name":"Later"}"#).json["id"].text)
        let waiting = try await write(api, token) { _ in #","listId":"\#(other)","region":"backlog""# }
        for (path, ids) in [
            ("/v1/tasks?limit=500", past + listed + waiting), ("/v1/views/inbox", waiting), ("/v1/views/past", past),
            ("/v1/views/overdue", past), ("/v1/views/lists/\(list)", listed),
            ("/v1/views/inbox?rule=unlisted&limit=3", past),
        ] {
            let (rows, pages) = try await read(api, token, path) { $0["tasks"].list }
            #expect(rows.map { $0["id"].text } == ids, "\(path)")
            #expect(pages > ids.count / 4, "\(path)")
        }
        for (path, ids) in [("/v1/views/upcoming", listed), ("/v1/views/backlog", waiting)] {
            let (rows, pages) = try await read(api, token, path) { $0["groups"].list.flatMap { $0["tasks"].list } }
            #expect(Set(rows.map { $0["id"].text }) == Set(ids) && rows.count == ids.count, "\(path)")
            #expect(pages > 1, "\(path)")
        }
        for id in listed { _ = try await api.ask("POST", "/v1/tasks/\(id)/complete", token: token) }
        let (done, _) = try await read(api, token, "/v1/views/completed") {
            $0["groups"].list.flatMap { $0["tasks"].list }
        }
        #expect(Set(done.map { $0["id"].text }) == Set(listed) && done.count == listed.count)
    }

    @Test func historyAndSyncHoldFew() async throws {
        let (api, token) = try await API.withAccount()
        let ids = try await write(api, token) { _ in "" }
        let (entries, pages) = try await read(api, token, "/v1/history?limit=200") { $0["entries"].list }
        #expect(entries.count == ids.count)
        #expect(pages > 1)

        var pulled: [String?] = []
        var cursor = "null"
        var hasMore = true
        while hasMore, pulled.count <= ids.count {
            let answer = try await api.ask("POST", "/v1/sync", token: token, #"{"limit":1000,"cursor":\#(cursor)}"#)
            #expect(answer.json.shown.utf8.count < Self.longest)
            pulled += answer.json["changes"]["tasks"].list.map { $0["id"].text }
            cursor = "\"\(answer.json["cursor"].text ?? "")\""
            hasMore = answer.json["hasMore"].flag == true
        }
        #expect(pulled == ids)
    }

    /// Small fields of many long tasks are pushed: the answer is no longer than any page.
    @Test func aPushGetsNoMoreThanAPageBack() async throws {
        let (api, token) = try await API.withAccount()
        let ids = try await write(api, token) { _ in "" }
        let cursor = try await api.ask("POST", "/v1/sync", token: token, #"{"limit":1}"#).json["cursor"].text
        let epoch = try #require(cursor?.split(separator: ":").first)
        let operations = ids.map {
            #"{"opId":"\#(UUID())","entity":"task","id":"\#($0)","at":"2026-11-21T09:15:00.123Z","fields":{"category":"Home"}}"#
        }
        let answer = try await api.ask(
            "POST", "/v1/sync", token: token,
            #"{"limit":1000,"cursor":"\#(epoch):\#(ids.count)","ops":[\#(operations.joined(separator: ","))]}"#)
        #expect(answer.status == 200)
        #expect(answer.json.shown.utf8.count < Self.longest)
        #expect(answer.json["outcomes"].list.count == ids.count)
        #expect(answer.json["hasMore"].flag == true)
    }
}
