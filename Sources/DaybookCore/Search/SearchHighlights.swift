/// Why a task was found: its title, and a passage of its notes, cut where what was looked for begins and ends. The pieces are
/// plain text; how they are set off is the reader's business, so nothing a user wrote can become markup.
public struct SearchHighlights: Hashable, Sendable {
    public struct Piece: Hashable, Sendable {
        public let text: String
        public let isMatch: Bool

        public init(_ text: String, isMatch: Bool) {
            self.text = text
            self.isMatch = isMatch
        }
    }

    /// Together they are the title.
    public let title: [Piece]
    /// Around the first find in the notes; nil where nothing was found there.
    public let notes: [Piece]?

    init(of task: TaskItem, _ query: SearchQuery) {
        let text = SearchText(task)
        // Misspellings are shown for words that are nowhere spelt right.
        let wanted = query.words.map { (word: $0, forgiven: (text.score($0) ?? 0) >= SearchScore.misspelling) }
        let title = MarkedText(task.title, wanted)
        self.title = title.pieces(in: task.title.startIndex..<task.title.endIndex)
        if let notes = task.notes, let passage = MarkedText(notes, wanted).passage {
            self.notes = passage
        } else {
            notes = nil
        }
    }
}

/// A text with the places of what was found in it.
private struct MarkedText {
    let text: String
    private(set) var marks: [Range<String.Index>] = []

    /// Characters of a passage, and of those before its first mark.
    static let passageLength = 160
    static let lead = 40

    init(_ text: String, _ wanted: [(word: SearchWord, forgiven: Bool)]) {
        self.text = text
        // The word that is being read: its folded bytes, and the character that each is of.
        var word: [UInt8] = []
        var places: [String.Index] = []
        var found: [Range<String.Index>] = []
        func close() {
            for (sought, forgiven) in wanted {
                for range in Self.finds(of: sought, forgiven: forgiven, in: word) {
                    found.append(places[range.lowerBound]..<text.index(after: places[range.upperBound - 1]))
                }
            }
            word.removeAll(keepingCapacity: true)
            places.removeAll(keepingCapacity: true)
        }
        for index in text.indices {
            switch SearchFolding.part(text[index]) {
            case .word(let folded):
                word += folded
                places += repeatElement(index, count: folded.count)
            case .symbol(let folded):
                close()
                word = folded
                places = Array(repeating: index, count: folded.count)
                close()
            case .silent: break
            case .separator: close()
            }
        }
        close()
        for mark in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = marks.last, mark.lowerBound <= last.upperBound {
                marks[marks.count - 1] = last.lowerBound..<max(last.upperBound, mark.upperBound)
            } else {
                marks.append(mark)
            }
        }
    }

    private static func finds(of sought: SearchWord, forgiven: Bool, in word: [UInt8]) -> [Range<Int>] {
        guard !word.isEmpty else { return [] }
        if forgiven {
            let letters = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
            return sought.isMisspelt(as: letters) ? [0..<word.count] : []
        }
        if !sought.countsInside { return word.starts(with: sought.bytes) ? [0..<sought.bytes.count] : [] }
        var ranges: [Range<Int>] = []
        var place = 0
        while let found = word.place(of: sought.bytes, from: place) {
            place = found + sought.bytes.count
            ranges.append(found..<place)
        }
        return ranges
    }

    func pieces(in whole: Range<String.Index>) -> [SearchHighlights.Piece] {
        var pieces: [SearchHighlights.Piece] = []
        var place = whole.lowerBound
        func add(upTo end: String.Index, _ isMatch: Bool) {
            if place < end { pieces.append(.init(String(text[place..<end]), isMatch: isMatch)) }
            place = max(place, end)
        }
        for mark in marks where mark.upperBound > whole.lowerBound && mark.lowerBound < whole.upperBound {
            add(upTo: mark.lowerBound, false)
            add(upTo: min(mark.upperBound, whole.upperBound), true)
        }
        add(upTo: whole.upperBound, false)
        return pieces
    }

    /// Nil without a mark.
    var passage: [SearchHighlights.Piece]? {
        guard let first = marks.first else { return nil }
        let start =
            text.index(first.lowerBound, offsetBy: -Self.lead, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(start, offsetBy: Self.passageLength, limitedBy: text.endIndex) ?? text.endIndex
        return pieces(in: start..<max(end, first.upperBound))
    }
}
