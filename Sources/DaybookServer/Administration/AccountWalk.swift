import DaybookCore
import DaybookStore
import Postgres

/// Accounts one after the other, looked up in pages.
struct AccountWalk: AsyncSequence, Sendable {
    let database: Database
    /// Nil means every account.
    let only: Identifier?

    struct AsyncIterator: AsyncIteratorProtocol {
        let database: Database
        let isOne: Bool
        var page: [Identifier]
        var last = Identifier.zero
        var isOver = false

        mutating func next() async throws -> Identifier? {
            if page.isEmpty, !isOver, !isOne {
                page = try await database.read(.accounts(after: last, atMost: 500)).map { row throws(PostgresError) in
                    try row.decode(0, as: Identifier.self)
                }.reversed()
                isOver = page.isEmpty
            }
            guard let account = page.popLast() else { return nil }
            last = account
            return account
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(database: database, isOne: only != nil, page: only.map { [$0] } ?? [])
    }
}
