import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

extension Query {
    /// The tasks of a view without groups, in the order of views (active, not started, completed; then the user's):
    /// those of the page, and one more.
    ///
    /// - Parameters:
    ///   - first: a column that is the same in all of them, with a comma behind it. PostgreSQL knows that of a column
    ///     that equals something, and has to be told of one that is null, or it would not see that the index has this
    ///     order.
    ///   - columns: what the view tells besides its tasks, behind the head's columns and with a comma before each.
    ///   - condition: about columns of `task`.
    static func tasks(
        of account: Identifier, where condition: Query, _ page: ViewPage, first: Query = "", columns: Query = ""
    ) -> Query {
        let tasks: Query = """
            SELECT \(.taskPageColumns) FROM task
            WHERE account_id = \(account) AND deleted_at IS NULL AND \(condition) AND \(page.after)
            ORDER BY \(first)state, sort_order, task_id LIMIT \(page.limit + 1)
            """
        return """
            SELECT \(ViewHead.columns)\(columns), \(PlainTask.columns)
            FROM \(ViewHead.tables)
            LEFT JOIN \(.page(of: tasks, as: "task", weight: .taskWeight)) ON true
            WHERE clock.account_id = \(account)
            ORDER BY task.state, task.sort_order, task.task_id
            """
    }
}

extension ViewPage {
    /// `"tasks":[...],"nextCursor":...`
    func write(_ found: Rows, behind columns: Int, to json: inout JSONWriter) throws(PostgresError) {
        let tasks = try rows(of: found).plainTasks(behind: columns)
        json.name("tasks")
        json.beginArray()
        for task in tasks { task.write(to: &json) }
        json.endArray()
        writeNext(after: tasks.last, hasMore: found.count > tasks.count, to: &json)
    }
}
