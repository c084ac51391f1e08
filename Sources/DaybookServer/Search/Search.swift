import DaybookCore
import HTTP
import Postgres

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
        let hits = try rows.compactMap { row in
            try row.decode(count - 4, as: Int32?.self).map { score in
                SearchHit(try TaskItem(row), score: Int(score), of: statements.filter.query)
            }
        }
        return (
            hits, try first.decode(count - 3), try !first.decode(count - 2, as: Bool.self), try first.decode(count - 1)
        )
    }

    private func forgiving(_ statements: SearchStatements) async throws -> [SearchHit] {
        let filter = statements.filter
        let places = try await database.read(of: statements.account, statements.forgiving).compactMap { row in
            let (id, updatedAt, isCompleted, text) = try row.decode((Identifier, Instant, Bool, String).self)
            // Whatever is spelt right was found before.
            guard let score = SearchText(stored: text).flatMap(filter.query.score) else { return nil as SearchPlace? }
            let place = SearchPlace(score: score, isCompleted: isCompleted, updatedAt: updatedAt, id: id)
            return place.needsForgiving && filter.after.map { $0 < place } ?? true ? place : nil
        }.sorted().prefix(filter.limit + 1)
        guard !places.isEmpty else { return [] }
        let rows = try await database.read(of: statements.account, statements.tasks(places.map(\.id)))
        let tasks = Dictionary(try rows.map { try TaskItem($0) }.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        return places.compactMap { place in
            tasks[place.id].map { SearchHit($0, score: place.score, of: filter.query) }
        }
    }
}
