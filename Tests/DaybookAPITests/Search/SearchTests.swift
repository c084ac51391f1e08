import DaybookCore
import HTTP
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestAccounts

/// `GET /v1/search` on a real PostgreSQL.
@Suite(.closing) struct SearchTests {
    @Test func theBestAnswerComesFirstPageByPage() async throws {
        var search = try await SearchHouse(.open())
        try await search.add("Shopping", notes: "and market")
        for title in ["maarket", "supermarket", "marketing", "go to market"] { try await search.add(title) }
        try await search.add("the market", [JSONMember("state", .string("completed"))])
        let expected = ["go to market", "the market", "Shopping", "marketing", "supermarket", "maarket"]
        #expect(try await search.titles("MARKET") == expected)
        for limit in 1...6 {
            let ids = try await search.ids("market", limit: limit)
            #expect(ids.count == 6 && Set(ids).count == 6, "pages of \(limit)")
            #expect(try await search.ids("market", limit: 50) == ids)
        }
        let hit = try await search.ask("mar")["hits"]?[0]
        #expect(hit?["highlights"]?["title"]?[0]?["isMatch"] == false)
        #expect(hit?["highlights"]?["title"]?[1]?["text"] == "mar")
        #expect(try await search.ask("maarket")["hits"]?[1]?["isMisspelt"] == true)
    }

    @Test func filtersCombine() async throws {
        var search = try await SearchHouse(.open())
        let list = Identifier(high: 0x1157, low: 1)
        try await search.push([
            SyncOperation(
                opId: list, entity: .list, id: list, at: HybridTime(.now(), device: search.house.devices[0]),
                fields: [JSONMember("name", .string("Home"))])
        ])
        try await search.add("milk one", [JSONMember("listId", .string(list.text))])
        try await search.add(
            "milk two",
            [JSONMember("state", .string("completed")), JSONMember("scheduledDate", .string("2026-05-01"))])
        try await search.add(
            "milk three",
            [JSONMember("state", .string("active")), JSONMember("dueAt", .string("2026-05-01T12:00:00Z"))])
        try await search.add(
            "milk four",
            [JSONMember("region", .string("morning")), JSONMember("scheduledDate", .string("2026-05-02"))])
        let (first, noon) = (CalendarDate("2026-05-01"), Instant("2026-05-01T12:00:00Z"))
        let tasks = try await search.tasks()
        for (filter, narrow, expected) in [
            ("&list=\(list.text)", { $0.list = .to(list) }, ["milk one"]),
            ("&list=inbox&state=completed", { ($0.list, $0.states) = (.nowhere, [.completed]) }, ["milk two"]),
            (
                "&state=active&state=completed", { $0.states = [.active, .completed] },
                ["milk three", "milk two"]
            ),
            ("&region=morning", { $0.region = .to(.morning) }, ["milk four"]),
            ("&region=none", { $0.region = .nowhere }, ["milk three", "milk one", "milk two"]),
            (
                "&scheduledFrom=2026-05-01&scheduledTo=2026-05-01",
                { ($0.scheduledFrom, $0.scheduledTo) = (first, first) }, ["milk two"]
            ),
            ("&scheduledFrom=2026-05-01", { $0.scheduledFrom = first }, ["milk four", "milk two"]),
            ("&dueFrom=2026-05-01T12:00:00Z", { $0.dueFrom = noon }, ["milk three"]),
            ("&dueBefore=2026-05-01T12:00:00Z", { $0.dueBefore = noon }, []),
            ("&scheduledTo=2026-04-30", { $0.scheduledTo = first?.adding(days: -1) }, []),
        ] as [(String, (inout SearchScope) -> Void, [String])] {
            #expect(try await search.titles("milk", filter) == expected, "\(filter)")
            // A device that looks among the same tasks.
            var scope = SearchScope()
            narrow(&scope)
            let hits = SearchQuery("milk").hits(among: tasks.filter(scope.holds))
            #expect(hits.map(\.task.title) == expected, "\(filter)")
            // Misspellings go through the same filters.
            #expect(try await search.titles("mlik", filter) == expected, "\(filter)")
        }
    }

