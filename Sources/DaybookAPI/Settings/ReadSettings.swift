import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// `GET /v1/account/settings`.
///
/// 200 with the account's settings and their tag, 304 where the client holds them.
struct ReadSettings: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try await request.unlessHeld(try await settings(of: principal.account))
    }

    func settings(of account: Identifier) async throws -> Response {
        let rows = try await database.read(
            of: account,
            """
            SELECT \(AccountSettings.columns), \(AccountHistory.lastColumn)
            FROM account_settings WHERE account_id = \(account)
            """)
        guard let row = rows.first else { throw Problem.unauthenticated }
        let history = try AccountHistory(account, endOf: row)
        return .settings(try AccountSettings(row), of: history)
    }
}
