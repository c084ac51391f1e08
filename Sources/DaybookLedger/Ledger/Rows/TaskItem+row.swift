import DaybookCore
import DaybookStore
import Postgres

extension TaskItem {
    /// What of a task is stored as it stands, with something else in the place of the notes where they are not wanted:
    /// whatever reads tasks begins with these columns.
    static func contentColumns(notes: Query) -> Query {
        """
        task.task_id, \(wordColumns(notes: notes)), task.list_id, task.sort_order, task.region, task.carry_count,
        task.sticky, task.auto_carry, \(kindColumns), task.revision
        """
    }

    /// What a task says, and when it is.
    static func wordColumns(notes: Query) -> Query {
        "task.title, \(notes), task.created_at, task.scheduled_date, task.due_at, task.reminder_at"
    }

    mutating func takeWords(_ columns: inout StoredColumns) throws(PostgresError) {
        title = try columns.next()
        notes = try columns.next()
        createdAt = try columns.next()
        scheduledDate = try columns.next()
        dueAt = try columns.next()
        reminderAt = try columns.next()
    }

    /// What kind of task it is, and what it belongs to.
    static let kindColumns: Query = """
        task.category, task.priority, task.tags, task.recurrence, task.parent_recurring_id, task.parent_id, task.unknown
        """

    mutating func takeKind(_ columns: inout StoredColumns) throws(PostgresError) {
        category = try columns.next()
        priority = Int(try columns.next(Int32?.self) ?? 0)
        if let tags = try columns.nextTags() { tagSet = TagSet(tags, at: HybridTime(createdAt, device: .zero)) }
        recurrence = try columns.nextRecurrence()
        parentRecurringId = try columns.next()
        parentId = try columns.next()
        unknown = try columns.nextUnknown()
    }

    init(content columns: inout StoredColumns) throws(PostgresError) {
        self.init(id: try columns.next())
        try takeContent(&columns)
    }

    /// What follows the id. It fills the task where it stands: one that an initializer hands on is copied.
    @inline(__always)
    private mutating func takeContent(_ columns: inout StoredColumns) throws(PostgresError) {
        try takeWords(&columns)
        listId = try columns.next()
        sortOrder = try columns.nextOrderKey()
        region = try columns.next()
        carryCount = Int(try columns.next(Int32.self))
        sticky = try columns.next()
        autoCarry = try columns.next()
        try takeKind(&columns)
        revision = try columns.next()
    }

    /// What a task is made of again; the other columns of the table follow from these and are there to be asked for.
    package static let columns = columns(notes: "task.notes")

    package static func columns(notes: Query) -> Query {
        """
        \(contentColumns(notes: notes)), task.open_state, task.chosen_bucket, task.completion, task.completion_at,
        task.reopened_through, task.deletion, task.tag_clocks, task.clocks, task.entered_backlog_at
        """
    }

    /// Without long notes. What a change merely touches may be all that an account has, and so may be its notes; where
    /// it turns out that a series takes them along, they are asked for (`MissingTexts`).
    package static let columnsWithoutLongNotes: Query = """
        \(columns(notes: "CASE WHEN \(hasLongNotes) THEN NULL ELSE task.notes END")), \(hasLongNotes)
        """
    private static let hasLongNotes: Query = "coalesce(octet_length(task.notes) > \(long), false)"

    /// Of `columns`, without reading the others.
    package static func revision(in row: Row) throws(PostgresError) -> Int64 { try row.decode(20) }

    package init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        try self.init(&columns)
    }

    package init(withoutLongNotes columns: inout StoredColumns) throws(PostgresError) {
        try self.init(&columns)
        leavesNotes = try columns.next()
    }

    /// The right side of an outer join.
    package init?(ifThere columns: inout StoredColumns) throws(PostgresError) {
        guard try columns.isThere else {
            columns.skip(Self.columnCount)
            return nil
        }
        try self.init(&columns)
    }

    /// Of `columns`.
    private static let columnCount = 30

    package init(_ columns: inout StoredColumns) throws(PostgresError) {
        self.init(id: try columns.next())
        try takeContent(&columns)
        openState = try columns.next()
        chosenBucket = try columns.next()
        completion = try columns.nextCompletion()
        reopenedThrough = try columns.nextClock()
        deletion = try columns.nextClock()
        if let tags = try columns.nextTagClocks() { tagSet = tags }
        clocks = try columns.nextClocks()
        enterBacklog(at: try columns.next())
        if !unknown.isEmpty { adoptKnownFields() }
    }
}

extension Query {
    /// Writes tasks as they are.
    ///
    /// - Parameter made: those that were not there before. PostgreSQL need not look whether they are.
    static func write(_ tasks: [Owned<TaskItem>], made: [Owned<TaskItem>], spread: Bool) -> [Query] {
        let (whole, others) = (tasks.filter { !$0.row.leavesNotes }, tasks.filter(\.row.leavesNotes))
        var queries: [Query] = []
        if !made.isEmpty { queries.append(insertion(made, spread: spread)) }
        if !whole.isEmpty { queries.append(write(whole, .replaced, spread: spread)) }
        if !others.isEmpty { queries.append(write(others, .left, spread: spread)) }
        return queries
    }

