import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// Finds tasks by words of their titles and notes, as `SearchQuery.hits` does among tasks in memory.
///
/// A search ends: it looks through a large account part by part, and when its time is over it answers with what it has
/// and a cursor with which the next request goes on. What is not folded it folds for a moment; if that does not
/// suffice, it answers without the rest, which is folded beside the requests.
struct Search: Sendable {
    let database: Database
    private let bounds: SearchBounds
    private let folding: FoldingAhead

    init(database: Database, bounds: SearchBounds = SearchBounds()) {
        self.database = database
        self.bounds = bounds
        folding = FoldingAhead(database)
    }

    func find(_ filter: SearchFilter, in account: Identifier) async throws -> FoundPage {
        let statements = SearchStatements(account: account, filter: filter, bounds: bounds)
        let mayFold = !folding.isFolding(account)
        if let page = try await look(statements, mayFold: mayFold) { return page }
        let end = ContinuousClock.now + bounds.foldingPatience
        try await SearchPages(database: database).fold(account) { ContinuousClock.now < end }
        guard let page = try await look(statements, mayFold: false) else { throw NoAccount() }
        if page.isBehind { folding.begin(account) }
        return page
    }

    /// One snapshot shows what is folded and what is not. Nil where pages are to be made first.
    private func look(_ statements: SearchStatements, mayFold: Bool) async throws -> FoundPage? {
        try await database.transaction(
            of: statements.account, isolation: .repeatableRead, readOnly: true
        ) { transaction in
            var run = SearchRun(statements, in: transaction)
            return try await run.page(mayFold: mayFold)
        }
    }
}

/// A page of hits.
struct FoundPage: Sendable {
    let hits: [SearchHit]
    /// Where the next one begins.
    let next: SearchCursor?
    let revision: Int64
    let epoch: Identifier
    /// So much is not folded yet that the search did not see all of it.
    let isBehind: Bool
}
