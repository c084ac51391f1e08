import DaybookCore
import Postgres

/// What one change looks for otherwise than by keys. Each statement is of one account.
extension Query {
    /// More lines of a task than these are not replayed, nor more of all, nor more bytes: a history without bound
    /// must hold nobody up.
    package static let mostLinesOfOne = 500
    package static let mostLines = 20_000

    /// A task's lines come all together or not at all.
    static func lines(of tasks: [Identifier], of account: Identifier) -> Query {
        """
        SELECT \(LedgerEntry.columns) FROM (
            SELECT line.*, count(*) OVER told AS lines_so_far, sum(line.bytes) OVER told AS bytes_so_far
            FROM unnest(\(tasks)) WITH ORDINALITY AS wanted (task_id, place) CROSS JOIN LATERAL (
                SELECT *, coalesce(size, octet_length(patch::text) + octet_length(prior::text)) AS bytes
                FROM change AS line WHERE line.account_id = \(account) AND line.entity_id = wanted.task_id
                LIMIT \(mostLinesOfOne + 1)
            ) AS line
            WINDOW told AS (ORDER BY wanted.place)
        ) AS change
        WHERE lines_so_far <= \(mostLines) AND bytes_so_far <= \(AccountChange.mostBytes) ORDER BY change.revision
        """
    }

    /// Before each task whether all of them together are too much; then there is one of them, and the others are not
    /// read.
    static func tasks(ofLists lists: [Identifier], atMost most: Int, of account: Identifier) -> Query {
        """
        SELECT task.bytes_of_all > \(AccountChange.mostBytesOfList), \(TaskItem.columnsWithoutLongNotes) FROM (
            SELECT found.*, sum(found.bytes) OVER () AS bytes_of_all, row_number() OVER () AS place FROM (
                SELECT task.*, \(.wordsWeight) + CASE WHEN octet_length(task.notes) <= \(TaskItem.long)
                    THEN octet_length(task.notes) ELSE 0 END AS bytes
                FROM task JOIN list ON list.account_id = \(account) AND list.list_id = task.list_id
                WHERE task.account_id = \(account) AND task.list_id = ANY(\(lists))
                    AND (task.deleted_at IS NULL OR task.deletion = list.deletion)
                LIMIT \(most)
            ) AS found
        ) AS task
        WHERE task.place = 1 OR task.bytes_of_all <= \(AccountChange.mostBytesOfList)
        """
    }

    static func neighbours(of tasks: [Identifier], of account: Identifier) -> Query {
        """
        SELECT \(TaskItem.outline) FROM task AS anchor CROSS JOIN LATERAL (
            (SELECT * FROM task AS above
                WHERE above.account_id = \(account) AND above.deleted_at IS NULL AND above.sort_order < anchor.sort_order
                ORDER BY above.sort_order DESC LIMIT 2)
            UNION ALL
            (SELECT * FROM task AS below
                WHERE below.account_id = \(account) AND below.deleted_at IS NULL AND below.sort_order > anchor.sort_order
                ORDER BY below.sort_order LIMIT 2)
        ) AS task \(TaskItem.weighed)
        WHERE anchor.account_id = \(account) AND anchor.task_id = ANY(\(tasks))
        """
    }

    /// Some tasks, what they are part of, and so on to the top.
    static func chains(above tasks: [Identifier], of account: Identifier) -> Query {
        """
        WITH RECURSIVE chain AS (
            SELECT task_id, parent_id, 0 AS step FROM task WHERE account_id = \(account) AND task_id = ANY(\(tasks))
            UNION ALL
            SELECT task.task_id, task.parent_id, step + 1 FROM chain CROSS JOIN LATERAL (
                SELECT * FROM task WHERE task.account_id = \(account) AND task.task_id = chain.parent_id OFFSET 0
            ) AS task
            WHERE step < \(Int32(Slice.deepestPart))
        )
        SELECT \(TaskItem.outline) FROM task \(TaskItem.weighed)
        WHERE task.account_id = \(account) AND task.task_id = ANY(ARRAY(SELECT task_id FROM chain))
        """
    }

    /// What is part of some tasks, of these parts, and so on: what is nearest first.
    static func parts(of tasks: [Identifier], of account: Identifier) -> Query {
        """
        WITH RECURSIVE part AS (
            SELECT task_id, 0 AS step FROM task WHERE account_id = \(account) AND parent_id = ANY(\(tasks))
                AND deleted_at IS NULL
            UNION ALL
            SELECT task.task_id, step + 1 FROM part CROSS JOIN LATERAL (
                SELECT task_id FROM task
                WHERE task.account_id = \(account) AND task.parent_id = part.task_id AND task.deleted_at IS NULL OFFSET 0
            ) AS task
            WHERE step < \(Int32(Slice.deepestPart))
        )
        SELECT \(TaskItem.outline) FROM task \(TaskItem.weighed)
        WHERE task.account_id = \(account) AND task.task_id = ANY(ARRAY(
            SELECT task_id FROM part LIMIT \(Int32(Slice.mostParts + 1) * Int32(tasks.count))))
        """
    }

    /// The open tasks of some days' regions.
    static func tasks(in places: [RegionDay], of account: Identifier) -> [Query] {
        var queries: [Query] = []
        let dated = places.filter { $0.date != nil }
        if !dated.isEmpty {
            queries.append(
                """
                SELECT \(TaskItem.outline)
                FROM unnest(\(dated.map(\.region.name))::day_region[], \(dated.compactMap(\.date))) AS place (region, date)
                CROSS JOIN LATERAL (
                    SELECT * FROM task WHERE task.account_id = \(account) AND task.scheduled_date = place.date
                        AND task.deleted_at IS NULL AND task.completed_at IS NULL AND task.region IS NOT NULL OFFSET 0
                ) AS task \(TaskItem.weighed)
                WHERE task.region = place.region
                """)
        }
        if places.contains(where: { $0.region == .backlog }) {
            // No account's limit is higher, so more need not be known.
            queries.append(
                """
                SELECT \(TaskItem.outline) FROM task \(TaskItem.weighed)
                WHERE account_id = \(account) AND region = 'backlog' AND deleted_at IS NULL AND completed_at IS NULL
                LIMIT 1001
                """)
        }
        let undated = places.filter { $0.date == nil && $0.region != .backlog }
        if !undated.isEmpty {
            // Behind row-level security no enum is compared in an index. The time tells there that a task is in the
            // backlog, so that the backlog is not read for a task that comes to another place.
            queries.append(
                """
                SELECT \(TaskItem.outline) FROM task \(TaskItem.weighed)
                WHERE account_id = \(account) AND region = ANY(\(undated.map(\.region.name))::day_region[])
                    AND entered_backlog_at IS NULL
                    AND scheduled_date IS NULL AND deleted_at IS NULL AND completed_at IS NULL
                """)
        }
        return queries
    }
}
