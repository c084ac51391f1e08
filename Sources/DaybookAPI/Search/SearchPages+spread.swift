import DaybookCore
import DaybookStore
import Postgres

/// Where tables are spread over several servers, a statement cannot read pages and write them.
extension SearchPages {
    func writeSpread(_ pages: Query, of account: Identifier) async throws(PostgresError) {
        do {
            try await database.transaction(of: account) { transaction in
                let answers = try await transaction.run([
                    "WITH \(pages) SELECT * FROM page", "WITH \(pages) SELECT begins FROM old",
                ])
                let old = try answers[1].decode(Int64.self)
                var queries = try answers[0].map { try Self.insertion(of: $0, account) }
                queries.append("DELETE FROM search_page WHERE account_id = \(account) AND begins = ANY(\(old))")
                try await transaction.commit(after: queries)
            }
        } catch let error as PostgresError {
            throw error
        } catch {
            throw .cancelled
        }
    }

    private static func insertion(of row: Row, _ account: Identifier) throws(PostgresError) -> Query {
        let (begins, through, held, tasks, revisions, updated, completed, texts) = try row.decode(
            (Int64, Int64, Int64, [Identifier], [Int64], [Instant], [Bool], String).self)
        return """
            INSERT INTO search_page (account_id, begins, through, held, tasks, revisions, updated, completed, texts)
            VALUES (\(account), \(begins), \(through), \(held), \(tasks), \(revisions), \(updated), \(completed), \(texts))
            """
    }
}
