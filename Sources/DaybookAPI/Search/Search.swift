import DaybookAccounts
import DaybookCore
import DaybookLedger
import DaybookStore
import HTTP
import Postgres
import Reactor

/// Finds tasks by words of their titles and notes, as `SearchQuery.hits` does among tasks in memory.
struct Search: Sendable {
    let database: Database

    /// One hit more than the page's limit where there are more, and the account's revision with the epoch it is of.
    func find(
        _ filter: SearchFilter, in account: Identifier
    ) async throws -> (hits: [SearchHit], revision: Int64, epoch: Identifier) {
        let statements = SearchStatements(account: account, filter: filter)
        var look = try await look(statements)
        if look.isBehind {
            try await SearchPages(database: database).fold(account)
            look = try await self.look(statements)
        }
        var hits = look.hits + look.unfolded.filter { !$0.place.needsForgiving }
        hits = Array(hits.sorted { $0.place < $1.place }.prefix(filter.limit + 1))
        let missing = filter.limit + 1 - hits.count
        if missing > 0, filter.query.forgives {
            let misspelt = look.unfolded.filter(\.place.needsForgiving)
            let others = try await forgiving(statements, without: look.seen)
            hits += (misspelt + others).sorted { $0.place < $1.place }.prefix(missing)
        }
        return (hits, look.revision, look.epoch)
    }

    /// What one snapshot shows.
    private struct Look {
        /// In pages, with every word as it is spelt.
        var hits: [SearchHit] = []
        /// Among tasks that no page has yet, misspelt ones as well.
        var unfolded: [SearchHit] = []
        /// These tasks.
        var seen: Set<Identifier> = []
        let revision: Int64
        let epoch: Identifier
        /// Pages are to be made first.
        var isBehind = false
    }

    private func look(_ statements: SearchStatements) async throws -> Look {
        let answers = try await database.transaction(
            of: statements.account, isolation: .repeatableRead, readOnly: true
        ) { transaction in
            try await transaction.commit(after: [statements.direct, statements.unfolded])
        }
        guard let first = answers[0].first else { throw Problem.unauthenticated }
        let count = first.columnCount
        var look = Look(revision: try first.decode(count - 3), epoch: try first.decode(count - 1))
        let reached: Int64 = try first.decode(count - 2)
        var budget = WorkBudget()
        for row in answers[0] {
            guard let score = try row.decode(count - 4, as: Int32?.self) else { continue }
            look.hits.append(try await hit(row, score: Int(score), of: statements.filter.query))
            await budget.pause()
        }
        var bytes = 0
        for row in answers[1] {
            let task = try TaskItem(row)
            look.seen.insert(task.id)
            bytes += (task.notes?.utf8.count ?? 0) + task.title.utf8.count
            let (fits, hasLongNotes): (Bool, Bool) = try (
                row.decode(row.columnCount - 2), row.decode(row.columnCount - 1)
            )
            look.isBehind = look.isBehind || hasLongNotes
            guard fits, !hasLongNotes, let hit = statements.filter.hit(task) else { continue }
            look.unfolded.append(hit)
            await budget.pause()
        }
        look.isBehind =
            look.isBehind || look.seen.count > SearchPages.mostUnfolded || bytes >= PageBound.bytes
            || look.revision - reached > SearchPages.mostChanges
        return look
    }

    private func forgiving(
        _ statements: SearchStatements, without seen: Set<Identifier>
    ) async throws -> [SearchHit] {
        let filter = statements.filter
        var found: [Forgiven] = []
        var budget = WorkBudget()
        for row in try await database.read(of: statements.account, statements.forgiving) {
            let candidate = try Forgiven(row, filter.query)
            await budget.pause()
            guard let candidate, !seen.contains(candidate.place.id), filter.after.map({ $0 < candidate.place }) ?? true
            else { continue }
            found.append(candidate)
        }
        found.sort { $0.place < $1.place }
        // Most of them still count. Where a filter leaves few, more are asked for at once.
        var hits: [SearchHit] = []
        var (start, count) = (0, filter.limit + 1)
        while hits.count <= filter.limit, start < found.count {
            let some = Array(found[start..<min(start + count, found.count)])
            start += count
            count *= 2
            hits += try await self.hits(some, statements)
        }
        return hits
    }

    /// Those of them that still count, in the same order.
    private func hits(_ found: [Forgiven], _ statements: SearchStatements) async throws -> [SearchHit] {
        let rows = try await database.read(
            of: statements.account,
            statements.tasks(
                found.map(\.place.id), at: found.map(\.revision), in: found.map(\.page),
                misspellings: found.map(\.misspellingInNotes)))
        let places = Dictionary(
            found.map { ($0.place.id, $0) }, uniquingKeysWith: { $0.revision > $1.revision ? $0 : $1 })
        var budget = WorkBudget()
        var hits: [SearchHit] = []
        for row in rows {
            guard let forgiven = places[try row.decode(0)] else { continue }
            hits.append(
                try await hit(
                    row, score: forgiven.place.score, of: statements.filter.query, misspelt: forgiven.misspelt))
            await budget.pause()
        }
        return hits.sorted { $0.place < $1.place }
    }

    private func hit(
        _ row: Row, score: Int, of query: SearchQuery, misspelt: [SearchWord] = []
    ) async throws -> SearchHit {
        var columns = StoredColumns(row)
        let task = try TaskItem(&columns)
        let hasLongNotes = try columns.next(Bool?.self) ?? false
        let (window, folded): (String?, String?) = (try columns.next(), try columns.next())
        return await aside(if: task.title.utf8.count > Self.longTitle) {
            guard hasLongNotes else { return SearchHit(task, score: score, of: query) }
            let part = window.flatMap { window in folded.map { PartOfNotes(window: window, folded: $0) } }
            return SearchHit(task, score: score, partOfNotes: part, misspelt: misspelt, of: query)
        }
    }

    /// Bytes in which finds are marked in a millisecond or two.
    private static let longTitle = 10_000
}

extension SearchFilter {
    /// A task as a hit behind the page's beginning; nil where it does not answer.
    fileprivate func hit(_ task: TaskItem) -> SearchHit? {
        guard let hit = query.hits(among: CollectionOfOne(task)).first, after.map({ $0 < hit.place }) ?? true else {
            return nil
        }
        return hit
    }
}

/// A task that is found where misspellings are forgiven.
private struct Forgiven {
    let place: SearchPlace
    /// At which it was folded.
    let revision: Int64
    /// Where its page begins.
    let page: Int64
    private(set) var misspelt: [SearchWord] = []
    private(set) var misspellingInNotes: String?

    /// Nil if a word is missing, or if all are spelt right, since such tasks were found before.
    init?(_ row: Row, _ query: SearchQuery) throws(PostgresError) {
        let (id, updatedAt, isCompleted, scores, beginning, revision, page) = try row.decode(
            (Identifier, Instant, Bool, [Int32], String, Int64, Int64).self)
        self.revision = revision
        self.page = page
        let text = SearchText(beginning: beginning)
        var sum = 0
        for (word, score) in zip(query.words, scores) {
            if score >= 0 {
                sum += Int(score)
            } else if let found = text.misspelling(of: word) {
                sum += found.score
                misspelt.append(word)
                if found.isInNotes, misspellingInNotes == nil { misspellingInNotes = found.text }
            } else {
                return nil
            }
        }
        guard !misspelt.isEmpty else { return nil }
        place = SearchPlace(score: sum, isCompleted: isCompleted, updatedAt: updatedAt, id: id)
    }
}
