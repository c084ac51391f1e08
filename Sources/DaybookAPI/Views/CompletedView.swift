import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/views/completed`: what was completed, grouped by the account's date of completion, the latest first.
///
/// `from` and `to` (dates, both included) narrow it. Tasks that were deleted since are not shown; the statistics count
/// them. 200 with `date` (today), `groups` and `nextCursor`: a group that does not fit goes on with the next page. 304
/// where the client holds it. `limit` counts tasks, up to 1000. 400 `malformed_parameter`.
struct CompletedView: AccountView {
    private let limit: Int
    private let dates: DateRange
    private let cursor: (at: Instant, id: Identifier)?

    init(_ request: Request) throws {
        try request.requireQuery(among: DateRange.parameters.union(["limit", "cursor"]))
        limit = try request.pageLimit(most: 1000, usual: 100)
        dates = try DateRange(request)
        cursor = try request.query("cursor") { text in
            guard let at = Instant(String(text.prefix(24))), text.dropFirst(24).first == ".",
                let id = Identifier(String(text.dropFirst(25)))
            else { return nil }
            return (at, id)
        }
    }

    func statement(_ context: ViewContext) -> Query {
        let day = context.moment.day
        let range: Query = .all(
            dates.from.map { "completion.completed_at >= \(day.start(of: $0))" },
            dates.to.map { "completion.completed_at < \(day.start(of: $0.adding(days: 1)))" },
            cursor.map { "(completion.completed_at, completion.task_id) < (\($0.at), \($0.id))" })
        let tasks: Query = """
            SELECT \(.taskPageColumns) FROM completion
            JOIN task ON task.account_id = completion.account_id AND task.task_id = completion.task_id
            WHERE completion.account_id = \(context.account) AND task.deleted_at IS NULL AND \(range)
            ORDER BY completion.completed_at DESC, completion.task_id DESC LIMIT \(limit + 1)
            """
        return .view(of: context.account, tasks, by: "task.completed_at DESC, task.task_id DESC")
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        let shown = try rows.prefix(rows.shown(upTo: limit)).tasks(behind: ViewHead.width)
        json.member("date", context.moment.today)
        json.member("groups") { $0.array(context.moment.completedGroups(shown)) { $1.write(to: &$0) } }
        let last = rows.count > shown.count ? shown.last : nil
        json.member("nextCursor", last?.completedAt.map { "\($0.text).\(last?.id.text ?? "")" })
    }
}
