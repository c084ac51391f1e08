import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/views/backlog`: the open tasks of the backlog in the groups Today, Yesterday, This Week and Older, by when
/// each came there.
///
/// 200 with `date` (today), `total`, all four `groups` each with its `count`, and `nextCursor`: counts are of
/// everything, `tasks` are the page's. 304 where the client holds it. `limit` counts tasks, up to 1000. 400
/// `malformed_parameter`.
struct BacklogView: AccountView {
    private let page: RequestedPage
    private let after: Query

    init(_ request: Request) throws {
        page = try RequestedPage(only: request)
        after = try page.after("age") { Int32($0) }
    }

    func statement(_ context: ViewContext) -> Query {
        let ages = BacklogAges(context.moment, context.settings)
        let tasks: Query = """
            SELECT page.age, \(.taskPageColumns) FROM page
            JOIN task ON task.account_id = \(context.account) AND task.task_id = page.task_id
            ORDER BY page.age, page.state, page.sort_order, page.task_id
            """
        return """
            WITH entered AS MATERIALIZED (
                SELECT task_id, state, sort_order,
                    CASE WHEN came.at > \(ages.today) THEN 0
                        WHEN came.at > \(ages.yesterday) THEN 1
                        WHEN came.at > \(ages.week) THEN 2 ELSE 3 END AS age
                FROM task CROSS JOIN LATERAL (
                    SELECT CASE entered_backlog_at
                        WHEN \(ages.moved) THEN \(ages.movedDay) ELSE entered_backlog_at END AS at
                ) AS came
                WHERE account_id = \(context.account) AND region = 'backlog' AND deleted_at IS NULL AND completed_at IS NULL
            ), counts AS (
                SELECT ARRAY(
                    SELECT count(entered.age) FROM generate_series(0, 3) AS group_ (age)
                    LEFT JOIN entered ON entered.age = group_.age GROUP BY group_.age ORDER BY group_.age) AS counts
            ), page AS (
                SELECT * FROM entered WHERE \(after) ORDER BY age, state, sort_order, task_id LIMIT \(page.limit + 1)
            )
            SELECT \(ViewHead.columns), counts.counts, task.age, \(TaskItem.columns)
            FROM \(ViewHead.tables) CROSS JOIN counts
            LEFT JOIN \(.page(of: tasks, as: "task", weight: .taskWeight)) ON true
            WHERE clock.account_id = \(context.account)
            ORDER BY task.age, task.state, task.sort_order, task.task_id
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        let counts: [Int64] = try rows[0].decode(ViewHead.width)
        let shown = try page.rows(of: rows).tasks(behind: ViewHead.width + 2)
        let ages = try shown.indices.map { try rows[$0].decode(ViewHead.width + 1, as: Int.self) }
        let groups = zip(Backlog.Age.allCases, counts).enumerated().map { place, group in
            Backlog.Group(
                age: group.0, count: Int(group.1), tasks: shown.indices.filter { ages[$0] == place }.map { shown[$0] })
        }
        json.member("date", context.moment.today)
        Backlog(groups: groups).writeMembers(to: &json)
        let last = shown.indices.last.map { "\(ages[$0])" } ?? ""
        page.writeNext(
            after: shown.last.map { PlainTask($0) }, hasMore: rows.count > shown.count, group: last, to: &json)
    }
}
