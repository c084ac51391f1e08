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
        var (hits, revision, isFolded, epoch) = try await direct(statements)
        if !isFolded {
            try await Folding(database: database).fold(account)
            (hits, revision, _, epoch) = try await direct(statements)
        }
        let missing = filter.limit + 1 - hits.count
        if missing > 0, filter.query.forgives {
            hits += try await forgiving(statements).prefix(missing)
        }
        return (hits, revision, epoch)
    }

    private func direct(
        _ statements: SearchStatements
    ) async throws -> (hits: [SearchHit], revision: Int64, isFolded: Bool, epoch: Identifier) {
        let rows = try await database.read(of: statements.account, statements.direct)
        guard let first = rows.first else { throw Problem.unauthenticated }
        let count = first.columnCount
        var hits: [SearchHit] = []
        var budget = WorkBudget()
        for row in rows {
            guard let score = try row.decode(count - 4, as: Int32?.self) else { continue }
            hits.append(try await hit(row, score: Int(score), of: statements.filter.query))
            await budget.pause()
        }
        return (
            hits, try first.decode(count - 3), try !first.decode(count - 2, as: Bool.self), try first.decode(count - 1)
        )
    }

    private func forgiving(_ statements: SearchStatements) async throws -> [SearchHit] {
        let filter = statements.filter
        var found: [Forgiven] = []
        var budget = WorkBudget()
        for row in try await database.read(of: statements.account, statements.forgiving) {
            let candidate = try Forgiven(row, filter.query)
            await budget.pause()
            guard let candidate, filter.after.map({ $0 < candidate.place }) ?? true else { continue }
            found.append(candidate)
        }
        found = Array(found.sorted { $0.place < $1.place }.prefix(filter.limit + 1))
        guard !found.isEmpty else { return [] }
        let rows = try await database.read(
            of: statements.account,
            statements.tasks(found.map(\.place.id), misspellings: found.map(\.misspellingInNotes)))
        let places = Dictionary(found.map { ($0.place.id, $0) }, uniquingKeysWith: { $1 })
        var hits: [SearchHit] = []
        for row in rows {
            guard let forgiven = places[try row.decode(0)] else { continue }
            hits.append(
                try await hit(row, score: forgiven.place.score, of: filter.query, misspelt: forgiven.misspelt))
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

/// A task that is found where misspellings are forgiven.
private struct Forgiven {
    let place: SearchPlace
    private(set) var misspelt: [SearchWord] = []
    private(set) var misspellingInNotes: String?

    /// Nil if a word is missing, or if all are spelt right, since such tasks were found before.
    init?(_ row: Row, _ query: SearchQuery) throws(PostgresError) {
        let (id, updatedAt, isCompleted, scores, beginning) = try row.decode(
            (Identifier, Instant, Bool, [Int32], String).self)
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
