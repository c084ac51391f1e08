import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// `GET /v1/views/completed`: what was completed, grouped by the account's date of completion, the latest first.
///
/// `from` and `to` (dates, both included) narrow it. Tasks that were deleted since are not shown; the statistics count
/// them. 200 with `date` (today), `groups` and `nextCursor`: a group that does not fit goes on with the next page. 304
/// where the client holds it. `limit` counts tasks, up to 1000. 400 `malformed_parameter`.
struct CompletedView: AccountView {
    static let follows = ViewTag.Clock.day
    private let limit: Int
    private let from: CalendarDate?
    private let to: CalendarDate?
    private let cursor: (at: Instant, id: Identifier)?

    init(_ request: Request) throws {
        try request.requireQuery(among: ["from", "to", "limit", "cursor"])
        limit = try request.pageLimit(most: 1000, usual: 100)
        from = try request.queryDate("from")
        to = try request.queryDate("to")
        if let from, let to, from > to { throw Problem(.malformedParameter, parameter: "to") }
        guard let text: String = try request.queryValue("cursor") else {
            cursor = nil
            return
        }
        guard let at = Instant(String(text.prefix(24))), text.dropFirst(24).first == ".",
            let id = Identifier(String(text.dropFirst(25)))
        else { throw Problem(.malformedParameter, parameter: "cursor") }
        cursor = (at, id)
    }

    func statement(_ context: ViewContext) -> Query {
        let day = context.moment.day
        var range: Query = "true"
        if let from { range = range + " AND completion.completed_at >= \(day.start(of: from))" }
        if let to { range = range + " AND completion.completed_at < \(day.start(of: to.adding(days: 1)))" }
        if let cursor {
            range = range + " AND (completion.completed_at, completion.task_id) < (\(cursor.at), \(cursor.id))"
        }
        let tasks: Query = """
            SELECT \(.taskPageColumns) FROM completion
            JOIN task ON task.account_id = completion.account_id AND task.task_id = completion.task_id
            WHERE completion.account_id = \(context.account) AND task.deleted_at IS NULL AND \(range)
            ORDER BY completion.completed_at DESC, completion.task_id DESC LIMIT \(limit + 1)
            """
        return """
            SELECT \(ViewHead.columns), \(TaskItem.columns)
            FROM \(ViewHead.tables)
            LEFT JOIN \(.page(of: tasks, as: "task", weight: .taskWeight)) ON true
            WHERE clock.account_id = \(context.account)
            ORDER BY task.completed_at DESC, task.task_id DESC
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws -> Instant? {
        let shown = try rows.prefix(rows.shown(upTo: limit)).tasks(behind: ViewHead.width)
        json.member("date", context.moment.today)
        json.name("groups")
        json.array(context.moment.completedGroups(shown)) { $1.write(to: &$0) }
        json.name("nextCursor")
        if rows.count > shown.count, let last = shown.last, let at = last.completedAt {
            json.string("\(at.text).\(last.id.text)")
        } else {
            json.null()
        }
        return nil
    }
}
