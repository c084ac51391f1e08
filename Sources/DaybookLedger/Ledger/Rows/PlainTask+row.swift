import DaybookCore
import Postgres

extension PlainTask {
    package static let columns: Query = """
        task.task_id, task.title, task.notes, task.state, task.created_at, task.updated_at, task.completed_at,
        task.scheduled_date, task.due_at, task.reminder_at, task.list_id, task.sort_order, task.region, task.bucket,
        task.carry_count, task.sticky, task.auto_carry, task.category, task.recurrence, task.parent_recurring_id,
        task.revision, task.unknown
        """

    package init(_ columns: inout StoredColumns) throws(PostgresError) {
        self.init(id: try columns.next())
        title = try columns.next()
        notes = try columns.next()
        state = try columns.next { (name: String) in TaskState(name: name) }
        createdAt = try columns.next()
        updatedAt = try columns.next()
        completedAt = try columns.next()
        scheduledDate = try columns.next()
        dueAt = try columns.next()
        reminderAt = try columns.next()
        listId = try columns.next()
        sortOrder = try columns.nextOrderKey()
        region = try columns.nextIfThere { (name: String) in Region(name: name) }
        bucket = try columns.next { (name: String) in Bucket(name: name) }
        carryCount = Int(try columns.next(Int32.self))
        sticky = try columns.next()
        autoCarry = try columns.next()
        category = try columns.next()
        recurrence = try columns.nextRecurrence()
        parentRecurringId = try columns.next()
        revision = try columns.next()
        unknown = try columns.nextUnknown()
    }
}
