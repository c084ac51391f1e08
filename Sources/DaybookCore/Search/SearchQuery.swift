/// What somebody looks for: words, each of which a task must hold. Nothing in it is an operator.
package struct SearchQuery: Hashable, Sendable {
    package let words: [SearchWord]

    /// Words beyond these are not looked at.
    package static let mostWords = 24

    package init(_ text: String) {
        var seen: Set<[UInt8]> = []
        words = SearchText.words(of: text).filter { seen.insert($0).inserted }.prefix(Self.mostWords).map(
            SearchWord.init)
    }

    init(_ words: [SearchWord]) { self.words = Array(words.prefix(Self.mostWords)) }

    /// Whether a task could be found by a word that is misspelt.
    package var forgives: Bool { words.contains { $0.slips > 0 } }

    /// How well a text answers: the less the better; nil where a word is missing. What the words score adds up.
    package func score(_ text: SearchText) -> Int? {
        guard !words.isEmpty else { return nil }
        var sum = 0
        for word in words {
            guard let score = text.score(word) else { return nil }
            sum += score
        }
        return sum
    }
}

/// What a word found in a task counts, and whether it was found in the title; the best one of a task counts.
enum SearchScore {
    static let word = 0
    static let beginning = 2
    static let inside = 4
    /// More than all words of a query can score without one, so that these come last.
    static let misspelling = 1000
    static let inNotes = 1
}

extension SearchText {
    /// Whether it holds every word as it is spelt.
    func holds(_ words: [SearchWord]) -> Bool { words.allSatisfy { spelt($0) != nil } }

    func score(_ word: SearchWord) -> Int? { spelt(word) ?? misspelling(of: word)?.score }

    /// Of a word that is in it, spelt like that.
    private func spelt(_ word: SearchWord) -> Int? {
        var best: Int?
        let needle = word.bytes
        var place = 0
        while let found = bytes.place(of: needle, from: place) {
            place = found + 1
            let before = bytes[found - 1]
            let after = bytes[found + needle.count]
            let begins = before == Self.wordSeparatorInTitle || before == Self.wordSeparatorInNotes
            let ends = after == Self.wordSeparatorInTitle || after == Self.wordSeparatorInNotes
            guard begins || word.countsInside else { continue }
            let kind = !begins ? SearchScore.inside : ends ? SearchScore.word : SearchScore.beginning
            let score = kind + (found > notesStart ? SearchScore.inNotes : 0)
            if score == 0 { return 0 }
            best = min(best ?? score, score)
        }
        return best
    }

    /// A word that was probably meant to be another one.
    package struct Misspelling: Hashable, Sendable {
        /// As it stands in the text, folded.
        package let text: String
        package let score: Int
        package let isInNotes: Bool
    }

    /// Misspellings are looked for among so many letters at the beginning of the folded text: comparing spellings costs
    /// many times what looking for a word does.
    package static let forgivenLength = 4000

    package func misspelling(of word: SearchWord) -> Misspelling? {
        guard word.slips > 0, let first = word.bytes.first else { return nil }
        let limit = forgivenBytes
        var start = 1
        while start < limit {
            var end = start
            while end < limit, bytes[end] != Self.wordSeparatorInTitle, bytes[end] != Self.wordSeparatorInNotes {
                end += 1
            }
            // A scalar takes up to four bytes.
            if end > start, end < limit, bytes[start] == first, end - start <= 4 * (word.length + word.slips) {
                let text = String(decoding: bytes[start..<end], as: UTF8.self)
                if word.isMisspelt(as: Array(text.unicodeScalars)) {
                    let isInNotes = start > notesStart
                    return Misspelling(
                        text: text, score: SearchScore.misspelling + (isInNotes ? SearchScore.inNotes : 0),
                        isInNotes: isInNotes)
                }
            }
            start = end + 1
        }
        return nil
    }

    private var forgivenBytes: Int {
        guard bytes.count > Self.forgivenLength else { return bytes.count }
        var left = Self.forgivenLength
        for (place, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
            if left == 0 { return place }
            left -= 1
        }
        return bytes.count
    }
}

extension [UInt8] {
    /// The first place of a piece, not before `start`.
    func place(of needle: [UInt8], from start: Int) -> Int? {
        guard let first = needle.first else { return nil }
        var place = start
        while place + needle.count <= count {
            if self[place] == first {
                var length = 1
                while length < needle.count, self[place + length] == needle[length] { length += 1 }
                if length == needle.count { return place }
            }
            place += 1
        }
        return nil
    }
}
