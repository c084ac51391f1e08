import DaybookCore
import DaybookDevice

/// What people set of a task: for adding one, and for changing one.
public struct TaskDraft: Hashable, Sendable {
    /// Never empty in a task that is there.
    public var title: String
    /// As long as it may be.
    public var notes: String?
    /// Nil is the Inbox.
    public var list: Identifier?
    /// The day on which it shows in Today.
    public var scheduledDate: CalendarDate?
    /// When it has to be done.
    public var dueAt: Instant?
    /// When to remind of it.
    public var reminderAt: Instant?
    /// Its part of the day, or the backlog.
    public var region: Region?
    /// How much it weighs in its part of the day; nil leaves that to the region.
    public var bucket: Bucket?
    /// A free word.
    public var category: String?
    /// How much it matters: 1 is the highest, 9 the lowest, 0 says nothing.
    public var priority = 0
    /// The task that it is part of.
    public var parent: Identifier?
    /// Its tags, each a short text on one line.
    public var tags: Set<String> = []
    /// How it repeats.
    public var recurrence: Recurrence?
    /// Whether a rollover leaves it where it is.
    public var sticky = false
    /// Whether a rollover takes it to the next day.
    public var autoCarry = false

    /// A task that has no more than its title.
    public init(_ title: String) { self.title = title }

    /// A task as it is.
    public init(of task: TaskItem) {
        title = task.title
        notes = task.notes
        list = task.listId
        scheduledDate = task.scheduledDate
        dueAt = task.dueAt
        reminderAt = task.reminderAt
        region = task.region
        bucket = task.chosenBucket == .none ? nil : task.chosenBucket
        category = task.category
        priority = task.priority
        parent = task.parentId
        tags = Set(task.tags)
        recurrence = task.recurrence
        sticky = task.sticky
        autoCarry = task.autoCarry
    }

    /// Where it stands.
    func place(_ rule: InboxRule) -> Place {
        if let scheduledDate { return .date(scheduledDate) }
        return list.map { .list($0) } ?? .inbox(rule)
    }

    // MARK: On the wire

    /// The fields of a task that is added.
    var fields: [JSONMember] {
        [JSONMember(TaskField.title.name, .string(title))] + changes(since: TaskDraft(title))
    }

    /// The fields that are other than before.
    func changes(since before: TaskDraft) -> [JSONMember] {
        var changes: [JSONMember] = []
        func tell<Value: Equatable>(
            _ field: TaskField, _ part: KeyPath<TaskDraft, Value>, _ json: (Value) -> JSONValue
        ) {
            guard self[keyPath: part] != before[keyPath: part] else { return }
            changes.append(JSONMember(field.name, json(self[keyPath: part])))
        }
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        tell(.title, \.title) { .string($0) }
        tell(.notes, \.notes, text)
        tell(.listId, \.list) { text($0?.text) }
        tell(.scheduledDate, \.scheduledDate) { text($0?.text) }
        tell(.dueAt, \.dueAt) { text($0?.text) }
        tell(.reminderAt, \.reminderAt) { text($0?.text) }
        tell(.region, \.region) { text($0?.name) }
        tell(.bucket, \.bucket) { .string(($0 ?? .none).name) }
        tell(.category, \.category, text)
        tell(.priority, \.priority) { .integer(Int64($0)) }
        tell(.parentId, \.parent) { text($0?.text) }
        tell(.tags, \.tags) { tags in
            TagEdit(add: tags.subtracting(before.tags), remove: before.tags.subtracting(tags).map { .init($0) }).json
        }
        tell(.recurrence, \.recurrence) { $0?.json ?? .null }
        tell(.sticky, \.sticky) { .bool($0) }
        tell(.autoCarry, \.autoCarry) { .bool($0) }
        return changes
    }
}
