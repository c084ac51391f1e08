/// A text with the places of what was found in it: of all that was found, or of what lies in a passage around the first
/// find.
///
/// Places are bytes of the text. A passage is read to its end and no farther, however long the text is.
struct MarkedText {
    private let text: String
    private var found: [Range<Int>] = []
    /// Where the first find begins and ends.
    private var first: Range<Int>?

    /// Characters of a passage, and of those before its first mark.
    static let passageLength = 160
    static let lead = 40
    /// A word is looked through in parts of so many folded bytes: a text without any space is one.
    private static let longestPart = 4096

    init(_ text: String, _ wanted: [(word: SearchWord, forgiven: Bool)], passageOnly: Bool = false) {
        self.text = text
        // The word that is being read: its folded bytes, and where the character of each begins.
        var word: [UInt8] = []
        var places: [Int] = []
        var isWhole = true
        var end = Int.max
        let longestWord = wanted.map { $0.word.bytes.count }.max() ?? 0
        var finds: [Range<Int>] = []

        func look(_ isEnd: Bool) {
            for (sought, forgiven) in wanted {
                for range in Self.finds(of: sought, forgiven: forgiven, in: word, isWhole: isWhole, isEnd: isEnd) {
                    finds.append(places[range.lowerBound]..<Self.end(ofCharacterAt: places[range.upperBound - 1], text))
                }
            }
            if passageOnly, end == .max, let first = finds.min(by: { $0.lowerBound < $1.lowerBound }) {
                end = Self.passage(around: first, of: text).upperBound
            }
        }
        func close() {
            if !word.isEmpty { look(true) }
            word.removeAll(keepingCapacity: true)
            places.removeAll(keepingCapacity: true)
            isWhole = true
        }
        SearchFolding.read(text) { offset, letter in
            switch letter {
            case .ascii(let byte):
                word.append(byte)
                places.append(offset)
            case .other(.word(let folded)):
                word += folded
                places += repeatElement(offset, count: folded.count)
            case .other(.symbol(let folded)):
                close()
                word = folded
                places = Array(repeating: offset, count: folded.count)
                close()
            case .other(.silent): break
            case .other(.separator): close()
            }
            if word.count >= Self.longestPart + longestWord {
                look(false)
                // What is looked for may begin in this part and end in the next.
                word.removeFirst(word.count - longestWord)
                places.removeFirst(places.count - longestWord)
                isWhole = false
            }
            // A word that crosses the end is read to its own.
            return offset < end || (!word.isEmpty && offset - Self.longestPart < end)
        }
        close()
        finds.sort { $0.lowerBound < $1.lowerBound }
        first = finds.first
        for mark in finds {
            if let last = found.last, mark.lowerBound <= last.upperBound {
                found[found.count - 1] = last.lowerBound..<max(last.upperBound, mark.upperBound)
            } else {
                found.append(mark)
            }
        }
    }

    private static func end(ofCharacterAt offset: Int, _ text: String) -> Int {
        let index = text.utf8.index(text.startIndex, offsetBy: offset)
        return text.utf8.distance(from: text.startIndex, to: text.index(after: index))
    }

    /// - Parameters:
    ///   - isWhole: the word has its beginning here.
    ///   - isEnd: the word has its end here.
    private static func finds(
        of sought: SearchWord, forgiven: Bool, in word: [UInt8], isWhole: Bool, isEnd: Bool
    ) -> [Range<Int>] {
        if forgiven {
            // A scalar takes up to four bytes.
            guard isWhole, isEnd, word.count <= 4 * (sought.length + sought.slips) else { return [] }
            let letters = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
            return sought.isMisspelt(as: letters) ? [0..<word.count] : []
        }
        guard word.count >= sought.bytes.count else { return [] }
        if !sought.countsInside {
            guard isWhole else { return [] }
            for (place, byte) in sought.bytes.enumerated() where word[place] != byte { return [] }
            return [0..<sought.bytes.count]
        }
        var ranges: [Range<Int>] = []
        var place = 0
        while let found = word.place(of: sought.bytes, from: place) {
            place = found + sought.bytes.count
            ranges.append(found..<place)
        }
        return ranges
    }

    // MARK: Pieces

    var whole: [SearchHighlights.Piece] { pieces(in: 0..<text.utf8.count) }

    /// Nil without a find.
    var passage: [SearchHighlights.Piece]? { first.map { pieces(in: Self.passage(around: $0, of: text)) } }

    private static func passage(around find: Range<Int>, of text: String) -> Range<Int> {
        let place = text.utf8.index(text.startIndex, offsetBy: find.lowerBound)
        let start = text.index(place, offsetBy: -lead, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(start, offsetBy: passageLength, limitedBy: text.endIndex) ?? text.endIndex
        let offsets = [start, end].map { text.utf8.distance(from: text.startIndex, to: $0) }
        return offsets[0]..<max(offsets[1], find.upperBound)
    }

    private func pieces(in whole: Range<Int>) -> [SearchHighlights.Piece] {
        var pieces: [SearchHighlights.Piece] = []
        var place = whole.lowerBound
        func add(upTo end: Int, _ isMatch: Bool) {
            if place < end {
                let from = text.utf8.index(text.startIndex, offsetBy: place)
                let to = text.utf8.index(text.startIndex, offsetBy: end)
                pieces.append(.init(String(text[from..<to]), isMatch: isMatch))
            }
            place = max(place, end)
        }
        for mark in found where mark.upperBound > whole.lowerBound && mark.lowerBound < whole.upperBound {
            add(upTo: mark.lowerBound, false)
            add(upTo: min(mark.upperBound, whole.upperBound), true)
        }
        add(upTo: whole.upperBound, false)
        return pieces
    }
}
