import DaybookCore
import Postgres

/// Statements about one account. They run under the account's scope: row-level security shows them only its rows, even
/// if a statement forgets to name the account.
extension Database {
    /// Runs a statement that only reads. It shares its round trip with other accounts' reads, never its scope.
    package func read(of account: Identifier, _ query: Query) async throws(PostgresError) -> Rows {
        try await read(query, under: .scope(account))
    }

    /// Runs a statement that only reads, and whose one plan serves all its values (`Query.onePlan`).
    package func readInOnePlan(of account: Identifier, _ query: Query) async throws -> Rows {
        try await read(query, after: [.scopeInOnePlan(account)])
    }

    /// Runs a statement in a transaction of its own, which has committed durably when this returns. It is never run
    /// twice.
    @discardableResult
    package func write(of account: Identifier, _ query: Query) async throws(PostgresError) -> Rows {
        try await write(query, under: .scope(account))
    }

    /// Runs the body in a transaction under the account's scope.
    ///
    /// - Parameter inOnePlan: whether one plan serves all values of its statements (`Query.onePlan`).
    @discardableResult
    package func transaction<Outcome: Sendable>(
        of account: Identifier, isolation: IsolationLevel = .readCommitted, readOnly: Bool = false,
        inOnePlan: Bool = false, attempts: Int? = nil, _ body: (Transaction) async throws -> Outcome
    ) async throws -> Outcome {
        let scope: Query = inOnePlan ? .scopeInOnePlan(account) : .scope(account)
        return try await transaction(
            isolation: isolation, readOnly: readOnly, attempts: attempts, opening: [scope], body)
    }
}

extension LocalSetting {
    /// Names the account whose rows a statement may see.
    static func scope(_ account: Identifier) -> LocalSetting { LocalSetting("daybook.account", account.text) }

    /// Names several, as an array of PostgreSQL's.
    static func scope(_ accounts: [Identifier]) -> LocalSetting {
        LocalSetting("daybook.accounts", "{" + accounts.map(\.text).joined(separator: ",") + "}")
    }
}

extension Transaction {
    /// Whether the account is there; then it stays until the transaction ends.
    package func holds(_ account: Identifier) async throws(PostgresError) -> Bool {
        try await !run("SELECT 1 FROM account WHERE account_id = \(account) FOR KEY SHARE").isEmpty
    }

    /// Comes before the lock of an account's row, for whoever decides by that row and a directory. Where tables are
    /// spread the row's lock is the worker's, and is free before the coordinator shows what the same transaction wrote.
    /// Elsewhere it is nothing.
    package func lockDirectories(of accounts: Identifier...) async throws(PostgresError) {
        guard isSpread else { return }
        try await run(accounts.sorted().map { "SELECT pg_advisory_xact_lock(hashtextextended(\($0.text), 0))" })
    }
}

extension Query {
    /// Names the account whose rows the rest of the transaction may see.
    package static func scope(_ account: Identifier) -> Query { LocalSetting.scope(account).query }

    /// Names several accounts whose rows the rest of the transaction may see.
    package static func scope(_ accounts: [Identifier]) -> Query {
        ("SELECT set_config('daybook.accounts', \(accounts)::text, true)" as Query)
            .whereSpread(LocalSetting.scope(accounts).statement)
    }

    /// Columns of a `SELECT` that keep one plan for all values of a statement, for the rest of the transaction. They
    /// are for statements whose rows are found by whole keys or read along one index. Left to itself PostgreSQL takes
    /// short arrays and small limits for a reason to plan a statement anew each time, which costs more than running it.
    /// And a plan that was made while a table was empty would read all of it ever after, so no plan may. PostgreSQL
    /// then takes even the table of one row for so costly that it would compile the statement.
    package static let onePlan: Query = """
        set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
        set_config('jit', 'off', true)
        """

    /// The same as a statement. Where tables are spread nobody keeps plans: each says where to send what.
    package static let keepOnePlan = ("SELECT \(onePlan)" as Query).whereSpread("SELECT 1")

    /// The scope of some accounts, for statements that find rows by whole keys and write what they are given.
    package static func scopeByKeys(_ accounts: [Identifier]) -> Query {
        ("SELECT set_config('daybook.accounts', \(accounts)::text, true), \(onePlan)" as Query)
            .whereSpread(LocalSetting.scope(accounts).statement)
    }

    static func scopeInOnePlan(_ account: Identifier) -> Query {
        ("SELECT set_config('daybook.account', \(account.text), true), \(onePlan)" as Query)
            .whereSpread(LocalSetting.scope(account).statement)
    }

    /// Some accounts in the order of their keys, for whoever walks through all of them.
    package static func accounts(after last: Identifier, atMost limit: Int) -> Query {
        "SELECT account_id FROM account WHERE account_id > \(last) ORDER BY account_id LIMIT \(limit)"
    }
}
