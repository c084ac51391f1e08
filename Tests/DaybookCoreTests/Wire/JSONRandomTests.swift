import Foundation
import Seeds
import Testing

@testable import DaybookCore

/// Random documents: ours survive a round trip, and broken ones are judged as Foundation judges them.
@Suite struct JSONRandomTests {
    static let seed = RandomSeed.current

    @Test func valuesSurviveTheRoundTrip() throws {
        var random = SeededRandom(Self.seed)
        for _ in 0..<2000 {
            let value = JSONValue.random(depth: 4, using: &random)
            let json = value.json
            #expect(try JSONValue(json: json) == value, "\(String(decoding: json, as: UTF8.self)), \(Self.seed)")
            // Foundation reads the same document; what it cannot hold, it refuses as out of its range.
            let theirs = try? JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)
            #expect(theirs != nil, "\(String(decoding: json, as: UTF8.self)), \(Self.seed)")
        }
    }

    /// White space anywhere between tokens changes nothing.
    @Test func whiteSpaceIsFree() throws {
        var random = SeededRandom(Self.seed)
        for _ in 0..<300 {
            let value = JSONValue.random(depth: 3, using: &random)
            let spaced = value.json(spacing: &random)
            #expect(try JSONValue(json: spaced) == value, "\(String(decoding: spaced, as: UTF8.self)), \(Self.seed)")
        }
    }

    /// Documents with a few bytes changed, cut or doubled: taken or refused, never a trap, and as Foundation decides
    /// wherever it is strict (`Judge`).
    @Test func brokenDocumentsAreJudgedAsByFoundation() throws {
        var random = SeededRandom(Self.seed)
        var (taken, refused) = (0, 0)
        for _ in 0..<4000 {
            var bytes = JSONValue.random(depth: 3, using: &random).json
            for _ in 0..<Int.random(in: 1...2, using: &random) { Self.damage(&bytes, &random) }
            let ours = (try? JSONGrammarTests.skim(bytes)) != nil
            if ours { taken += 1 } else { refused += 1 }
            guard let theirs = Judge.foundation(bytes) else { continue }
            #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self)) \(bytes), \(Self.seed)")
        }
        #expect(taken > 200 && refused > 1000)
    }

    /// Every prefix of a document is refused, at its end or before, and never traps.
    @Test func prefixesAreRefused() throws {
        var random = SeededRandom(Self.seed)
        for _ in 0..<60 {
            let json = JSONValue.array([.random(depth: 3, using: &random)]).json
            for length in 0..<json.count {
                #expect(throws: WireError.self) { try JSONGrammarTests.skim(Array(json.prefix(length))) }
            }
        }
    }

    static let alphabet = Array("{}[]:,\"\\ntrufalse0123456789.eE+-x/ \u{0}\t".utf8) + [0x80, 0xC3, 0xFF]

    static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard !bytes.isEmpty else { return bytes.append(0x5B) }
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[at] = alphabet.randomElement(using: &random)!
        case 1: bytes.insert(alphabet.randomElement(using: &random)!, at: at)
        case 2: bytes.remove(at: at)
        case 3: bytes.removeLast(min(bytes.count, Int.random(in: 1...3, using: &random)))
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 3)], at: at)
        }
    }
}

/// What Foundation says of a document, or nil where it is known to be laxer or to have limits of its own.
enum Judge {
    static func foundation(_ bytes: [UInt8]) -> Bool? {
        // It guesses UTF-16 and UTF-32 from zero bytes.
        if bytes.contains(0) { return nil }
        // It takes a comma before a closing bracket.
        let words = bytes.filter { !" \t\r\n".utf8.contains($0) }
        let commasAtTheEnd = zip(words, words.dropFirst()).contains { comma, bracket in
            comma == UInt8(ascii: ",") && (bracket == UInt8(ascii: "]") || bracket == UInt8(ascii: "}"))
        }
        if commasAtTheEnd { return nil }
        // It refuses numbers beyond a Double, which RFC 8259 allows and we keep as text.
        for (index, byte) in bytes.enumerated() where byte | 0x20 == 0x65 {
            var rest = bytes[(index + 1)...]
            if let sign = rest.first, sign == 0x2B || sign == 0x2D { rest = rest.dropFirst() }
            if rest.prefix(while: { (0x30...0x39).contains($0) }).count >= 3 { return nil }
        }
        return (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }
}

extension JSONValue {
    static func random(depth: Int, using random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2:
            return .integer(
                [0, 1, -1, .max, .min, .random(in: -1000...1000, using: &random)].randomElement(using: &random)!)
        case 3:
            return .decimal(
                ["1.5", "-0", "-0.0", "1e10", "12345678901234567890", "0.1E-3"].randomElement(using: &random)!)
        case 4, 5: return .string(.random(using: &random))
        case 6, 7:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            return .object(
                (0..<Int.random(in: 0...20, using: &random)).map { index in
                    JSONMember("\(String.random(using: &random))\(index)", .random(depth: depth - 2, using: &random))
                })
        }
    }

    /// The same document with random white space between its tokens.
    func json(spacing random: inout SeededRandom) -> [UInt8] {
        func space() -> [UInt8] {
            (0..<Int.random(in: 0...2, using: &random)).map { _ in
                [0x20, 0x09, 0x0A, 0x0D].randomElement(using: &random)!
            }
        }
        switch self {
        case .array(let items):
            var bytes = space() + [0x5B] + space()
            for (index, item) in items.enumerated() {
                if index > 0 { bytes += [0x2C] + space() }
                bytes += item.json(spacing: &random) + space()
            }
            return bytes + [0x5D] + space()
        case .object(let members):
            var bytes = space() + [0x7B] + space()
            for (index, member) in members.enumerated() {
                if index > 0 { bytes += [0x2C] + space() }
                bytes += JSONValue.string(member.name).json + space() + [0x3A]
                bytes += member.value.json(spacing: &random) + space()
            }
            return bytes + [0x7D] + space()
        default: return space() + json + space()
        }
    }
}

extension String {
    static func random(using random: inout SeededRandom) -> String {
        let pieces = [
            "a", "Buy milk", "\"", "\\", "/", "\n", "\t", "\r", "\u{8}", "\u{C}", "\u{0}", "\u{1F}", "\u{7F}", "é", "ß",
            "日本", "😀",
            "👩‍👩‍👧", "\u{2028}", "\u{FFFF}", "\u{10FFFF}", "e\u{301}", "\\u0041", " ", "{", "]", "0",
        ]
        return (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
    }
}
