/// A task that was found, and where it stands among the others.
public struct SearchHit: Hashable, Sendable {
    /// The task that was found.
    public let task: TaskItem
    package let place: SearchPlace
    /// Where the words stand.
    public let highlights: SearchHighlights
    /// Whether its notes are longer than a hit tells.
    public let notesLeftOut: Bool

    package init(_ task: TaskItem, score: Int, of query: SearchQuery) {
        self.task = task
        place = SearchPlace(score: score, of: task)
        highlights = SearchHighlights(of: task, score: score, query)
        notesLeftOut = (task.notes?.utf8.count ?? 0) > Self.longestNotes
    }

    /// Of a task without its notes, which are too long to be read for this.
    ///
    /// - Parameters:
    ///   - part: what is there to be shown of the notes; nil where nothing was found in them.
    ///   - misspelt: words of the query that are in the task, but spelt otherwise.
    package init(
        _ task: TaskItem, score: Int, partOfNotes part: PartOfNotes?, misspelt: [SearchWord] = [], of query: SearchQuery
    ) {
        self.task = task
        place = SearchPlace(score: score, of: task)
        highlights = SearchHighlights(
            title: task.title, notes: part,
            query.words.map { (word: $0, forgiven: misspelt.contains($0)) })
        notesLeftOut = true
    }

    /// Whether a word was only found by forgiving its spelling.
    public var isMisspelt: Bool { place.score >= SearchScore.misspelling }
}

/// The order of what was found: what answers better, then open before completed, then what was changed last.
package struct SearchPlace: Hashable, Comparable, Sendable {
    package let score: Int
    package let isCompleted: Bool
    package let updatedAt: Instant
    package let id: Identifier

    package init(score: Int, isCompleted: Bool, updatedAt: Instant, id: Identifier) {
        self.score = score
        self.isCompleted = isCompleted
        self.updatedAt = updatedAt
        self.id = id
    }

    init(score: Int, of task: TaskItem) {
        self.init(score: score, isCompleted: task.isCompleted, updatedAt: task.updatedAt, id: task.id)
    }

    package static func < (left: SearchPlace, right: SearchPlace) -> Bool {
        if left.score != right.score { return left.score < right.score }
        if left.isCompleted != right.isCompleted { return !left.isCompleted }
        if left.updatedAt != right.updatedAt { return left.updatedAt > right.updatedAt }
        return left.id < right.id
    }

    package var needsForgiving: Bool { score >= SearchScore.misspelling }
}

extension SearchQuery {
    /// The tasks that answer, the best first. Deleted tasks are never found.
    package func hits(among tasks: some Sequence<TaskItem>, forgiving: Bool = true) -> [SearchHit] {
        guard !words.isEmpty else { return [] }
        var found: [(place: SearchPlace, task: TaskItem)] = []
        for task in tasks where !task.isDeleted {
            guard let score = score(SearchText(task)) else { continue }
            let place = SearchPlace(score: score, of: task)
            if forgiving || !place.needsForgiving { found.append((place, task)) }
        }
        return found.sorted { $0.place < $1.place }.map { SearchHit($0.task, score: $0.place.score, of: self) }
    }
}
