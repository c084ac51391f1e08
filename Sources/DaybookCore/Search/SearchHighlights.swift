/// Why a task was found: its title, and a passage of its notes, cut where what was looked for begins and ends. The
/// pieces are plain text; how they are set off is the reader's business, so nothing a user wrote can become markup.
public struct SearchHighlights: Hashable, Sendable {
    /// A piece of text that is all found or all not.
    public struct Piece: Hashable, Sendable {
        /// The text as it stands.
        public let text: String
        /// Whether it was looked for.
        public let isMatch: Bool

        package init(_ text: String, isMatch: Bool) {
            self.text = text
            self.isMatch = isMatch
        }
    }

    /// Together they are the title.
    public let title: [Piece]
    /// Around the first find in the notes; nil where nothing was found there.
    public let notes: [Piece]?

    /// - Parameter score: what the query scores in the task.
    init(of task: TaskItem, score: Int, _ query: SearchQuery) {
        var wanted = query.words.map { (word: $0, forgiven: false) }
        if score >= SearchScore.misspelling {
            // Misspellings are shown for words that are nowhere spelt right.
            let text = SearchText(task)
            wanted = query.words.map { (word: $0, forgiven: (text.score($0) ?? 0) >= SearchScore.misspelling) }
        }
        title = MarkedText(task.title, wanted).whole
        notes = task.notes.flatMap { MarkedText($0, wanted, passageOnly: true).passage }
    }

    init(title: String, notes part: PartOfNotes?, _ wanted: [(word: SearchWord, forgiven: Bool)]) {
        self.title = MarkedText(title, wanted).whole
        notes = part?.passage(of: wanted)
    }
}

/// What somebody who does not read long notes to their end has of them, to show why they were found.
package struct PartOfNotes: Hashable, Sendable {
    /// A piece in which the first find probably is.
    package let window: String
    /// The folded words around the first find.
    package let folded: String

    package init(window: String, folded: String) {
        self.window = window
        self.folded = folded
    }

    /// From the notes themselves where the find is in the window. Otherwise the folded words say what was found, if not
    /// how it was written.
    func passage(of wanted: [(word: SearchWord, forgiven: Bool)]) -> [SearchHighlights.Piece]? {
        if let passage = MarkedText(window, wanted, passageOnly: true).passage { return passage }
        let words = String(
            decoding: folded.utf8.map { $0 == SearchText.wordSeparatorInNotes ? SearchText.wordSeparatorInTitle : $0 },
            as: UTF8.self)
        return MarkedText(words, wanted, passageOnly: true).passage
    }
}
