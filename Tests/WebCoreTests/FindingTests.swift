import DaybookCore
import Testing

@testable import WebCore

/// Search, tags, and what the outline knows of names.
@Suite struct FindingTests {
    private var page: Page
    init() throws { page = try .begun() }

    private mutating func search(_ text: String) throws -> JSONValue {
        let wanted = String(decoding: JSONValue.string(text).json, as: UTF8.self)
        let view = "{\"kind\":\"search\",\"text\":\(wanted)}"
        return try page.ask("look", "{\"now\":\(page.now),\"view\":\(view),\"from\":0,\"count\":99}")
    }

    private mutating func found(_ text: String) throws -> [String?] {
        try search(text).items("rows")?.map { $0.text("title") } ?? []
    }

    @Test mutating func whatAnswersBestComesFirst() throws {
        for title in ["Milk", "Milkshake", "Buttermilk", "Bread"] { _ = try page.add(title) }
        #expect(try found("milk") == ["Milk", "Milkshake", "Buttermilk"])
        #expect(try found("mlik") == ["Milk"])
        #expect(try search("mlik").items("rows")?.map { $0["isMisspelt"] } == [true])
        #expect(try found("") == [])
    }

    @Test mutating func whatWasFoundIsMarked() throws {
        let id = try page.add("\u{1F95B} Oat milk for milk tea", "{\"kind\":\"inbox\"}")
        _ = try page.edit(id, "\"notes\":\"The milk of the corner shop\"")
        let row = try #require(search("milk").items("rows")?.first)
        // The carton is two of the page's units.
        #expect(row["found"] == .array([.array([7, 11]), .array([16, 20])]))
        #expect(row.items("foundNotes")?.map { $0.text("text") } == ["The ", "milk", " of the corner shop"])
        #expect(row.items("foundNotes")?.map { $0["isMatch"] } == [false, true, false])
    }

    @Test mutating func wordsAndFiltersAreReadTogether() throws {
        let milk = try page.add("Milk")
        let tea = try page.add("Milk tea", "{\"kind\":\"inbox\"}")
        for id in [milk, tea] { _ = try page.edit(id, "\"tags\":[\"shop\"]") }
        _ = try page.add("Milk shake")
        #expect(try found("milk #shop") == ["Milk tea", "Milk"])
        #expect(try found("#shop date:none milk") == ["Milk tea"])
        #expect(try search("#shop milk").items("rows")?.first?["found"] == .array([.array([0, 4])]))
        #expect(try found("#shop sort:-title") == ["Milk tea", "Milk"])
        // Without a sign of the language they are words.
        #expect(try found("today") == [])
        #expect(try search("today")["broken"] == nil)
    }

    @Test mutating func whatIsNoFilterIsLookedForAsWords() throws {
        _ = try page.add("Spät: Anna")
        let look = try search("spät anna: now")
        #expect(look["brokenAt"] == .integer(6))
        #expect(try found("spät: anna") == ["Spät: Anna"])
        #expect(look.text("broken") == "filter_unknown_field")
    }

    @Test mutating func aSearchFollowsEachChange() throws {
        let id = try page.add("Milk")
        #expect(try found("milk") == ["Milk"])
        _ = try page.add("Oat milk")
        #expect(try found("milk") == ["Oat milk", "Milk"])
        _ = try page.edit(id, "\"title\":\"Bread\"")
        #expect(try found("milk") == ["Oat milk"])
        _ = try page.edit(id, "\"title\":\"Milk\"")
        #expect(try found("milk") == ["Milk", "Oat milk"])
        _ = try page.do("{\"act\":\"delete\",\"ids\":[\"\(id)\"]}")
        #expect(try found("milk") == ["Oat milk"])
    }

    @Test mutating func aTagHasItsOpenTasks() throws {
        let ids = try ["Milk", "Tea", "Soap"].map { try page.add($0) }
        for id in ids { _ = try page.edit(id, "\"tags\":[\"shop\"],\"category\":\"Home\"") }
        _ = try page.edit(ids[0], "\"tags\":{\"add\":[\"cold\"]}")
        _ = try page.edit(ids[1], "\"state\":\"completed\"")
        #expect(try page.titles(in: "{\"kind\":\"tag\",\"tag\":\"shop\"}") == ["Milk", "Soap"])
        let outline = try page.ask("outline", "{\"now\":\(page.now)}")
        #expect(outline.items("tags")?.map { $0.text("name") } == ["shop", "cold"])
        #expect(outline.items("tags")?.map { $0["open"] } == [2, 1])
        #expect(outline.items("categories")?.map { $0.text("name") } == ["Home"])
        _ = try page.edit(ids[2], "\"tags\":[]")
        #expect(try page.ask("outline", "{\"now\":\(page.now)}").items("tags")?.map { $0["open"] } == [1, 1])
        #expect(try page.titles(in: "{\"kind\":\"tag\",\"tag\":\"shop\"}") == ["Milk"])
    }
}