    /// What becomes of the notes.
    private enum Notes {
        case replaced, left

        var assignment: Query {
            switch self {
            case .replaced: "notes = excluded.notes, "
            case .left: ""
            }
        }
    }

    private static func insertion(_ owned: [Owned<TaskItem>], spread: Bool) -> Query {
        .insertion(into: "task", owned, TaskItem.written, spread: spread)
    }

    private static func write(_ owned: [Owned<TaskItem>], _ notes: Notes, spread: Bool) -> Query {
        """
        \(insertion(owned, spread: spread))
        ON CONFLICT (account_id, task_id) DO UPDATE SET title = excluded.title, state = excluded.state, created_at = excluded.created_at, updated_at = excluded.updated_at,
            completed_at = excluded.completed_at, scheduled_date = excluded.scheduled_date, due_at = excluded.due_at,
            reminder_at = excluded.reminder_at, list_id = excluded.list_id, sort_order = excluded.sort_order,
            region = excluded.region, bucket = excluded.bucket, carry_count = excluded.carry_count,
            sticky = excluded.sticky, auto_carry = excluded.auto_carry, category = excluded.category,
            recurrence = excluded.recurrence, parent_recurring_id = excluded.parent_recurring_id,
            entered_backlog_at = excluded.entered_backlog_at, deleted_at = excluded.deleted_at,
            open_state = excluded.open_state, chosen_bucket = excluded.chosen_bucket, completion = excluded.completion,
            completion_at = excluded.completion_at, reopened_through = excluded.reopened_through,
            deletion = excluded.deletion, clocks = excluded.clocks, unknown = excluded.unknown,
            revision = excluded.revision, priority = excluded.priority, tags = excluded.tags,
            tag_clocks = excluded.tag_clocks, parent_id = excluded.parent_id, \(notes.assignment)search_text = NULL, long_search_text = NULL
        """
    }
}

extension TaskItem {
    /// Behind the account.
    fileprivate static let written: [WrittenColumn<TaskItem>] = [
        WrittenColumn("task_id") { $0.id },
        WrittenColumn("title") { $0.title },
        WrittenColumn("notes") { $0.notes },
        WrittenColumn("state", as: "task_state") { $0.state.name },
        WrittenColumn("created_at") { $0.createdAt },
        WrittenColumn("updated_at") { $0.updatedAt },
        WrittenColumn("completed_at") { $0.completedAt },
        WrittenColumn("scheduled_date") { $0.scheduledDate },
        WrittenColumn("due_at") { $0.dueAt },
        WrittenColumn("reminder_at") { $0.reminderAt },
        WrittenColumn("list_id") { $0.listId },
        WrittenColumn("sort_order") { $0.sortOrder.text },
        WrittenColumn("region", as: "day_region") { $0.region?.name },
        WrittenColumn("bucket", as: "region_bucket") { $0.bucket.name },
        WrittenColumn("carry_count") { Int32(clamping: $0.carryCount) },
        WrittenColumn("sticky") { $0.sticky },
        WrittenColumn("auto_carry") { $0.autoCarry },
        WrittenColumn("category") { $0.category },
        WrittenColumn("recurrence", as: "json") { $0.storedRecurrence },
        WrittenColumn("parent_recurring_id") { $0.parentRecurringId },
        WrittenColumn("entered_backlog_at") { $0.enteredBacklogAt },
        WrittenColumn("deleted_at") { $0.deletedAt },
        WrittenColumn("open_state", as: "task_state") { $0.openState.name },
        WrittenColumn("chosen_bucket", as: "region_bucket") { $0.chosenBucket.name },
        WrittenColumn("completion") { $0.completion?.clock.stored },
        WrittenColumn("completion_at") { $0.completion?.at },
        WrittenColumn("reopened_through") { $0.reopenedThrough?.stored },
        WrittenColumn("deletion") { $0.deletion?.stored },
        WrittenColumn("clocks") { $0.clocks.stored },
        WrittenColumn("unknown", as: "json") { $0.unknown.stored },
        WrittenColumn("revision") { $0.revision },
        WrittenColumn("priority") { $0.storedPriority },
        WrittenColumn("tags", as: "jsonb") { $0.storedTags },
        WrittenColumn("tag_clocks", as: "json") { $0.storedTagClocks },
        WrittenColumn("parent_id") { $0.parentId },
    ]

    /// Most tasks have none, and take no room for it.
    fileprivate var storedPriority: Int32? { priority == 0 ? nil : Int32(clamping: priority) }

    /// Null for none, as nearly always.
    var storedTags: String? {
        let tags = tags
        return tags.isEmpty ? nil : TagEdit(whole: tags).json.jsonText
    }

    fileprivate var storedTagClocks: String? {
        guard !tagSet.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.tagClocks(tagSet)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    fileprivate var storedRecurrence: String? {
        recurrence.map { rule in
            var writer = JSONWriter()
            writer.recurrence(rule)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }
}

extension Query {
    /// Bytes of a task's text; what else it holds is short.
    package static let taskWeight: Query = """
        octet_length(task.title) + coalesce(octet_length(task.notes), 0) + coalesce(octet_length(task.unknown::text), 0)
        """
}
