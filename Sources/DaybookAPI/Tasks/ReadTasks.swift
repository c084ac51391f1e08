import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres
import Reactor

/// `GET /v1/tasks`: the account's tasks in the user's order, a page at a time.
///
/// Filters: `list` (an id or `inbox`), `state` (more than once for several), `scheduledDate` (a date or `none`),
/// `updatedSince`, `deleted=true` for those that can be restored; `limit` up to 500. 200 with `tasks`, `nextCursor`
/// (null on the last page) and the account's revision, which its tag names; 304 where the client holds that. 400
/// `malformed_parameter`.
struct ReadTasks: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let filter = try TaskFilter(request)
        let tasks: Query = """
            SELECT \(.taskPageColumns) FROM task WHERE account_id = \(principal.account) AND \(filter.condition)
            ORDER BY sort_order, task_id LIMIT \(filter.limit + 1)
            """
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT \(TaskItem.columns), clock.revision, \(AccountHistory.lastColumn)
            FROM account_clock AS clock
            LEFT JOIN \(.page(of: tasks, as: "task", weight: .taskWeight)) ON true
            WHERE clock.account_id = \(principal.account)
            ORDER BY task.sort_order, task.task_id
            """)
        guard let first = rows.first else { throw Problem.unauthenticated }
        let revision = try first.decode(first.columnCount - 2, as: Int64.self)
        let history = try AccountHistory(principal.account, endOf: first)
        // Without any task there is one row, of the clock alone.
        let isEmpty = try first.decode(0, as: Identifier?.self) == nil
        let response = try await aside(if: rows.count > Pages.longPage) {
            let page = isEmpty ? [] : try rows.prefix(rows.shown(upTo: filter.limit)).map { try TaskItem($0) }
            let hasMore = rows.count > page.count
            return Self.page(of: page, hasMore: hasMore, tag: history.tag(of: revision), revision)
        }
        return try await request.unlessHeld(response)
    }

    private static func page(of page: [TaskItem], hasMore: Bool, tag: EntityTag, _ revision: Int64) -> Response {
        Response.document(tag: tag) { json in
            json.beginObject()
            json.name("tasks")
            json.tasks(page)
            json.name("nextCursor")
            if hasMore, let last = page.last {
                json.string(OrderedPlace(last.sortOrder, last.id).text)
            } else {
                json.null()
            }
            json.member("revision", revision)
            json.endObject()
        }
    }
}
