import DaybookCore
import Postgres

extension Query {
    /// The tasks that a plan leaves, in the user's order, up to so many and one more.
    ///
    /// An index finds them and holds what they are put in order by, so of the rows only those are read that are looked
    /// at. Where nothing narrows them, an index has all tasks in this order.
    ///
    /// - Parameter after: about `sort_order` and `task_id`.
    static func filtered(
        for context: ViewContext, by plan: FilterPlan, after: Query, most: Int, bytes: Int = PageBound.bytes
    ) -> Query {
        let account = context.account
        let parts = conditions(of: plan)
        let ids = parts.map { condition in
            """
            SELECT task_id, sort_order FROM task
            WHERE account_id = \(account) AND deleted_at IS NULL AND \(condition) AND \(after)
                AND \(context.visibility.tasks)
            """ as Query
        }
        let tasks: Query =
            if let first = ids.first {
                """
                SELECT \(.taskPageColumns) FROM (
                    SELECT task_id FROM (\(ids.dropFirst().reduce(first) { "\($0) UNION ALL \($1)" })) AS found
                    ORDER BY sort_order, task_id LIMIT \(most + 1)
                ) AS shown JOIN task ON task.account_id = \(account) AND task.task_id = shown.task_id
                ORDER BY task.sort_order, task.task_id
                """
            } else {
                """
                SELECT \(.taskPageColumns) FROM task
                WHERE account_id = \(account) AND deleted_at IS NULL AND \(after)
                    AND \(context.visibility.tasks)
                ORDER BY sort_order, task_id LIMIT \(most + 1)
                """
            }
        return """
            SELECT \(ViewHead.columns), \(TaskItem.columns)
            FROM \(ViewHead.tables)
            LEFT JOIN \(.page(of: tasks, as: "task", weight: .taskWeight, bytes: bytes)) ON true
            WHERE clock.account_id = \(account)
            ORDER BY task.sort_order, task.task_id
            """
    }

    /// Conditions on columns of an index, which share no task; none where the whole account is read.
    private static func conditions(of plan: FilterPlan) -> [Query] {
        let isOpen: Query = plan.isOpen ? " AND completed_at IS NULL" : ""
        if let parent = plan.parent { return ["parent_id = \(parent)"] }
        if plan.isOpen, let due = plan.due {
            return ["due_at >= \(due.lowerBound) AND due_at < \(due.upperBound)\(isOpen)"]
        }
        if let dates = plan.dates {
            return ["scheduled_date >= \(dates.lowerBound) AND scheduled_date <= \(dates.upperBound)\(isOpen)"]
        }
        if plan.isOpen, let region = plan.region { return ["region = \(region.name)::day_region\(isOpen)"] }
        guard let lists = plan.lists else { return [] }
        let hasState: Query = plan.isOpen ? " AND state <> 'completed'" : ""
        // A condition for each list: under row-level security PostgreSQL uses no index to compare with several values.
        var parts = lists.compactMap(\.self).map { "list_id = \($0)\(hasState)" as Query }
        if lists.contains(nil) {
            parts.append("list_id IS NULL AND scheduled_date IS NULL\(hasState)")
            parts.append("list_id IS NULL AND scheduled_date IS NOT NULL\(hasState)")
        }
        // Two lists that a filter names at once hold no task together.
        return parts.isEmpty ? ["false"] : parts
    }
}