    @Test(arguments: [
        "", "q=a&q=b", "q=a&limit=0", "q=a&limit=101", "q=a&cursor=x", "q=a&cursor=1.2.3.4", "q=a&region=noon",
        "q=a&state=done",
        "q=a&list=home", "q=a&scheduledFrom=tomorrow", "q=a&dueBefore=2026-05-01", "q=a&sort=title",
        "q=" + String(repeating: "x", count: 10_000),
        "q=a&cursor=99999999999.0.0.00000000-0000-0000-0000-000000000000",
    ])
    func whatIsNotUnderstoodIsRefused(query: String) async throws {
        #expect(throws: Problem.self) { try SearchFilter(Request("GET", "/v1/search?\(query)")) }
    }

    @Test func hostileWordsAreOnlyWords() async throws {
        var search = try await SearchHouse(.open())
        try await search.add("100% sure_thing \\ 'quoted'")
        try await search.add("milk & honey")
        for query in [
            "%", "_", "\\", "'", "\"", "' OR 1=1 --", "milk:*", "!milk", "(milk", "milk | honey", "milk <-> honey",
            "$1",
            "\u{202E}milk", "🛒", "\u{FFFD}", "a\u{300}\u{301}\u{302}", String(repeating: "x", count: 500),
            String(repeating: "x ", count: 250), "مرحبا", "שלום",
        ] {
            _ = try await search.ids(query, limit: 1)
        }
        #expect(try await search.titles("%").isEmpty)
        #expect(try await search.titles("sure thing 100") == ["100% sure_thing \\ 'quoted'"])
        #expect(try await search.titles("milk | honey") == ["milk & honey"])
        #expect(try await search.titles("m%k").isEmpty)
    }

    @Test func deletedTasksAndThoseOfOthersAreNotFound() async throws {
        var search = try await SearchHouse(.open())
        let id = try await search.add("milk")
        #expect(try await search.titles("milk") == ["milk"])
        let other = Identifier(high: 0xACC, low: 2)
        try await search.house.database.transaction(of: other) {
            try await $0.commit(after: NewAccount().statements(other, .now(), spread: $0.isSpread))
        }
        #expect(try await search.ask("milk", of: other)["hits"] == .array([]))
        let at = HybridTime(.now(), device: search.house.devices[0])
        try await search.push([SyncOperation(opId: id, id: id, at: at, kind: .delete)])
        #expect(try await search.titles("milk").isEmpty)
        let later = HybridTime(.now().adding(milliseconds: 5), device: search.house.devices[0])
        try await search.push([
            SyncOperation(
                opId: Identifier(high: 9, low: 9), id: id, at: later,
                fields: [JSONMember("title", .string("oat milk"))])
        ])
        #expect(try await search.titles("milk") == ["oat milk"])
    }

    @Test func longTextsAreFoundToTheirEnd() async throws {
        var search = try await SearchHouse(.open())
        let long = String(repeating: "word ", count: 500)
        try await search.add("Short", notes: long + "needle")
        try await search.add("\(long)needle")
        #expect(try await search.ids("needle", limit: 10).count == 2)
        #expect(try await search.ids("nedle word", limit: 10).count == 2)
    }

    @Test func theAnswerHasTheAccountsTag() async throws {
        var search = try await SearchHouse(.open())
        try await search.add("milk")
        let device = search.house.devices[0]
        let principal = Principal(account: search.house.account, device: device, token: device, scope: .read)
        let history = AccountHistory(account: search.house.account, epoch: try await search.house.epoch())
        let tag = history.tag(of: 1).description
        let answer = try await SearchTasks(search: Search(database: search.house.database)).answer(
            Request("GET", "/v1/search?q=milk", fields: ["if-none-match": tag]), principal)
        #expect(answer.status == .notModified)
    }
}
