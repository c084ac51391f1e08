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
}
