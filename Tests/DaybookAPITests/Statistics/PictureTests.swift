import DaybookCore
import Foundation
import FoundationXML
import HTTP
import Testing

@testable import DaybookAPI

/// The pictures as a reader meets them: XML that holds the numbers, and words for those who do not see it.
@Suite(.closing) struct PictureTests {
    private let house: StatisticsHouse

    init() async throws { house = try await openStatistics() }

    private static let now = Instant("2026-11-21T12:00:00Z") ?? .earliest

    private struct Element: Sendable {
        let name: String
        let fields: [String: String]
        var text = ""
    }

    private final class Reading: NSObject, XMLParserDelegate {
        var elements: [Element] = []
        private var open: [Int] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            open.append(elements.count)
            elements.append(Element(name: name, fields: attributes))
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if let last = open.last { elements[last].text += text }
        }

        func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
            open.removeLast()
        }
    }

    /// The elements in the order in which they begin.
    private func read(_ bytes: [UInt8]) -> [Element] {
        let parser = XMLParser(data: Data(bytes))
        let reading = Reading()
        parser.delegate = reading
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
        return reading.elements
    }

    @Test func everyPictureSaysInWordsWhatItShows() async throws {
        try await house.complete(1, at: "2026-11-20T10:00:00Z", category: "<b>&\"\u{1} \u{202E}")
        try await house.complete(2, at: "2026-11-20T11:00:00Z")
        let pictures = [
            try await house.read(DrawDaily.init, at: Self.now), try await house.read(DrawYear.init, at: Self.now),
            try await house.read(DrawBalance.init, "by=category", at: Self.now),
        ]
        var identifiers: Set<String> = []
        for picture in pictures {
            let elements = read(picture.bytes)
            let root = try #require(elements.first)
            #expect(root.name == "svg" && root.fields["role"] == "img")
            let named = try #require(root.fields["aria-labelledby"]).split(separator: " ").map(String.init)
            #expect(named.count == 2)
            for name in named {
                #expect(identifiers.insert(name).inserted, "two pictures of a page share \(name)")
                let element = elements.first { $0.fields["id"] == name }
                #expect(element?.name == "title" || element?.name == "desc")
                #expect(element?.text.isEmpty == false)
            }
            // Nothing in it runs, and nothing is fetched.
            #expect(!elements.contains { ["script", "image", "use", "a", "foreignObject"].contains($0.name) })
            #expect(!picture.text.contains("href") && !picture.text.contains("url("))
            #expect(picture.text.contains("prefers-color-scheme:dark"))
            #expect(picture.bytes.count < 40_000)
        }
        #expect(pictures[0].text.contains("2 completed, the most on 2026-11-20: 2."))
        #expect(pictures[2].text.contains("&lt;b&gt;&amp;&quot;"))
    }

    @Test func everyDayHasItsBarAndItsSquare() async throws {
        try await house.complete(1, at: "2024-02-29T10:00:00Z")
        let daily = try await house.read(DrawDaily.init, at: Self.now)
        #expect(titles(daily).count { $0.hasSuffix(": 0") } == 30)
        let year = titles(try await house.read(DrawYear.init, "year=2024", at: Self.now))
        #expect(year.count == 366)
        #expect(year.contains("2024-02-29: 1"))
        #expect(year.contains("2024-12-31: 0"))
    }

    /// What is told of single bars and squares.
    private func titles(_ picture: StatisticsHouse.Answer) -> [String] {
        read(picture.bytes).filter { $0.name == "title" && $0.text.hasPrefix("20") }.map(\.text)
    }

    @Test(arguments: ["light", "dark"])
    func aThemeIsThatOne(theme: String) async throws {
        let picture = try await house.read(DrawDaily.init, "theme=\(theme)", at: Self.now)
        #expect(!picture.text.contains("@media"))
        #expect(picture.text.contains(theme == "dark" ? ".ink{fill:#e6edf3}" : ".ink{fill:#24292f}"))
    }

    @Test(arguments: ["theme=blue", "year=0", "year=x", "from=2024-01-01&to=2026-01-01", "by=nothing"])
    func whatCannotBeDrawnIsRefused(query: String) async throws {
        let problem = await #expect(throws: Problem.self) {
            if query.hasPrefix("by") {
                _ = try await house.read(DrawBalance.init, query, at: Self.now)
            } else if query.hasPrefix("year") {
                _ = try await house.read(DrawYear.init, query, at: Self.now)
            } else {
                _ = try await house.read(DrawDaily.init, query, at: Self.now)
            }
        }
        #expect(problem?.type == .malformedParameter)
    }

    @Test func anUnchangedPictureIsNotDrawnAgain() async throws {
        let first = try await house.read(DrawBalance.init, at: Self.now)
        #expect(first.text.contains("Nothing completed yet"))
        let tag = try #require(first.tag)
        #expect(try await house.read(DrawBalance.init, at: Self.now, holding: tag).status == .notModified)
    }
}
