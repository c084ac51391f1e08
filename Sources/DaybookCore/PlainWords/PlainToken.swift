/// A piece of a line: a word, a number or a sign. Spaces stand between pieces and are none.
struct PlainToken {
    enum Kind: Equatable {
        /// Nil for a word that is in no table.
        case word(PlainSense?)
        /// With the count of its digits; of at most nine, so that it can be added to.
        case number(Int, digits: Int)
        case longNumber
        case sign(UInt8)
        /// Somebody's words in quotes, quotes included.
        case quoted
    }

    let kind: Kind
    let bytes: Range<Int>
    let key: PlainWordKey?
    /// No space stands before it.
    let isGlued: Bool
    /// Something may be understood from here on: no word stands right before it.
    var begins = false
    /// Something may be understood up to here: behind it comes a space, or a sign that ends something.
    var ends = false

    var sense: PlainSense? {
        guard case .word(let sense) = kind else { return nil }
        return sense
    }

    var sign: UInt8? {
        guard case .sign(let sign) = kind else { return nil }
        return sign
    }

    /// `am` and `pm`, whatever else they mean in a language.
    static let (am, pm) = (
        PlainWordKey(Array("am".utf8)[...]), PlainWordKey(Array("pm".utf8)[...])
    )
}

extension PlainToken {
    /// The pieces of a line, in one pass over its bytes and one back.
    ///
    /// - Parameter plain: bytes to be left as they are, as if they were quoted.
    static func all(of bytes: [UInt8], in vocabulary: PlainVocabulary, plain: [Range<Int>]) -> [PlainToken] {
        var tokens: [PlainToken] = []
        tokens.reserveCapacity(bytes.count / 4 + 1)
        let quotes = PlainQuotes(bytes)
        var place = 0
        var isGlued = false
        while place < bytes.count {
            let space = PlainBytes.space(bytes, place)
            if space > 0 {
                place += space
                isGlued = false
                continue
            }
            let start = place
            var kind = Kind.quoted
            var key: PlainWordKey?
            if let left = plain.first(where: { $0.contains(start) }) {
                place = min(left.upperBound, bytes.count)
                // Never inside of a character.
                while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
            } else if let end = quotes.end(of: start) {
                place = end
            } else if PlainBytes.isDigit(bytes[place]) {
                while place < bytes.count, PlainBytes.isDigit(bytes[place]) { place += 1 }
                kind = number(bytes[start..<place])
            } else if PlainBytes.isLetter(bytes, place) {
                place = PlainBytes.endOfWord(bytes, place)
                key = PlainWordKey(bytes[start..<place])
                kind = .word(key.flatMap { vocabulary.senses[$0] })
            } else {
                place += PlainBytes.length(bytes, place)
                kind = .sign(bytes[start])
            }
            tokens.append(PlainToken(kind: kind, bytes: start..<place, key: key, isGlued: isGlued))
            isGlued = true
        }
        bound(&tokens)
        return tokens
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Kind {
        guard digits.count <= 9 else { return .longNumber }
        return .number(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits: digits.count)
    }

    private static func bound(_ tokens: inout [PlainToken]) {
        // Whether a run of closing signs that begins here comes to a space.
        var closes = true
        for index in tokens.indices.reversed() {
            let isFollowed = index + 1 < tokens.count && tokens[index + 1].isGlued
            tokens[index].ends = !isFollowed || closes
            let isClosing = tokens[index].sign.map(PlainBytes.closing.contains) ?? false
            closes = isClosing && (tokens[index].ends || tokens[index].sign == UInt8(ascii: ","))
            let before = index > 0 ? tokens[index - 1].sign : nil
            tokens[index].begins = !tokens[index].isGlued || before.map(PlainBytes.opening.contains) ?? false
        }
    }
}

/// What bytes of a line are.
enum PlainBytes {
    static let closing = Set(",;.!?:)]}".utf8)
    static let opening = Set("([{,;".utf8)

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// How many bytes of space stand here.
    static func space(_ bytes: [UInt8], _ place: Int) -> Int { space(bytes[...], place) }

