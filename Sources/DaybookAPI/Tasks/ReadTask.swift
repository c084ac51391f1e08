import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// `GET /v1/tasks/{id}`.
///
/// 200 with the task and its tag, 304 where the client holds it. 404 for no such task, 410 `gone` for a deleted one.
struct ReadTask: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT \(TaskItem.columns), \(AccountHistory.lastColumn)
            FROM task WHERE account_id = \(principal.account) AND task_id = \(id)
            """)
        guard let row = rows.first else { throw Problem(.notFound) }
        let task = try TaskItem(row)
        guard !task.isDeleted else { throw Problem(.gone) }
        let history = try AccountHistory(principal.account, endOf: row)
        return try await request.unlessHeld(.task(task, of: history))
    }
}
