import DaybookCore
import Postgres

extension Query {
    /// The tasks of a view without groups, in the order of views (active, not started, completed; then the user's), and one
    /// more than the page holds.
    ///
    /// - Parameters:
    ///   - first: a column that is the same in all of them, with a comma behind it. PostgreSQL knows that of a column that equals
    ///     something, and has to be told of one that is null, or it would not see that the index has this order.
    ///   - columns: what the view tells besides its tasks, behind the head's columns and with a comma before each.
    ///   - condition: about columns of `task`.
    static func tasks(
        of account: Identifier, where condition: Query, _ page: ViewPage, first: Query = "", columns: Query = ""
    ) -> Query {
        """
        SELECT \(ViewHead.columns)\(columns), \(PlainTask.columns)
        FROM \(ViewHead.tables)
        LEFT JOIN LATERAL (
            SELECT * FROM task
            WHERE account_id = \(account) AND deleted_at IS NULL AND \(condition) AND \(page.after)
            ORDER BY \(first)state, sort_order, task_id LIMIT \(page.limit + 1)
        ) AS task ON true
        WHERE clock.account_id = \(account)
        ORDER BY task.state, task.sort_order, task.task_id
        """
    }
}

extension ViewPage {
    /// `"tasks":[...],"nextCursor":...`
    func write(_ found: [PlainTask], to json: inout JSONWriter) {
        json.name("tasks")
        json.beginArray()
        for task in tasks(found) { task.write(to: &json) }
        json.endArray()
        writeNext(found, to: &json)
    }
}
