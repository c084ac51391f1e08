import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/views/upcoming`: the tasks that are scheduled after the account's today, and those that are due after it
/// and have no scheduled date, grouped by date, the nearest first. The group of tomorrow has that word as its title.
///
/// 200 with `date` (today), `groups` and `nextCursor`: a group that does not fit goes on with the next page. 304 where
/// the client holds it. `limit` counts tasks, up to 1000. 400 `malformed_parameter`.
struct UpcomingView: AccountView {
    private let page: RequestedPage
    private let after: (scheduled: Query, due: Query)
    /// In which the page begins.
    private let first: CalendarDate?

    init(_ request: Request) throws {
        page = try RequestedPage(only: request)
        after = (
            try page.after("scheduled_date", beginsGroup: true) { CalendarDate($0) },
            try page.after("date") { CalendarDate($0) }
        )
        first = page.group { CalendarDate($0) }
    }

    func statement(_ context: ViewContext) -> Query {
        let tasks: Query = """
            SELECT * FROM (
                (SELECT \(.taskPageColumns), task.scheduled_date AS date FROM task
                    WHERE account_id = \(context.account) AND deleted_at IS NULL
                        AND scheduled_date > \(context.moment.today) AND \(after.scheduled)
                    ORDER BY scheduled_date, state, sort_order, task_id LIMIT \(page.limit + 1))
                UNION ALL
                (SELECT \(.taskPageColumns), due.date FROM (\(due(context))) AS due
                    JOIN task ON task.account_id = \(context.account) AND task.task_id = due.task_id)
            ) AS task
            ORDER BY date, state, sort_order, task_id LIMIT \(page.limit + 1)
            """
        return .view(of: context.account, tasks, by: "task.date, task.state, task.sort_order, task.task_id")
    }

    /// What is only due, by the date on which it is: found in an index and sorted, of the open ones no more than may be
    /// on the page. No day has more than two times 24 hours.
    private func due(_ context: ViewContext) -> Query {
        let moment = context.moment
        let begins = moment.day.start(of: max(first ?? moment.tomorrow, moment.tomorrow))
        let spans = moment.day.spans(during: begins..<max(begins, .latest))
        let last: Query = """
            due_at < coalesce((
                SELECT due_at FROM task
                WHERE account_id = \(context.account) AND due_at >= \(begins) AND scheduled_date IS NULL
                    AND deleted_at IS NULL AND completed_at IS NULL
                ORDER BY due_at OFFSET \(page.limit) LIMIT 1
            ) + interval '2 days', 'infinity')
            """
        return """
            SELECT * FROM (
                SELECT task_id, state, sort_order, date '1970-01-01' + ((floor(extract(epoch FROM due_at))::bigint
                    + (\(spans.map { Int64($0.secondsToDay) })::bigint[])[
                        width_bucket(due_at, \(spans.map(\.instants.lowerBound))::timestamptz[])]
                    ) / 86400)::int AS date
                FROM (\(.undated(context, due: begins..<max(begins, .latest), open: last))) AS due
            ) AS dated
            WHERE \(after.due)
            ORDER BY date, state, sort_order, task_id LIMIT \(page.limit + 1)
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        let tasks = try page.rows(of: rows).tasks(behind: ViewHead.width)
        json.member("date", context.moment.today)
        let groups = tasks.runs(of: context.moment.date).compactMap { group in
            group.shared.map { UpcomingGroup($0, of: group.tasks, at: context.moment) }
        }
        json.member("groups") { $0.array(groups) { $1.write(to: &$0) } }
        page.writeNext(
            after: tasks.last.map { PlainTask($0) }, hasMore: rows.count > tasks.count,
            group: tasks.last.flatMap { context.moment.date(of: $0) }?.text ?? "", to: &json)
    }
}

extension [TaskItem] {
    /// Neighbours that share a value.
    fileprivate func runs<Value: Equatable>(
        of value: (TaskItem) -> Value
    ) -> [(shared: Value, tasks: [TaskItem])] {
        var runs: [(shared: Value, tasks: [TaskItem])] = []
        for task in self {
            let shared = value(task)
            if runs.last?.shared == shared {
                runs[runs.count - 1].tasks.append(task)
            } else {
                runs.append((shared, [task]))
            }
        }
        return runs
    }
}
