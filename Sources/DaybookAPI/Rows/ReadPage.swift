import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres
import Reactor

/// `GET /v1/tasks` and `GET /v1/lists`: those of the account in the user's order, a page at a time.
///
/// 200 with `tasks` or `lists`, `nextCursor` (null on the last page) and the account's revision, which its tag names;
/// 304 where the client holds that. 400 `malformed_parameter`.
struct ReadPage<Item: ReadableRow>: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let filter = try Item.filter(request)
        let items: Query = """
            SELECT \(Item.pageColumns) FROM \(Item.table) WHERE account_id = \(principal.account) AND \(filter.condition)
                AND \(Item.seen(by: Visibility(principal)))
            ORDER BY sort_order, \(Item.key) LIMIT \(filter.limit + 1)
            """
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT \(Item.columns), clock.revision, \(AccountHistory.lastColumn)
            FROM account_clock AS clock
            LEFT JOIN \(.page(of: items, as: Item.table, weight: Item.weight)) ON true
            WHERE clock.account_id = \(principal.account)
            ORDER BY \(Item.table).sort_order, \(Item.table).\(Item.key)
            """)
        guard let first = rows.first else { throw Problem.unauthenticated }
        let revision = try first.decode(first.columnCount - 2, as: Int64.self)
        let history = try AccountHistory(principal.account, endOf: first)
        // Without any there is one row, of the clock alone.
        let isEmpty = try first.decode(0, as: Identifier?.self) == nil
        let response = try await aside(if: rows.count > PageBound.rowsAtOnce) {
            let page = rows.prefix(isEmpty ? 0 : rows.shown(upTo: filter.limit))
            let last = !isEmpty && rows.count > page.count ? try page.last.map { try Item($0) } : nil
            let length = 256 + page.count * 640
            return try Response.document(tag: history.tag(of: revision), about: length) { json throws(PostgresError) in
                json.beginObject()
                json.name(Item.plural)
                json.beginArray()
                try Item.write(page, to: &json)
                json.endArray()
                json.member("nextCursor", last.map { OrderedPlace($0.sortOrder, $0.id).text })
                json.member("revision", revision)
                json.endObject()
            }
        }
        return try await request.unlessHeld(response)
    }
}
