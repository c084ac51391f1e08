import DaybookCore

/// Where a page of hits begins: behind a hit, in one of the parts in which a large account is looked through.
struct SearchCursor: Hashable, Sendable {
    /// Nil at the beginning of a part.
    var after: SearchPlace?
    /// The part has the pages that begin before this revision. Nil is the first one, which has what was folded last,
    /// and what is not folded yet. Before the first revision there is nothing: all parts are done, and misspelt words
    /// are looked for.
    var before: Int64?

    /// `4.0.1771000000000.` and the id; behind it, or alone, `@` and the revision.
    var text: String {
        let place = after.map { "\($0.score).\($0.isCompleted ? 1 : 0).\($0.updatedAt.milliseconds).\($0.id.text)" }
        return (place ?? "") + (before.map { "@\($0)" } ?? "")
    }

    init(after: SearchPlace? = nil, before: Int64? = nil) {
        self.after = after
        self.before = before
    }

    init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let before = Int64(parts[1]), before >= 0 else { return nil }
            self.before = before
            if parts[0].isEmpty { return }
        }
        guard parts.count <= 2, let place = SearchPlace(cursor: parts[0]) else { return nil }
        after = place
    }
}

extension SearchPlace {
    fileprivate init?(cursor: Substring) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let score = Int32(parts[0]), score >= 0, parts[1] == "0" || parts[1] == "1",
            let updated = Instant(cursor: parts[2]), let id = Identifier(String(parts[3]))
        else { return nil }
        self.init(
            score: Int(score), isCompleted: parts[1] == "1", updatedAt: updated, id: id)
    }
}
