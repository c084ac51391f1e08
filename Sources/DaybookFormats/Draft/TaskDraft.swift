import DaybookCore

/// A task as a file describes it. Instants and dates are understood already; what had no field of ours is in the notes.
package struct TaskDraft: Hashable, Sendable {
    package var name: SourceName
    /// The line in the file where it begins, from 1.
    package var line: Int
    package var title = ""
    package var notes: String?
    package var state = TaskState.notStarted
    package var createdAt: Instant?
    /// When the row last changed, as the source says; of two versions of a row the later one counts.
    package var updatedAt: Instant?
    package var completedAt: Instant?
    package var scheduledDate: CalendarDate?
    package var dueAt: Instant?
    package var reminderAt: Instant?
    /// Nil is the Inbox.
    package var list: SourceName?
    /// Nil for the order of the file.
    package var sortOrder: OrderKey?
    package var region: Region?
    package var bucket = Bucket.none
    package var carryCount = 0
    package var sticky = false
    package var autoCarry = false
    package var category: String?
    /// Nil where the source says nothing of it.
    package var priority: Int?
    /// Nil where the source says nothing of them.
    package var tags: [String]?
    package var recurrence: Recurrence?
    package var parentRecurringId: Identifier?
    /// Nil where it stands for itself, or the source says nothing of it.
    package var parent: SourceName?
    /// When it came to the backlog.
    package var enteredBacklogAt: Instant?
    package var deletedAt: Instant?
    /// What its source cannot say, so that it does not say that there is none. `state` stands for whether an open task
    /// is active.
    package var unsaid: Set<TaskField> = []
    /// Fields that a newer release of ours wrote.
    package var unknown: [JSONMember] = []

    package init(_ name: SourceName, line: Int, title: String = "") {
        self.name = name
        self.line = line
        self.title = title
    }
}

extension TaskDraft {
    /// A field by its name in the protocol. Whatever reads drafts, writes them or makes tasks of them goes through
    /// here.
    package subscript(field: TaskField) -> FieldValue {
        get {
            switch field {
            case .title: .text(title)
            case .notes: notes.field(FieldValue.text)
            case .state: .state(state)
            case .createdAt: createdAt.field(FieldValue.instant)
            case .completedAt: completedAt.field(FieldValue.instant)
            case .scheduledDate: scheduledDate.field(FieldValue.date)
            case .dueAt: dueAt.field(FieldValue.instant)
            case .reminderAt: reminderAt.field(FieldValue.instant)
            case .listId: (list?.own).field(FieldValue.identifier)
            case .sortOrder: sortOrder.field(FieldValue.order)
            case .region: region.field(FieldValue.region)
            case .bucket: .bucket(bucket)
            case .carryCount: .number(carryCount)
            case .sticky: .flag(sticky)
            case .autoCarry: .flag(autoCarry)
            case .category: category.field(FieldValue.text)
            case .priority: .number(priority ?? 0)
            case .tags: .tags(TagEdit(whole: tags ?? []))
            case .recurrence: recurrence.field(FieldValue.recurrence)
            case .parentRecurringId: parentRecurringId.field(FieldValue.identifier)
            case .parentId: (parent?.own).field(FieldValue.identifier)
            case .deletedAt: deletedAt.field(FieldValue.instant)
            case .enteredBacklogAt: enteredBacklogAt.field(FieldValue.instant)
            }
        }
        set {
            switch field {
            case .title: title = newValue.text ?? ""
            case .notes: notes = newValue.text
            case .state: state = newValue.state ?? .notStarted
            case .createdAt: createdAt = newValue.instant
            case .completedAt: completedAt = newValue.instant
            case .scheduledDate: scheduledDate = newValue.date
            case .dueAt: dueAt = newValue.instant
            case .reminderAt: reminderAt = newValue.instant
            case .listId: list = newValue.identifier.map { .own($0) }
            case .sortOrder: sortOrder = newValue.order
            case .region: region = newValue.region
            case .bucket: bucket = newValue.bucket
            case .carryCount: carryCount = newValue.number
            case .sticky: sticky = newValue.flag
            case .autoCarry: autoCarry = newValue.flag
            case .category: category = newValue.text
            case .tags: tags = newValue.tags.flatMap { $0.add.isEmpty ? nil : $0.add }
            case .priority: priority = newValue == .number(0) ? nil : newValue.number
            case .recurrence: recurrence = newValue.recurrence
            case .parentRecurringId: parentRecurringId = newValue.identifier
            case .parentId: parent = newValue.identifier.map { .own($0) }
            case .deletedAt: deletedAt = newValue.instant
            case .enteredBacklogAt: enteredBacklogAt = newValue.instant
            }
        }
    }

    /// A task of an account, for an export.
    package init(_ task: PlainTask) {
        self.init(.own(task.content.id), line: 0)
        for field in TaskField.allCases { self[field] = task.content.value(of: field) }
        state = task.shown.state
        bucket = task.shown.bucket
        updatedAt = task.shown.updatedAt
        completedAt = task.shown.completedAt
        enteredBacklogAt = task.shown.enteredBacklogAt
        unknown = task.content.unknown.members
    }
}

/// The members of a task in our documents, and the columns of our table. The first eight are the contract that the
/// apps' own exports have; what they cannot say, and what they lack, follows in members of its own.
enum TaskMember: Int, CaseIterable {
    case id, text, state, createdAt, updatedAt, completedAt, scheduledDate, sortOrder
    case milliseconds, notes, dueAt, reminderAt, listId, orderKey, region, bucket, enteredBacklogAt, carryCount
    case sticky, autoCarry, category, priority, tags, recurrence, parentRecurringId, parentId, deletedAt, otherFields
    /// Says what a line is, where every row is a line.
    case type
    // Of the table alone.
    case kind, list, colorHex

    private static let words = [
        "id", "text", "state", "createdAt", "updatedAt", "completedAt", "scheduledDate", "sortOrder",
        "milliseconds", "notes", "dueAt", "reminderAt", "listId", "orderKey", "region", "bucket", "enteredBacklogAt",
        "carryCount", "sticky", "autoCarry", "category", "priority", "tags", "recurrence", "parentRecurringId",
        "parentId",
        "deletedAt", "otherFields", "type", "kind", "list", "colorHex",
    ]
    var name: String { Self.words[rawValue] }
}
