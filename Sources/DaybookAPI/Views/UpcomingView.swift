import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/views/upcoming`: what is scheduled after the account's today, grouped by date, the nearest first; the group
/// of tomorrow says so.
///
/// 200 with `date` (today), `groups` and `nextCursor`: a group that does not fit goes on with the next page. 304 where
/// the client holds it. `limit` counts tasks, up to 1000. 400 `malformed_parameter`.
struct UpcomingView: AccountView {
    private let page: ViewPage
    private let after: Query

    init(_ request: Request) throws {
        page = try ViewPage(only: request)
        after = try page.after("scheduled_date", beginsGroup: true) { CalendarDate($0) }
    }

    func statement(_ context: ViewContext) -> Query {
        let tasks: Query = """
            SELECT \(.taskPageColumns) FROM task
            WHERE account_id = \(context.account) AND deleted_at IS NULL AND scheduled_date > \(context.moment.today)
                AND \(after)
            ORDER BY scheduled_date, state, sort_order, task_id LIMIT \(page.limit + 1)
            """
        return .view(
            of: context.account, tasks, by: "task.scheduled_date, task.state, task.sort_order, task.task_id")
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        let tasks = try page.rows(of: rows).tasks(behind: ViewHead.width)
        json.member("date", context.moment.today)
        let groups = tasks.runs(of: \.scheduledDate).compactMap { group in
            group.shared.map { UpcomingGroup($0, of: group.tasks, at: context.moment) }
        }
        json.member("groups") { $0.array(groups) { $1.write(to: &$0) } }
        page.writeNext(
            after: tasks.last.map { PlainTask($0) }, hasMore: rows.count > tasks.count,
            group: tasks.last?.scheduledDate?.text ?? "", to: &json)
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
