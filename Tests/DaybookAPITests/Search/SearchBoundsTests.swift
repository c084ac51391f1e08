import DaybookCore
import Testing

@testable import DaybookAPI
@testable import TestAccounts

/// A search ends, however large the account is, and the next request goes on where it ended.
@Suite(.closing) struct SearchBoundsTests {
    private func fill(_ search: SearchHouse, _ count: Int, title: (Int) -> String) async throws {
        let device = search.house.devices[0]
        let operations = (1...count).map { number in
            SyncOperation(
                opId: Identifier(high: 1, low: UInt64(number)), id: Identifier(high: 2, low: UInt64(number)),
                at: HybridTime(Instant(milliseconds: 1_780_000_000_000 + Int64(number)), device: device),
                fields: [JSONMember("title", .string(title(number)))])
        }
        _ = try await search.house.ledger.push(Push(operations: operations), to: search.house.account)
    }

    private func fold(_ search: SearchHouse, batch: Int) async throws {
        var pages = SearchPages(database: search.house.database)
        (pages.batch, pages.left) = (batch, 0)
        try await pages.fold(search.house.account)
    }

    /// Every page until there is none: what was found, and how many requests it took.
    private func all(
        _ search: SearchHouse, _ query: String, _ more: String = ""
    ) async throws -> (titles: [String], requests: Int) {
        var titles: [String] = []
        var (requests, cursor) = (0, "")
        while true {
            let page = try await search.ask(query, more + cursor)
            requests += 1
            for hit in page["hits"]?.items ?? [] { titles.append(hit["task"]?["title"]?.text ?? "") }
            guard let next = page["nextCursor"]?.text else { return (titles, requests) }
            try #require(requests < 500, "without end, at \(next)")
            cursor = "&cursor=\(next)"
        }
    }

    @Test func aLargeAccountIsSearchedPartByPart() async throws {
        var search = try await SearchHouse(.open())
        try await fill(search, 60) { $0 % 2 == 0 ? "milk \($0)" : "oat milk \($0)" }
        try await fold(search, batch: 5)
        let whole = try await all(search, "milk", "&limit=7")
        #expect(whole.requests == 9)
        search.bounds.pages = 3
        search.bounds.patienceWithHits = .seconds(60)
        for patience in [Duration.seconds(60), .zero] {
            search.bounds.patience = patience
            let found = try await all(search, "milk", "&limit=7")
            #expect(found.titles.sorted() == whole.titles.sorted(), "each once")
            // What was folded last comes first, and the best of each part.
            #expect(found.titles.first == "milk 60" && found.titles.last == "oat milk 1")
            let rare = try await all(search, "7 oat", "&limit=7")
            #expect(rare.titles.contains("oat milk 7"))
            // With time left one request goes through all parts; without any each does one.
            #expect(patience == .zero ? rare.requests >= 4 : rare.requests <= 2)
        }
    }

    @Test func whoHasHitsWaitsForNoOtherPart() async throws {
        var search = try await SearchHouse(.open())
        try await fill(search, 20) { $0 % 10 == 0 ? "oat milk" : "milk" }
        try await fold(search, batch: 5)
        search.bounds.pages = 1
        (search.bounds.patience, search.bounds.patienceWithHits) = (.seconds(60), .zero)
        let page = try await search.ask("oat")
        #expect(page["hits"]?.items.count == 1 && page["nextCursor"] != .null)
        #expect(try await all(search, "oat").titles == ["oat milk", "oat milk"])
        // Nothing is found in the parts that come first, and so they are no pages.
        #expect(try await all(search, "oat", "&limit=1").requests <= 3)
    }

    @Test func moreMatchesThanArePutInOrderAreFoundAllTheSame() async throws {
        var search = try await SearchHouse(.open())
        try await fill(search, 60) { "milk \($0)" }
        try await fold(search, batch: 5)
        (search.bounds.matches, search.bounds.patienceWithHits) = (12, .seconds(60))
        for limit in [1, 4, 50] {
            let found = try await all(search, "milk", "&limit=\(limit)")
            #expect(found.titles == (1...60).reversed().map { "milk \($0)" })
        }
    }

