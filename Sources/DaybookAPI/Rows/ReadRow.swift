import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// `GET /v1/tasks/{id}` and `GET /v1/lists/{id}`.
///
/// 200 with the task or list and its tag, 304 where the client holds it. 404 for no such row, 410 `gone` for a deleted
/// one.
struct ReadRow<Item: ReadableRow>: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT \(Item.columns), \(AccountHistory.lastColumn)
            FROM \(Item.table) WHERE account_id = \(principal.account) AND \(Item.key) = \(id)
                AND \(Item.seen(by: Visibility(principal)))
            """)
        guard let row = rows.first else { throw Problem(.notFound) }
        let item = try Item(row)
        guard !item.isDeleted else { throw Problem(item.isErased ? .erased : .gone) }
        let history = try AccountHistory(principal.account, endOf: row)
        return try await request.unlessHeld(
            .document(tag: history.tag(of: item.revision)) { item.write(to: &$0, .plain) })
    }
}
