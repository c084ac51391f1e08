import Foundation
import Testing

@testable import DaybookCore

/// The pages about plain words and filters say what the code does.
@Suite struct PlainWordsPageTests {
    private static func page(_ name: String) throws -> String {
        let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/use")
        return try String(contentsOf: docs.appending(path: name), encoding: .utf8)
    }

    /// The first two cells of the rows of tables, as they stand between back quotes.
    private static func rows(of text: Substring) -> [(first: String, second: String)] {
        text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| `"), cells.count >= 2 else { return nil }
            return (cells[0].trimmingCharacters(in: ["`"]), cells[1].trimmingCharacters(in: ["`"]))
        }
    }

    @Test(arguments: [("<!-- english -->", Language.english), ("<!-- german -->", .german)])
    func everyLineReadsAsThePageSays(mark: String, language: Language) throws {
        let page = try Self.page("plain-words.md")
        let start = try #require(page.range(of: mark)).upperBound
        let end = try #require(page.range(of: "<!-- ", range: start..<page.endIndex)).lowerBound
        let rows = Self.rows(of: page[start..<end])
        #expect(rows.count >= 8, "the table was not found")
        for (line, meaning) in rows {
            #expect(plainly(line, language) == meaning.replacing(" · ", with: " | "), "\(line)")
        }
    }

    @Test func everyLineWithAPartOfTheDayReadsAsThePageSays() throws {
        let page = try Self.page("plain-words.md")
        let start = try #require(page.range(of: "<!-- parts of the day -->")).upperBound
        let end = try #require(page.range(of: "<!-- ", range: start..<page.endIndex)).lowerBound
        let rows = Self.rows(of: page[start..<end])
        #expect(rows.count >= 8, "the table was not found")
        for (line, meaning) in rows {
            // German reads these lines as English does, and its own besides.
            let read = plainly(line, .german, understanding: PlainWords.all)
            #expect(read == meaning.replacing(" · ", with: " | "), "\(line)")
        }
    }

    @Test func everyFilterOfThePageIsRead() throws {
        let page = try Self.page("filters.md")
        let start = try #require(page.range(of: "## Examples")).upperBound
        let end = try #require(page.range(of: "## The language")).lowerBound
        let lists = ["Groceries", "Work trip"].enumerated().map { index, name in
            var list = TaskList(id: Identifier(high: 1, low: UInt64(index)))
            list.name = name
            return list
        }
        let rows = Self.rows(of: page[start..<end])
        #expect(rows.count > 20, "the table was not found")
        for (filter, _) in rows {
            #expect(throws: Never.self, "\(filter)") { try TaskFilter(filter, at: plainMoment, lists: lists) }
        }
        for code in FilterError.Code.allCases { #expect(page.contains("`\(code.rawValue)`")) }
        for name in FilterField.allCases.flatMap(\.names) where name.count > 4 && name != "tags" {
            let isTold = page.contains("`\(name)`")
            #expect(isTold || ["label", "entry", "search"].contains(name), "\(name)")
        }
    }
}
