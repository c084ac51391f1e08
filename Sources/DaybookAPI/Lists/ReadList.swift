import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// `GET /v1/lists/{id}`.
///
/// 200 with the list and its tag, 304 where the client holds it. 404 for no such list, 410 `gone` for a deleted one.
struct ReadList: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT \(TaskList.columns), \(AccountHistory.lastColumn)
            FROM list WHERE account_id = \(principal.account) AND list_id = \(id)
            """)
        guard let row = rows.first else { throw Problem(.notFound) }
        let list = try TaskList(row)
        guard !list.isDeleted else { throw Problem(.gone) }
        let history = try AccountHistory(principal.account, endOf: row)
        return try await request.unlessHeld(.list(list, of: history))
    }
}
