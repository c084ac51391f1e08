import DaybookCore
import HTTP
import Postgres
import Testing

@testable import DaybookAPI
@testable import DaybookStore
@testable import TestAccounts

/// Notes of a megabyte are found, and shown, without being read.
@Suite(.closing) struct LongNotesTests {
    private static let prose = """
        On Tuesday we met at the garden; the roof -- still wet from the night -- has to be mended before winter. Éloïse asked
        for new gutters (copper, not zinc!), and the neighbour's cat slept in the wheelbarrow. 12 planks, 3 buckets of paint...

        """

    /// Prose of so many letters with a find in the middle of it.
    private static func notes(_ length: Int, find: String, at part: Double) -> String {
        let lines = length / prose.count
        return (0..<lines).map { "\($0 == Int(Double(lines) * part) ? find + " " : "")\(prose)" }.joined()
    }

    @Test(arguments: [0.0, 0.3, 0.5, 0.97])
    func thePassageIsTheOneAroundTheFirstFind(part: Double) async throws {
        var search = try await SearchHouse(.open())
        try await search.add("Garden", notes: Self.notes(400_000, find: "The Crème brûlée", at: part))
        for (query, found) in [("creme", "Crème"), ("brulee", "brûlée"), ("rulé", "rûlé")] {
            let hit = try #require(try await search.ask(query)["hits"]?[0])
            #expect(hit["notesLeftOut"] == true && hit["task"]?["notes"] == JSONValue.null)
            let pieces = try #require(hit.passage)
            #expect(pieces.filter(\.isMatch).map(\.text) == [found], "\(query) in \(pieces)")
            #expect(pieces.map(\.text).joined().contains("Crème brûlée On Tuesday"), "\(pieces)")
        }
    }

    @Test func aMisspeltWordIsShownAsItStands() async throws {
        var search = try await SearchHouse(.open())
        try await search.add("Garden", notes: "Bring Marmelade. " + Self.notes(100_000, find: "", at: 0))
        let hit = try #require(try await search.ask("mramelade garden")["hits"]?[0])
        #expect(hit["isMisspelt"] == true)
        #expect(hit.passage?.first { $0.isMatch }?.text == "Marmelade")
        #expect(hit["highlights"]?["title"]?[0]?["isMatch"] == true)
    }

    /// Where what is before the find says much in few words, the place in the notes is not where the folded one says.
    @Test func whereThePassageIsNotMetTheFoldedWordsAreShown() async throws {
        var search = try await SearchHouse(.open())
        let rule = String(repeating: "- ", count: 100_000)
        try await search.add("Garden", notes: rule + Self.notes(100_000, find: "Crème", at: 0.5))
        let pieces = try #require(try await search.ask("creme")["hits"]?[0]?.passage)
        #expect(pieces.filter(\.isMatch).map(\.text) == ["creme"])
        #expect(pieces.map(\.text).joined().contains("buckets of paint creme on tuesday we met"), "\(pieces)")
    }

    @Test func notesThatSayLittleHaveShortFoldedTexts() async throws {
        var search = try await SearchHouse(.open())
        try await search.add("Garden", notes: String(repeating: "- ", count: 1500) + "Milk")
        #expect(try await search.ask("milk")["hits"]?[0]?.passage?.first { $0.isMatch }?.text == "Milk")
        #expect(try await search.ask("garden")["hits"]?[0]?["highlights"]?["notes"] == .some(.null))
    }

    private static func expectLittle(of statement: Query, _ search: SearchHouse) async throws {
        let rows = try await search.house.database.read(of: search.house.account, statement)
        var bytes = 0
        for row in rows {
            for column in 0..<row.columnCount {
                bytes += (try? row.decode(column, as: String?.self)?.utf8.count) ?? 0
            }
        }
        #expect(bytes < 5 * 20_000)
    }

    /// What the database sends, whatever it looks through.
    @Test func noAnswerHoldsWholeNotes() async throws {
        var search = try await SearchHouse(.open())
        let notes = Self.notes(1_000_000, find: "Crème", at: 0.9)
        for number in 1...5 { try await search.add("Garden \(number)", notes: notes) }
        for query in ["creme", "cremme", "garden"] {
            let filter = try SearchFilter(Request("GET", "/v1/search?q=\(query)"))
            let statements = SearchStatements(account: search.house.account, filter: filter, bounds: SearchBounds())
            let tasks = try await search.tasks()
            let unfolded = statements.unfolded
            if query == "creme" { try await Self.expectLittle(of: unfolded, search) }
            _ = try await search.ask(query)
            let page: Int64 = try await search.house.database.read(
                of: search.house.account, "SELECT min(begins) FROM search_page")[0].decode(0)
            for statement in [
                statements.part(before: nil, after: nil, atMost: 100), unfolded, statements.forgiving,
                statements.tasks(
                    tasks.map { task in
                        let place = SearchPlace(
                            score: 0, isCompleted: false, updatedAt: task.updatedAt, id: task.id)
                        return SearchFind(
                            place: place, revision: task.revision, page: page, misspellingInNotes: "creme")
                    }),
            ] {
                try await Self.expectLittle(of: statement, search)
            }
        }
    }
}

extension JSONValue {
    /// Of a hit's notes.
    fileprivate var passage: [SearchHighlights.Piece]? {
        guard case .array(let pieces)? = self["highlights"]?["notes"] else { return nil }
        return pieces.compactMap { piece in
            guard case .string(let text)? = piece["text"] else { return nil }
            return SearchHighlights.Piece(text, isMatch: piece["isMatch"] == true)
        }
    }
}
