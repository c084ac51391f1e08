import DaybookCore
import Postgres

/// What is read of tasks that a change only looks at: those around the one that it moves, those of its region, those of
/// a day that turns. Such rows may be all that an account has, so their long texts stay where they are. Notes do so by
/// themselves; title, category, tags and what nobody here knows go together, and the notes with them. Of what nobody
/// knows the clocks are read all the same, since whether a task is deleted depends on them.
///
/// What is left is loaded before anything reads or writes it (`MissingTexts`).
extension TaskItem {
    /// Of `columns`, in the same order, and behind them whether anything was left, whether more than the notes was, and
    /// how many bytes that are.
    static let outline: Query = """
        task.task_id, CASE WHEN texts.are_long THEN '' ELSE task.title END,
        CASE WHEN texts.leave_notes THEN NULL ELSE task.notes END, task.created_at, task.scheduled_date, task.due_at,
        task.reminder_at, task.list_id, task.sort_order, task.region, task.carry_count, task.sticky, task.auto_carry,
        CASE WHEN texts.are_long THEN NULL ELSE task.category END, task.priority,
        CASE WHEN texts.are_long THEN NULL ELSE task.tags END, task.recurrence, task.parent_recurring_id,
        task.parent_id, CASE WHEN texts.are_long THEN \(clocksOfUnknown) ELSE task.unknown END, task.revision,
        task.open_state, task.chosen_bucket, task.completion, task.completion_at, task.reopened_through,
        task.deletion, CASE WHEN texts.are_long THEN NULL ELSE task.tag_clocks END, task.clocks,
        task.entered_backlog_at, texts.leave_notes, texts.are_long, texts.bytes_left
        """

    /// To be joined to `task` where that is read. The bytes are counted once for each row, however often they are asked
    /// for.
    static let weighed: Query = """
        CROSS JOIN LATERAL (
            SELECT counted.words > \(long) AS are_long,
                counted.words > \(long) OR counted.notes > \(long) AS leave_notes,
                CASE WHEN counted.words > \(long) THEN counted.words + counted.notes
                    WHEN counted.notes > \(long) THEN counted.notes ELSE 0 END AS bytes_left
            FROM (
                SELECT \(.wordsWeight) AS words, coalesce(octet_length(task.notes), 0) AS notes OFFSET 0
            ) AS counted
        ) AS texts
        """

    /// So many bytes are long. A series takes no longer notes of its subtasks along.
    static let long: Query = "4096"

    /// As `UnknownFields` are stored, under names that no field has.
    private static let clocksOfUnknown: Query = """
        (SELECT json_agg(json_build_array(field.place::text, NULL, field.entry ->> 2) ORDER BY field.place)
            FROM json_array_elements(task.unknown) WITH ORDINALITY AS field (entry, place))
        """
}

extension Query {
    /// Bytes of a task's text but its notes.
    static let wordsWeight: Query = """
        octet_length(task.title) + coalesce(octet_length(task.category), 0)
            + coalesce(octet_length(task.tags::text), 0) + coalesce(octet_length(task.tag_clocks::text), 0)
            + coalesce(octet_length(task.unknown::text), 0)
        """
}
