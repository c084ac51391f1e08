import Seeds
import Testing

@testable import DaybookCore

/// The one sort for all, and the pieces of a text.
@Suite struct OrderedTests {
    private struct Card: Equatable {
        var suit: Int
        var place: Int
    }

    @Test func whatIsEqualStaysAsItStood() {
        var random = SeededRandom(.current)
        for count in 0..<200 {
            let cards = (0..<count).map { Card(suit: Int.random(in: 0..<7, using: &random), place: $0) }
            let ordered = cards.ordered { $0.suit < $1.suit }
            let expected = (0..<7).flatMap { suit in cards.filter { $0.suit == suit } }
            #expect(ordered == expected, "\(RandomSeed.current) \(count)")
            #expect(ordered.ordered { $0.suit < $1.suit } == expected, "\(RandomSeed.current) \(count)")
        }
    }

    @Test func whatCanBeComparedNeedsNoQuestion() {
        #expect([3, 1, 2].ordered() == [1, 2, 3])
        #expect(Set(["b", "c", "a"]).ordered() == ["a", "b", "c"])
    }

    @Test(arguments: [
        ("a;b", ["a", "b"]), ("a", ["a"]), ("", [""]), (";a;;", ["", "a", "", ""]), ("ä;😀", ["ä", "😀"]),
    ])
    func aTextHasOnePieceMoreThanSigns(_ text: String, _ pieces: [String]) {
        #expect(text.pieces(between: UInt8(ascii: ";")) == pieces)
        #expect(text.pieces(between: UInt8(ascii: ";"), atMost: 1) == [text])
    }
}
