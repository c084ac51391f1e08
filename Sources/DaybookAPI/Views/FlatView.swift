import DaybookCore
import DaybookLedger
import Postgres
import RowWriting

extension Query {
    /// The tasks of a view without groups, in the order of views (active, not started, completed; then the user's):
    /// those of the page, and one more.
    ///
    /// - Parameters:
    ///   - parts: which tasks, each part in an index of its own that has this order.
    ///   - few: more of them, which are put in order.
    ///   - columns: what the view tells besides its tasks, behind the head's columns and with a comma before each.
    static func tasks(
        for context: ViewContext, in parts: OrderedPart..., and few: Query? = nil, page: RequestedPage,
        columns: Query = ""
    ) -> Query {
        let account = context.account
        var selects = parts.map { part in
            """
            (SELECT \(.taskPageColumns) FROM task
                WHERE account_id = \(account) AND deleted_at IS NULL AND \(part.condition) AND \(page.after)
                    AND \(context.visibility.tasks)
                ORDER BY \(part.first)state, sort_order, task_id LIMIT \(page.limit + 1))
            """ as Query
        }
        if let few {
            selects.append(
                """
                (SELECT \(.taskPageColumns) FROM (
                    SELECT task_id FROM (\(few)) AS found WHERE \(page.after)
                    ORDER BY state, sort_order, task_id LIMIT \(page.limit + 1)
                ) AS shown JOIN task ON task.account_id = \(account) AND task.task_id = shown.task_id)
                """)
        }
        let tasks: Query = """
            SELECT * FROM (\(selects.dropFirst().reduce(selects[0]) { "\($0) UNION ALL \($1)" })) AS task
            ORDER BY state, sort_order, task_id LIMIT \(page.limit + 1)
            """
        return view(
            of: account, selects.count == 1 ? selects[0] : tasks, columns: "\(columns), \(PlainTask.columns)")
    }

    /// The same of tasks that no index has in this order: what they are put in order by is read from an index that
    /// finds them, and of the rows none but those that are shown.
    ///
    /// - Parameter condition: about columns of the index.
    static func tasks(
        for context: ViewContext, sorting condition: Query, page: RequestedPage, columns: Query = ""
    ) -> Query {
        let account = context.account
        let tasks: Query = """
            SELECT \(.taskPageColumns) FROM (
                SELECT task_id FROM task
                WHERE account_id = \(account) AND deleted_at IS NULL AND \(condition) AND \(page.after)
                    AND \(context.visibility.tasks)
                ORDER BY state, sort_order, task_id LIMIT \(page.limit + 1)
            ) AS shown JOIN task ON task.account_id = \(account) AND task.task_id = shown.task_id
            ORDER BY task.state, task.sort_order, task.task_id
            """
        return view(of: account, tasks, columns: "\(columns), \(PlainTask.columns)")
    }

    /// Tasks without a date that are due in a span of time: `task_id`, `due_at`, and what views are put in order by.
    /// Open ones, and those that were completed today.
    ///
    /// - Parameter open: which of the open ones, about columns of `task`.
    static func undated(_ context: ViewContext, due span: Range<Instant>, open: Query = "true") -> Query {
        let account = context.account
        let day = context.moment.day.interval(of: context.moment.today)
        let isDue: Query = """
            task.due_at >= \(span.lowerBound) AND task.due_at < \(span.upperBound) AND task.scheduled_date IS NULL
                AND task.deleted_at IS NULL AND \(context.visibility.tasks)
            """
        return """
            SELECT task_id, due_at, state, sort_order FROM task
            WHERE account_id = \(account) AND \(isDue) AND completed_at IS NULL AND \(open)
            UNION ALL
            SELECT task.task_id, task.due_at, task.state, task.sort_order
            FROM completion
            JOIN task ON task.account_id = completion.account_id AND task.task_id = completion.task_id
            WHERE completion.account_id = \(account) AND completion.completed_at >= \(day.lowerBound)
                AND completion.completed_at < \(day.upperBound) AND task.state = 'completed' AND \(isDue)
            """
    }

    /// Behind the head, with a comma before each, the columns of a page of tasks.
    static func view(
        of account: Identifier, _ tasks: Query, columns: Query = ", \(TaskItem.columns)",
        by order: Query = "task.state, task.sort_order, task.task_id"
    ) -> Query {
        """
        SELECT \(ViewHead.columns)\(columns)
        FROM \(ViewHead.tables)
        LEFT JOIN \(.page(of: tasks, as: "task", weight: .taskWeight)) ON true
        WHERE clock.account_id = \(account)
        ORDER BY \(order)
        """
    }
}

/// Tasks that an index has in the order of views.
struct OrderedPart {
    /// About columns of `task`.
    let condition: Query
    /// The index's columns before the order that are the same in all of these tasks, with a comma behind each.
    /// PostgreSQL knows that of a column that equals something, and has to be told of one that is null, or it would not
    /// see that the index has this order.
    var first: Query = ""

    init(_ condition: Query, first: Query = "") {
        self.condition = condition
        self.first = first
    }

    /// In no list and without a date.
    static let unfiled = OrderedPart("list_id IS NULL AND scheduled_date IS NULL")
}

extension RequestedPage {
    /// `"tasks":[...],"nextCursor":...`
    func write(_ found: Rows, behind columns: Int, to json: inout JSONWriter) throws(PostgresError) {
        let shown = rows(of: found)
        json.name("tasks")
        json.beginArray()
        try json.storedTasks(shown, .shown, from: columns)
        json.endArray()
        let hasMore = found.count > shown.count
        writeNext(after: hasMore ? try shown.last?.plainTask(behind: columns) : nil, hasMore: hasMore, to: &json)
    }
}
