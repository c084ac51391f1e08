import DaybookCore
import Postgres

extension AccountChange {
    /// Keeps `day_turn` in step with what was changed, in the same transaction. A turn that is due already is never put
    /// off: it looks itself which day it is.
    func dayTurn(after merged: Merged, _ before: AccountSettings) -> [Query] {
        let (account, now, settings) = (slice.account, asked.request.now, slice.settings)
        let isMoved =
            merged.settings && (before.timeZone != settings.timeZone || before.dayStart != settings.dayStart)
        let begins =
            settings.rollover != .off && before.rollover == .off
            || merged.tasks.contains { slice.tasks[$0]?.goesBySchedule ?? false }
        guard isMoved || begins else { return [] }
        let day = LocalDay(of: settings)
        let next = day.nextBoundary(after: now)
        var queries: [Query] = []
        if isMoved {
            // Whoever moves on to the next date has left a boundary behind without a moment at which it was.
            let isSkipped = day.today(at: now) > LocalDay(of: before).today(at: now)
            queries.append(
                """
                UPDATE day_turn SET due_at = \(isSkipped ? now : next) WHERE account_id = \(account) AND due_at > \(now)
                """)
        }
        if begins {
            queries.append(
                """
                INSERT INTO day_turn (account_id, due_at) VALUES (\(account), \(next)) ON CONFLICT (account_id) DO NOTHING
                """)
        }
        return queries
    }
}

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
            SELECT \(TaskItem.columnsWithoutLongNotes) FROM task WHERE \(isPlaced) AND task.scheduled_date < \(earliest)
            ORDER BY task.scheduled_date LIMIT \(mostCarried)
            """,
            """
            SELECT \(TaskItem.columnsWithoutLongNotes) FROM task WHERE \(isPlaced) AND task.scheduled_date BETWEEN \(earliest) AND \(date)
            """,
            // From before tasks in a region had a date of their own.
            """
            SELECT \(TaskItem.columnsWithoutLongNotes) FROM task WHERE \(isPlaced) AND task.scheduled_date IS NULL LIMIT \(mostCarried)
            """,
            // Open occurrences, the task that each series began with, and the latest of its dated ones, which speak for
            // it whatever became of them. The expressions stand in a part of their own, since behind row-level security
            // no index is asked by one.
            """
            WITH speaker AS MATERIALIZED (
                SELECT task_id, coalesce(parent_recurring_id, task_id) AS series FROM task
                WHERE \(isOpen) AND task.recurrence ->> 'onSchedule' = 'true'
            )
            SELECT \(TaskItem.columnsWithoutLongNotes) FROM task
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