    @Test func aFilterThatNothingPassesEndsEachRequest() async throws {
        var search = try await SearchHouse(.open())
        try await fill(search, 40) { "milk \($0)" }
        try await fold(search, batch: 40)
        search.bounds.tasks = 3
        let patient = try await all(search, "milk", "&limit=2&state=completed")
        #expect(patient.titles.isEmpty && patient.requests == 1)
        search.bounds.patience = .zero
        let found = try await all(search, "milk", "&limit=2&state=completed")
        #expect(found.titles.isEmpty && found.requests > 10)
    }

    /// A cursor tells where a page ended, so for an assistant no page ends at what is kept from it.
    @Test func noPageOfAnAssistantEndsAtWhatIsKeptFromIt() async throws {
        var search = try await SearchHouse(.open())
        let list = Identifier(high: 3, low: 1)
        let fields = [JSONMember("name", .string("Diary")), JSONMember("hiddenFromAgents", .bool(true))]
        try await search.push([
            SyncOperation(
                opId: .random(), entity: .list, id: list,
                at: HybridTime(Instant(milliseconds: 1_780_000_000_000), device: search.house.devices[0]),
                fields: fields)
        ])
        for number in 0..<20 {
            let place: [JSONMember] = number == 10 ? [] : [JSONMember("listId", .string(list.text))]
            try await search.add("milk \(number)", place)
        }
        try await fold(search, batch: 40)
        (search.bounds.tasks, search.bounds.patience) = (3, .zero)
        let person = try await all(search, "milk", "&limit=1")
        #expect(person.titles.count == 20)
        search.isAssistant = true
        let first = try await search.ask("milk", "&limit=1")
        #expect(first["hits"]?.items.count == 1)
        let hidden = try await search.tasks().filter { $0.title != "milk 10" }
        let cursor = first["nextCursor"]?.text ?? ""
        #expect(hidden.count == 19 && hidden.allSatisfy { !cursor.contains($0.id.text) }, "\(cursor)")
        let assistant = try await all(search, "milk", "&limit=1")
        #expect(assistant.titles == ["milk 10"])
    }

    @Test func misspeltWordsAreTheLastPart() async throws {
        var search = try await SearchHouse(.open())
        try await fill(search, 20) { $0 == 5 ? "plants" : "milk \($0)" }
        try await fold(search, batch: 5)
        (search.bounds.pages, search.bounds.patience) = (1, .zero)
        let found = try await all(search, "palnts", "&limit=3")
        #expect(found.titles == ["plants"] && found.requests > 4)
    }

    @Test func whatIsNotFoldedInAMomentIsFoldedBesideTheRequests() async throws {
        var search = try await SearchHouse(.open())
        try await fill(search, 1200) { "milk \($0)" }
        search.bounds.foldingPatience = .zero
        let page = try await search.ask("milk")
        #expect(page["isBehind"] == true)
        #expect(page["hits"]?.items.isEmpty == false, "what there is is told")
        while try await search.ask("milk")["isBehind"] == true { await Task.yield() }
        #expect(try await search.ids("milk", limit: 100).count == 1200)
    }

    @Test(arguments: ["0.1.1771000000000.550e8400-e29b-41d4-a716-446655440000", "@17", "@0"])
    func cursorsAreReadAsTheyWereWritten(text: String) {
        #expect(SearchCursor(text)?.text == text)
        #expect(SearchCursor(text + "@4")?.text == (text.hasPrefix("@") ? nil : text + "@4"))
    }

    @Test(arguments: ["", "@", "@-1", "@x", "1@2", "4.2.1771000000000.550e8400-e29b-41d4-a716-446655440000", "@1@2"])
    func othersAreNone(text: String) {
        #expect(SearchCursor(text) == nil)
    }
}
