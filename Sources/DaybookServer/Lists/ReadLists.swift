import DaybookCore
import HTTP
import Postgres

/// `GET /v1/lists`: the account's lists in the user's order, all of them; with `deleted=true` those that can be restored.
///
/// 200 with `lists` and the account's revision, which its tag names; 304 where the client holds that. 400 `malformed_parameter`.
struct ReadLists: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try request.requireQuery(among: ["deleted"])
        let deleted: Bool = try request.queryValue("deleted") ?? false
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT \(TaskList.columns), clock.revision, (SELECT epoch FROM instance)
            FROM account_clock AS clock
            LEFT JOIN list ON list.account_id = clock.account_id AND (list.deleted_at IS NOT NULL) = \(deleted)
            WHERE clock.account_id = \(principal.account)
            ORDER BY list.sort_order, list.list_id
            """)
        guard let first = rows.first else { throw Problem.unauthenticated }
        let revision = try first.decode(first.columnCount - 2, as: Int64.self)
        let history = AccountHistory(account: principal.account, epoch: try first.decode(first.columnCount - 1))
        let isEmpty = try first.decode(0, as: Identifier?.self) == nil
        let lists = isEmpty ? [] : try rows.map { try TaskList($0) }
        let response = Response.document(tag: history.tag(of: revision)) { json in
            json.beginObject()
            json.name("lists")
            json.array(lists) { $1.write(to: &$0) }
            json.name("revision")
            json.integer(revision)
            json.endObject()
        }
        return try await request.unlessHeld(response)
    }
}
