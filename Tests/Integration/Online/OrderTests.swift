import Foundation
import TestPostgres
import Testing

/// Moving between rows whose keys leave no room.
@Suite(.closing) struct OrderTests {
    private func order(_ client: Conversation, _ kind: String = "tasks") async throws -> [String] {
        let page = try await client.api.ask("GET", "/v1/\(kind)?limit=500", token: client.token)
        return page.json[kind].list.compactMap { $0["id"].text }
    }

    private func make(_ client: Conversation, _ keys: [String], _ kind: String = "tasks") async throws -> [String] {
        var ids: [String] = []
        for key in keys {
            let id = UUID().uuidString.lowercased()
            let name = kind == "tasks" ? "title" : "name"
            let made = try await client.api.ask(
                "PUT", "/v1/\(kind)/\(id)", token: client.token, #"{"\#(name)":"t","sortOrder":"\#(key)"}"#)
            #expect(made.status == 201)
            ids.append(id)
        }
        return ids
    }

    /// Moves a row to every gap there is, by both neighbours, by one and by the other; the rest stays as it stands.
    private func moveEverywhere(_ client: Conversation, _ moved: String, _ kind: String = "tasks") async throws {
        let others = try await order(client, kind).filter { $0 != moved }
        for gap in 0...others.count {
            let after = gap > 0 ? #""after":"\#(others[gap - 1])""# : nil
            let before = gap < others.count ? #""before":"\#(others[gap])""# : nil
            for members in [[after, before], [after], [before]] {
                let named = members.compactMap { $0 }
                guard !named.isEmpty else { continue }
                let answer = try await client.api.ask(
                    "POST", "/v1/\(kind)/\(moved)/move", token: client.token, "{\(named.joined(separator: ","))}")
                #expect(answer.status == 200, "\(answer.json.shown)")
                var wanted = others
                wanted.insert(moved, at: gap)
                #expect(try await order(client, kind) == wanted, "\(named)")
            }
        }
    }

    @Test(arguments: ["tasks", "lists"])
    func betweenEqualKeys(_ kind: String) async throws {
        let api = try await API.serving()
        let client = try await Conversation(api)
        let ids = try await make(client, ["V", "V", "V", "V", "V", "x", "x0", "W"], kind)
        try await moveEverywhere(client, ids[7], kind)
    }

    @Test(arguments: ["tasks", "lists"])
    func aKeyAtTheEndOfTheKeySpaceBlocksNobody(_ kind: String) async throws {
        let api = try await API.serving()
        let client = try await Conversation(api)
        let last = String(repeating: "z", count: 255)
        let ids = try await make(client, ["0", "00", last, last, "a0", "jzzzzzzzzzz", "Q0000000000"], kind)
        try await moveEverywhere(client, ids[4], kind)
    }

    /// Many more than are looked at at first, and a second server that changes them meanwhile.
    @Test func amongManyEqualKeys() async throws {
        let url = try await migratedDatabase.copy()
        let api = try await API.serving(url)
        let client = try await Conversation(api)
        for _ in 0..<4 {
            let items = (0..<400).map { #"{"action":"create","fields":{"title":"\#($0)","sortOrder":"V"}}"# }
            let made = try await api.ask(
                "POST", "/v1/tasks/batch", token: client.token, #"{"tasks":[\#(items.joined(separator: ","))]}"#)
            #expect(made.status == 200)
        }
        var ids: [String] = []
        var cursor = ""
        while true {
            let page = try await api.ask("GET", "/v1/tasks?limit=500\(cursor)", token: client.token)
            ids += page.json["tasks"].list.compactMap { $0["id"].text }
            guard let next = page.json["nextCursor"].text else { break }
            cursor = "&cursor=\(next)"
        }
        #expect(ids.count == 1600)
        async let other: Void = {
            for _ in 0..<10 {
                let answer = try await api.ask(
                    "POST", "/v1/tasks", token: client.token, #"{"title":"other","sortOrder":"V"}"#)
                #expect(answer.status == 201)
            }
        }()
        let moved = try await make(client, ["W"])[0]
        let answer = try await api.ask(
            "POST", "/v1/tasks/\(moved)/move", token: client.token,
            #"{"after":"\#(ids[799])","before":"\#(ids[800])"}"#)
        #expect(answer.status == 200, "\(answer.json.shown)")
        try await other
        let rows = try TestPostgres.shared.query(
            "SELECT task_id FROM task ORDER BY sort_order, task_id", database: TestPostgres.shared.name(of: url))
        let there = rows.compactMap { $0[0] }
        let place = try #require(there.firstIndex(of: moved))
        #expect(there[..<place].contains(ids[799]) && there[place...].contains(ids[800]))
        let known = Set(ids)
        #expect(there.filter { known.contains($0) } == ids)
    }

    @Test func aNeighbourBelowMustStandBelow() async throws {
        let api = try await API.serving()
        let client = try await Conversation(api)
        let ids = try await make(client, ["V", "V", "W"])
        let (first, second) = (min(ids[0], ids[1]), max(ids[0], ids[1]))
        let answer = try await api.ask(
            "POST", "/v1/tasks/\(ids[2])/move", token: client.token,
            #"{"after":"\#(second)","before":"\#(first)"}"#)
        #expect(answer.status == 422)
    }

    /// Several in one request, each in the sight of those before it.
    @Test func inABatch() async throws {
        let api = try await API.serving()
        let client = try await Conversation(api)
        var ids = try await make(client, Array(repeating: "V", count: 6)).sorted()
        let moved = try await make(client, ["W", "X", "Y"])
        let items = moved.enumerated().map { number, id in
            #"{"action":"move","id":"\#(id)","after":"\#(ids[number * 2])"}"#
        }
        let answer = try await api.ask(
            "POST", "/v1/tasks/batch", token: client.token, #"{"tasks":[\#(items.joined(separator: ","))]}"#)
        #expect(answer.json["outcomes"].list.allSatisfy { $0["outcome"].text == "done" }, "\(answer.json.shown)")
        for (number, id) in moved.enumerated() { ids.insert(id, at: number * 3 + 1) }
        #expect(try await order(client) == ids)
    }
}
