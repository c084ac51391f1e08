import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import DaybookStore
@testable import TestAccounts

/// Pages of folded text: that they say what the tasks say, whenever they were made, and hold nothing for ever.
@Suite(.closing) struct SearchPagesTests {
    private func pages(_ search: SearchHouse, batch: Int = 500) -> SearchPages {
        var pages = SearchPages(database: search.house.database)
        pages.batch = batch
        pages.left = 0
        pages.slack = 0
        return pages
    }

    private func texts(_ search: SearchHouse) async throws -> [String] {
        try await search.house.database.read(
            of: search.house.account,
            "SELECT unnest(string_to_array(texts, chr(1))) FROM search_page WHERE account_id = \(search.house.account) ORDER BY begins"
        ).map { try $0.decode(0) }
    }

    private func held(_ search: SearchHouse) async throws -> Int64? {
        try await search.house.database.read(
            of: search.house.account,
            "SELECT held FROM search_page WHERE account_id = \(search.house.account) ORDER BY begins DESC LIMIT 1"
        ).first?.decode(0)
    }

    private func set(_ search: inout SearchHouse, _ id: Identifier, _ fields: [JSONMember]) async throws {
        try await search.push([
            SyncOperation(
                opId: .random(), id: id, at: HybridTime(.now(), device: search.house.devices[0]), fields: fields)
        ])
    }

    @Test func whatChangesAfterAPageWasMadeIsFoundAsItIsNow() async throws {
        var search = try await SearchHouse(.open())
        var ids: [Identifier] = []
        for number in 1...7 {
            ids.append(try await search.add("milk \(number)", notes: number == 3 ? "CAFÉ" : nil))
        }
        let revision = try await search.house.revision()
        try await pages(search, batch: 3).fold(search.house.account)
        #expect(try await texts(search).count == 7)
        #expect(try await search.house.revision() == revision, "pages are no change")
        #expect(try await search.ids("milk", limit: 3).count == 7)
        #expect(try await search.titles("cafe") == ["milk 3"])

        try await set(&search, ids[0], [JSONMember("title", .string("honey"))])
        try await set(&search, ids[1], [JSONMember("state", .string("completed"))])
        try await search.push([
            SyncOperation(
                opId: .random(), id: ids[2], at: HybridTime(.now(), device: search.house.devices[0]), kind: .delete)
        ])
        for _ in 1...2 {
            #expect(try await search.titles("milk") == ["milk 7", "milk 6", "milk 5", "milk 4", "milk 2"])
            #expect(try await search.titles("mlik") == ["milk 7", "milk 6", "milk 5", "milk 4", "milk 2"])
            #expect(try await search.titles("honey") == ["honey"])
            #expect(try await search.titles("cafe").isEmpty)
            // The second time from pages alone, in which the old entries still are.
            try await pages(search).fold(search.house.account)
            #expect(try await texts(search).count == 9)
        }
    }

    @Test func muchIsFoldedByTheFirstSearch() async throws {
        var search = try await SearchHouse(.open())
        let device = search.house.devices[0]
        let count = SearchPages.mostUnfolded + 1
        try await search.push(
            (1...UInt64(count)).map { number in
                SyncOperation(
                    opId: Identifier(high: 1, low: number), id: Identifier(high: 2, low: number),
                    at: HybridTime(.now(), device: device), fields: [JSONMember("title", .string("milk \(number)"))]
                )
            })
        #expect(try await texts(search).isEmpty)
        #expect(try await search.ids("milk", limit: 50).count == count)
        #expect(try await texts(search).count == count)
    }

    /// A device that brings many tasks, and nobody who searches.
    @Test func whatComesInGreatNumberIsFoldedBesideTheRequests() async throws {
        let search = try await SearchHouse(.open())
        let operations = (1...UInt64(300)).map { number in
            SyncOperation(
                opId: Identifier(high: 1, low: number), id: Identifier(high: 2, low: number),
                at: HybridTime(.now(), device: search.house.devices[0]),
                fields: [JSONMember("title", .string("milk \(number)"))])
        }
        let result = try await search.house.ledger.push(Push(operations: operations), to: search.house.account)
        let commit = try #require(result.merged)
        let account = search.house.account
        let folding = FoldingAhead(search.house.database, stride: 300, rest: .milliseconds(1))
        folding.hear(.committed(commit, after: 0, in: account))
        while try await texts(search).count < operations.count { await Task.yield() }
    }

    @Test func oldPagesAreMadeIntoNewOnes() async throws {
        var search = try await SearchHouse(.open())
        var ids: [Identifier] = []
        for number in 1...80 { ids.append(try await search.add("milk \(number)")) }
        for word in ["tea", "rice", "salt", "bread", "oil", "eggs", "flour", "pears"] {
            for id in ids.prefix(70) { try await set(&search, id, [JSONMember("notes", .string(word))]) }
            try await pages(search).fold(search.house.account)
        }
        let entries = try await texts(search)
        #expect(entries.count < 80 * 4, "nothing was left behind")
        #expect(try await held(search) == Int64(entries.count))
        #expect(try await search.ids("milk", limit: 100).count == 80)
        #expect(try await search.ids("pears", limit: 100).count == 70)
        #expect(try await search.ids("flour", limit: 100).isEmpty)
    }

    @Test func whoFoldsAtTheSameTimeFoldsNothingTwice() async throws {
        var search = try await SearchHouse(.open())
        for number in 1...40 { try await search.add("milk \(number)") }
        let (pages, account) = (pages(search, batch: 4), search.house.account)
        try await atOnce(1...4) { _ in try await pages.fold(account) }
        #expect(try await texts(search).count == 40)
        #expect(try await search.ids("milk", limit: 7).count == 40)
    }

    @Test func whatIsGoneIsScrubbed() async throws {
        var search = try await SearchHouse(.open())
        let secret = try await search.add("secret one")
        let other = try await search.add("milk secret")
        try await search.add("honey")
        try await pages(search, batch: 1).fold(search.house.account)
        try await set(&search, other, [JSONMember("title", .string("milk"))])
        try await search.house.database.write(
            of: search.house.account,
            "DELETE FROM task WHERE account_id = \(search.house.account) AND task_id = \(secret)")
        try await pages(search).scrub(search.house.account)
        #expect(try await texts(search).filter { !$0.isEmpty } == [" honey \n"])
        #expect(try await held(search) == 1)
        #expect(try await search.titles("honey") == ["honey"])
        #expect(try await search.titles("milk") == ["milk"])
    }

    @Test func deletionsInGreatNumberAreNotLookedAtForEver() async throws {
        var search = try await SearchHouse(.open())
        try await search.add("milk")
        let account = search.house.account
        try await search.house.database.write(
            "UPDATE account_clock SET revision = \(SearchPages.mostChanges + 2) WHERE account_id = \(account)")
        #expect(try await search.titles("milk") == ["milk"])
        let through = try await search.house.database.read(
            of: account, "SELECT max(through) FROM search_page WHERE account_id = \(account)")
        #expect(try through[0].decode(0, as: Int64.self) == SearchPages.mostChanges + 2)
    }
}
