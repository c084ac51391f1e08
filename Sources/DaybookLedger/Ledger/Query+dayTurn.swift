import DaybookCore
import Postgres

extension Query {
    /// No account is given more rows than these at once; the others follow with the next day.
    private static let mostCarried = 2000

    /// What a turn of the day concerns where that day is `date` at the latest, and two days earlier at the earliest:
    /// the span of the world's zones.
    static func tasks(ofDayTurnBy date: CalendarDate, of account: Identifier) -> [Query] {
        let earliest = date.adding(days: -2)
        let isOpen: Query = "task.account_id = \(account) AND task.deleted_at IS NULL AND task.completed_at IS NULL"
        let isPlaced: Query = "\(isOpen) AND task.region IN ('morning', 'afternoon', 'evening')"
        let later: Query = """
            task AS later WHERE later.account_id = \(account) AND later.parent_recurring_id = speaker.series
            """
        return [
            """
            SELECT \(TaskItem.outline) FROM task \(TaskItem.weighed)
            WHERE \(isPlaced) AND task.scheduled_date < \(earliest)
            ORDER BY task.scheduled_date LIMIT \(mostCarried)
            """,
            """
            SELECT \(TaskItem.outline) FROM task \(TaskItem.weighed)
            WHERE \(isPlaced) AND task.scheduled_date BETWEEN \(earliest) AND \(date)
            """,
            // From before tasks in a region had a date of their own.
            """
            SELECT \(TaskItem.outline) FROM task \(TaskItem.weighed)
            WHERE \(isPlaced) AND task.scheduled_date IS NULL LIMIT \(mostCarried)
            """,
            // Open occurrences, the task that each series began with, and the latest of its dated ones, which speak for
            // it whatever became of them. The expressions stand in a part of their own, since behind row-level security
            // no index is asked by one.
            """
            WITH speaker AS MATERIALIZED (
                SELECT task_id, coalesce(parent_recurring_id, task_id) AS series FROM task
                WHERE \(isOpen) AND task.recurrence ->> 'onSchedule' = 'true'
            )
            SELECT \(TaskItem.outline) FROM task \(TaskItem.weighed)
            WHERE task.account_id = \(account) AND task.task_id = ANY(ARRAY(
                SELECT task_id FROM speaker
                UNION ALL SELECT series FROM speaker
                UNION ALL SELECT spoken.task_id FROM speaker CROSS JOIN LATERAL (
                    SELECT later.task_id FROM \(later) AND later.scheduled_date BETWEEN \(earliest) AND \(date)
                ) AS spoken
                UNION ALL SELECT (
                    SELECT later.task_id FROM \(later) AND later.scheduled_date < \(earliest)
                    ORDER BY later.scheduled_date DESC LIMIT 1
                ) FROM speaker))
            """,
        ]
    }
}
