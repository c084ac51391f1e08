/// What somebody typed to find tasks: words, the language of filters, or both: `milk`, `#shop due <= +3d`,
/// `milk list:Home`.
///
/// Words are found as a search finds them, the best first and with their spelling forgiven. Most people know of no
/// language, so a text is read as a filter only where it has one of its signs: `done` alone is a word.
package struct TypedSearch: Hashable, Sendable {
    /// Looked for among the tasks that pass the filter; without a word where that alone decides.
    package let words: SearchQuery
    /// What else a task has to be. Where it does not alone decide it is without the words.
    package let filter: TaskFilter?
    /// Why a text with a sign of the language is no filter; it is taken for words then.
    package let trouble: FilterError?

    private static let signs = Set("#:=<>!&|()\"".utf8)

    package init(_ text: String, at moment: Moment, _ settings: AccountSettings, lists: [TaskList]) {
        var (filter, trouble): (TaskFilter?, FilterError?)
        if text.utf8.contains(where: Self.signs.contains) {
            do throws(FilterError) {
                filter = try TaskFilter(saved: text, at: moment, settings, lists: lists)
            } catch {
                trouble = error
            }
        }
        self.trouble = trouble
        guard let filter else {
            words = SearchQuery(text)
            self.filter = nil
            return
        }
        let apart = filter.wordsApart
        words = apart.words
        self.filter = apart.filter
    }

    /// The filter that alone says which tasks are found, and in which order.
    package var decidingFilter: TaskFilter? {
        guard let filter, words.words.isEmpty || !filter.order.isEmpty else { return nil }
        return filter
    }

    /// Where a task stands among what is found; nil where it is not.
    package func place(of task: TaskItem) -> SearchPlace? {
        guard !task.isDeleted, filter?.matches(task) ?? true else { return nil }
        return words.score(SearchText(task)).map { SearchPlace(score: $0, of: task) }
    }

    /// Why a task was found, where words were looked for.
    package func hit(_ task: TaskItem) -> SearchHit? {
        guard !words.words.isEmpty else { return nil }
        return SearchHit(task, score: words.score(SearchText(task)) ?? 0, of: words)
    }
}

extension TaskFilter {
    /// The words that every task has to hold, and the filter without them. One with an order of its own keeps them, and
    /// they only show why something was found.
    fileprivate var wordsApart: (words: SearchQuery, filter: TaskFilter) {
        let nodes =
            if case .all(let nodes) = root { nodes } else { [root] }
        var words: [SearchWord] = []
        var others: [FilterNode] = []
        for node in nodes {
            if case .test(.words(.text, let found)) = node { words += found } else { others.append(node) }
        }
        return (SearchQuery(words), order.isEmpty ? TaskFilter(text, root: .all(others), order) : self)
    }
}
