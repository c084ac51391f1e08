import Seeds
import TestWire
import Testing

@testable import DaybookCore

/// Texts that are as long as notes may be.
@Suite struct LongTextTests {
    private static let samples = [
        "Buy Milk, quickly!", "Crème brûlée", "Hauptstraße 5", "買牛奶と卵", "Ёлка и снег", "e\u{301}te\u{301}",
        "don't won\u{2019}t",
        "👨‍👩‍👧 and 🇩🇪🇫🇷", "ｆｕｌｌ ｗｉｄｔｈ", "ﬃ ligature", "สวัสดี", "שלום עולם", "a\r\nb\tc\u{200B}d", "x\u{308}\u{323}y",
        "한국어 텍스트",
        "각", "न\u{94D}ष", "\u{301}x", "…—«»", "İstanbul ı", "1\u{20E3}2", "a\u{200D}b",
    ]

    /// Reading by scalars finds what reading by characters does.
    @Test func foldingIsTheSameWhicheverWayItIsRead() {
        var random = RandomSeed.generator()
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                Self.samples.randomElement(using: &random) ?? ""
            }.joined(separator: ["", " ", "\n", "."].randomElement(using: &random) ?? "")
            var parts: [SearchFolding.Part] = []
            var places: [Int] = []
            SearchFolding.read(text) { offset, letter in
                places.append(offset)
                switch letter {
                case .ascii(let byte): parts.append(.word([byte]))
                case .other(let part): parts.append(part)
                }
                return true
            }
            #expect(parts == text.map { SearchFolding.part($0) }, "\(text.debugDescription)")
            #expect(places == text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) })
        }
    }

    /// A passage is looked for up to its end and no farther.
    @Test func aFindAtTheBeginningCostsNothingForWhatFollows() throws {
        // Only the text itself is made longer.
        try expectLinear(from: 20_000) { size in
            let notes = "milk " + String(repeating: "bread and butter\n", count: size)
            let text = MarkedText(notes, [(SearchQuery("milk").words[0], false)], passageOnly: true)
            #expect(text.passage?.first?.text == "milk")
        }
        measured {
            let notes = "milk " + String(repeating: "bread and butter\n", count: 60_000)
            let began = ownTime()
            for _ in 0..<60 {
                _ = MarkedText(notes, [(SearchQuery("milk").words[0], false)], passageOnly: true).passage
            }
            #expect(ownTime() - began < .seconds(2))
        }
    }

    @Test func aTextWithoutAnySpaceIsLookedThroughInParts() throws {
        let query = SearchQuery("needle")
        for place in [0, 10, 4085, 4090, 4096, 4099, 4105, 8190, 100_000] {
            let notes = String(repeating: "x", count: place) + "needle" + String(repeating: "y", count: 100_000)
            let pieces = try #require(MarkedText(notes, [(query.words[0], false)], passageOnly: true).passage)
            #expect(pieces.filter(\.isMatch).map(\.text) == ["needle"], "\(place)")
            #expect(pieces.map(\.text).joined().count == 160, "\(place)")
        }
        let all = String(repeating: "milk", count: 100_000)
        let pieces = try #require(MarkedText(all, [(SearchQuery("milk").words[0], false)], passageOnly: true).passage)
        #expect(pieces.map(\.text).joined().count == 160)
    }

    /// Of a word without end its beginning is looked for.
    @Test(arguments: ["a", "ü", "買"]) func aWordWithoutEnd(letter: String) throws {
        let word = try #require(SearchQuery(String(repeating: letter, count: 1000)).words.first)
        #expect((90...96).contains(word.bytes.count) && Array(word.text.utf8) == word.bytes)
        var task = TaskItem.named("Shopping")
        task.notes = String(repeating: letter, count: 1000)
        #expect(SearchQuery([word]).hits(among: [task]).count == 1)
    }

    @Test func longNotesAreLeftOutOfAHit() throws {
        var task = TaskItem.named("Shopping")
        task.notes = String(repeating: "word ", count: 1000) + "milk"
        let hit = try #require(SearchQuery("milk").hits(among: [task]).first)
        var writer = JSONWriter()
        hit.write(to: &writer)
        #expect(writer.bytes.count < 2000)
        let json = try JSONValue(json: writer.bytes)
        #expect(json["notesLeftOut"] == true && json["task"]?["notes"] == JSONValue.null)
        #expect(hit.task.notes == task.notes)
        task.notes = "some milk"
        var short = JSONWriter()
        SearchQuery("milk").hits(among: [task])[0].write(to: &short)
        let told = try JSONValue(json: short.bytes)
        #expect(told["notesLeftOut"] == false && told["task"]?["notes"] == "some milk")
    }
}
