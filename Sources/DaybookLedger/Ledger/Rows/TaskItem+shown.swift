import DaybookCore
import DaybookStore
import Postgres

/// What calendars show of a task, and nothing beside it: they are asked for hundreds of tasks at once, and every column
/// costs PostgreSQL and us a call for each of them.
extension TaskItem {
    package static let shownColumns: Query = """
        task.task_id, \(wordColumns(notes: "task.notes")), \(kindColumns), task.open_state, task.completion,
        task.completion_at, task.reopened_through, task.tag_clocks, task.clocks
        """
    private static let shownColumnCount = 20

    /// The right side of an outer join. Where the task stands among others and what else no calendar shows is left as
    /// it is in an empty task.
    package init?(shownIfThere columns: inout StoredColumns) throws(PostgresError) {
        guard let id: Identifier = try columns.next(Identifier?.self) else {
            columns.skip(Self.shownColumnCount - 1)
            return nil
        }
        self.init(id: id)
        try takeWords(&columns)
        try takeKind(&columns)
        openState = try columns.next()
        completion = try columns.nextCompletion()
        reopenedThrough = try columns.nextClock()
        if let tags = try columns.nextTagClocks() { tagSet = tags }
        clocks = try columns.nextClocks()
        if !unknown.isEmpty { adoptKnownFields() }
    }
}