    static func space(_ bytes: ArraySlice<UInt8>, _ place: Int) -> Int {
        switch bytes[place] {
        case 0x20, 0x09...0x0D: return 1
        case 0xC2: return place + 1 < bytes.endIndex && [0xA0, 0x85].contains(bytes[place + 1]) ? 2 : 0
        case 0xE2:
            guard place + 2 < bytes.endIndex else { return 0 }
            switch (bytes[place + 1], bytes[place + 2]) {
            case (0x80, 0x80...0x8A), (0x80, 0xA8), (0x80, 0xA9), (0x80, 0xAF), (0x81, 0x9F): return 3
            default: return 0
            }
        case 0xE3:
            return place + 2 < bytes.endIndex && bytes[place + 1] == 0x80 && bytes[place + 2] == 0x80 ? 3 : 0
        default: return 0
        }
    }

    /// Every sign of another script is taken for a letter, but for dashes, ellipses and quotation marks.
    static func isLetter(_ bytes: [UInt8], _ place: Int) -> Bool {
        let byte = bytes[place]
        if byte < 0x80 { return (0x61...0x7A).contains(byte | 0x20) }
        return length(bytes, place) == 1
    }

    /// Of a sign that is no letter, in bytes.
    static func length(_ bytes: [UInt8], _ place: Int) -> Int {
        switch bytes[place] {
        case 0xC2 where place + 1 < bytes.count && [0xAB, 0xBB].contains(bytes[place + 1]): 2
        case 0xE2 where place + 2 < bytes.count && bytes[place + 1] == 0x80:
            switch bytes[place + 2] {
            case 0x90...0x98, 0x9A...0x9F, 0xA6: 3
            default: 1
            }
        default: 1
        }
    }

    /// An apostrophe between letters belongs to their word.
    static func endOfWord(_ bytes: [UInt8], _ start: Int) -> Int {
        var place = start
        while place < bytes.count, space(bytes, place) == 0 {
            let isApostrophe = bytes[place] == 0x27 && place + 1 < bytes.count && isLetter(bytes, place + 1)
            guard isApostrophe || isLetter(bytes, place) else { break }
            place += 1
        }
        return place
    }

    /// A name behind a sign, as of `#tag`: up to a space, without the signs that end a sentence.
    static func endOfName(_ bytes: [UInt8], _ start: Int) -> Int {
        var place = start
        var end = start
        while place < bytes.count, space(bytes, place) == 0 {
            let byte = bytes[place]
            let isInner = byte == 0x2D || byte == 0x5F || byte == 0x2F || byte == 0x2E
            if isDigit(byte) || isLetter(bytes, place) || byte == 0x2D || byte == 0x5F {
                place += 1
                end = place
            } else if isInner {
                place += 1
            } else {
                break
            }
        }
        return end
    }
}

/// Where quotes end, known before they are looked at, so that a line of opening quotes costs no more than another.
struct PlainQuotes {
    private let bytes: [UInt8]
    /// By opening sign, its closing ones and the last place of any of those.
    private var last: [Int] = Array(repeating: -1, count: PlainQuotes.pairs.count)

    private static let pairs: [(open: [UInt8], close: [[UInt8]])] = [
        ("\"", ["\""]), ("“", ["”", "“"]), ("„", ["“", "”"]), ("«", ["»"]), ("»", ["«"]),
    ].map { (Array($0.0.utf8), $0.1.map { Array($0.utf8) }) }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Nearly no line has quotes.
        guard bytes.contains(where: { $0 == 0x22 || $0 == 0xE2 || $0 == 0xC2 }) else { return }
        for place in bytes.indices {
            for (index, pair) in Self.pairs.enumerated() where pair.close.contains(where: { stands($0, at: place) }) {
                last[index] = place
            }
        }
    }

    private func stands(_ sign: [UInt8], at place: Int) -> Bool { bytes[place...].starts(with: sign) }

    /// The place behind the quote that begins here; nil where none begins, or where it never ends.
    func end(of start: Int) -> Int? {
        guard bytes[start] == 0x22 || bytes[start] == 0xE2 || bytes[start] == 0xC2 else { return nil }
        guard let index = Self.pairs.firstIndex(where: { stands($0.open, at: start) }) else { return nil }
        let pair = Self.pairs[index]
        guard last[index] > start, follows(start) else { return nil }
        var place = start + pair.open.count
        while place < bytes.count {
            if let close = pair.close.first(where: { stands($0, at: place) }) { return place + close.count }
            place += 1
        }
        return nil
    }

    /// An inch is no quote: one begins at the beginning of something.
    private func follows(_ start: Int) -> Bool {
        guard start > 0 else { return true }
        let before = bytes[start - 1]
        return before <= 0x20 || before >= 0x80 || Set("([{+#:=<>".utf8).contains(before)
    }
}
