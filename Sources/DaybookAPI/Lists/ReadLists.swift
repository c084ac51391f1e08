import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// `GET /v1/lists`: the account's lists in the user's order; with `deleted=true` those that can be restored.
///
/// 200 with `lists`, `nextCursor` (null unless they are more than a page holds, some thousands) and the account's
/// revision, which its tag names; 304 where the client holds that. 400 `malformed_parameter`.
struct ReadLists: Sendable {
    let database: Database

    /// Of one page. Nobody who keeps lists comes near it.
    private static let most = 5_000

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try request.requireQuery(among: ["deleted", "cursor"])
        let deleted: Bool = try request.queryValue("deleted") ?? false
        var after: Query = "true"
        if let cursor: String = try request.queryValue("cursor") {
            guard let place = OrderedPlace(cursor) else { throw Problem(.malformedParameter, parameter: "cursor") }
            after = place.isBefore("sort_order, list_id")
        }
        let lists: Query = """
            SELECT * FROM list WHERE account_id = \(principal.account) AND (deleted_at IS NOT NULL) = \(deleted) AND \(after)
            ORDER BY sort_order, list_id LIMIT \(Self.most + 1)
            """
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT \(TaskList.columns), clock.revision, \(AccountHistory.lastColumn)
            FROM account_clock AS clock
            LEFT JOIN \(.page(of: lists, as: "list", weight: .listWeight)) ON true
            WHERE clock.account_id = \(principal.account)
            ORDER BY list.sort_order, list.list_id
            """)
        guard let first = rows.first else { throw Problem.unauthenticated }
        let revision = try first.decode(first.columnCount - 2, as: Int64.self)
        let history = try AccountHistory(principal.account, endOf: first)
        let isEmpty = try first.decode(0, as: Identifier?.self) == nil
        let page = isEmpty ? [] : try rows.prefix(rows.shown(upTo: Self.most)).map { try TaskList($0) }
        let response = Response.document(tag: history.tag(of: revision)) { json in
            json.beginObject()
            json.name("lists")
            json.array(page) { $1.write(to: &$0) }
            json.name("nextCursor")
            if rows.count > page.count, let last = page.last {
                json.string(OrderedPlace(last.sortOrder, last.id).text)
            } else {
                json.null()
            }
            json.member("revision", revision)
            json.endObject()
        }
        return try await request.unlessHeld(response)
    }
}
