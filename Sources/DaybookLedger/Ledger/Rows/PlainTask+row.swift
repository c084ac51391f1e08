import DaybookCore
import Postgres

extension PlainTask {
    package static let columns: Query = """
        \(TaskItem.contentColumns(notes: "task.notes")), task.state, task.bucket, task.updated_at, task.completed_at,
        task.entered_backlog_at
        """

    package init(_ columns: inout StoredColumns) throws(PostgresError) {
        self.init(withoutClocks: try TaskItem(content: &columns))
        shown.state = try columns.next()
        shown.bucket = try columns.next()
        shown.updatedAt = try columns.next()
        shown.completedAt = try columns.next()
        shown.enteredBacklogAt = try columns.next()
        if !content.unknown.isEmpty { content.adoptKnownFields() }
    }
}
