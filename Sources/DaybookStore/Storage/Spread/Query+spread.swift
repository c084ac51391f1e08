import DaybookCore
import Postgres

/// How statements reach the rows of some accounts where tables are spread over several servers by account: each of
/// their tables is told which accounts it is about, so that the whole statement goes to where these are.
extension Query {
    /// Behind a condition that joins the table's accounts with others: says once more which they are.
    package static func only(_ table: Query, of accounts: [Identifier], spread isSpread: Bool) -> Query {
        isSpread ? " AND \(table).account_id = ANY(\(Set(accounts).sorted()))" : ""
    }

    /// Rows for an `INSERT`, each beginning with its account.
    ///
    /// - Parameter columns: one array for each other column. Where tables are spread a row's account must come from
    ///   a table that is spread the same way.
    package static func rows(of accounts: [Identifier], _ columns: Query, spread isSpread: Bool) -> Query {
        guard isSpread else { return "SELECT * FROM unnest(\(accounts), \(columns))" }
        let names = (1...columns.parameterCount).map { "column\($0)" }.joined(separator: ", ")
        return """
            SELECT account_clock.account_id, \(unsafeSQL: names) FROM account_clock
            JOIN unnest(\(accounts), \(columns)) AS told (account_id, \(unsafeSQL: names)) USING (account_id)
            WHERE account_clock.account_id = ANY(\(Set(accounts).sorted()))
            """
    }
}
