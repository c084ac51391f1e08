/// A task: one row that serves the three-view, the list and the region app alike.
///
/// Named `TaskItem` because `Task` belongs to Swift's concurrency. The visible `state`, `completedAt`, `bucket`,
/// `deletedAt` and `updatedAt` follow from what is stored beside them, so that merging rows never needs a second look:
/// completion is an observed-remove flag beside the open state, deletion a clock beside the fields' clocks.
public struct TaskItem: Hashable, Sendable, Identifiable {
    /// Its identifier, the same on every device.
    public let id: Identifier
    /// What is to be done; never empty in a task that is there.
    public var title = ""
    /// What there is to say beyond the title.
    public var notes: String?
    /// Long texts, the notes first of all, were left where they are stored: nothing asked for them. Who writes the task
    /// leaves its notes there.
    package var leavesNotes = false
    /// What the task is while it is not completed: notStarted or active.
    package var openState = TaskState.notStarted
    package var completion: Completion?
    /// Completions up to this clock were taken back by a reopening that had seen them.
    package var reopenedThrough: HybridTime?
    /// When it was written down.
    public var createdAt = Instant(milliseconds: 0)
    /// The day on which it shows in Today.
    public var scheduledDate: CalendarDate?
    /// When it has to be done.
    public var dueAt: Instant?
    /// When to remind of it.
    public var reminderAt: Instant?
    /// Its list; nil is the Inbox.
    public var listId: Identifier?
    /// Where it stands among others; `Notebook.place` moves it.
    public var sortOrder = OrderKey.middle
    /// Its part of the day, or the backlog.
    public var region: Region?
    /// As chosen; what counts is `bucket`.
    package var chosenBucket = Bucket.none
    /// When it came to the backlog, where that is not the time of the change that put it there: an undo puts it back
    /// where it was, as of when it was there.
    package var inBacklogSince: Instant?
    /// How often a rollover has moved it.
    public var carryCount = 0
    /// Whether a rollover leaves it where it is.
    public var sticky = false
    /// Whether a rollover takes it to the next day.
    public var autoCarry = false
    /// A free word.
    public var category: String?
    /// How much it matters, as calendars count: 1 is the highest, 9 the lowest, 0 says nothing.
    public var priority = 0
    package var tagSet = TagSet()
    /// How it repeats.
    public var recurrence: Recurrence?
    /// The first task of its series, where it is a later one.
    public var parentRecurringId: Identifier?
    /// The task that it is part of; it may be deleted, or not be here yet, and then this one stands for itself.
    public var parentId: Identifier?
    /// The greatest clock of a deletion; the task is deleted while no field is newer.
    package var deletion: HybridTime?
    package var clocks = FieldClocks<TaskField>()
    package var unknown = UnknownFields()
    /// The account's revision that last changed this row; 0 for what no server has seen.
    package var revision: Int64 = 0

    /// An empty task, for previews and tests; `Notebook.add` makes real ones.
    public init(id: Identifier) { self.id = id }

    /// When a task was completed: the clock of the change and the instant it names.
    package struct Completion: Hashable, Sendable {
        package var clock: HybridTime
        package var at: Instant

        package init(clock: HybridTime, at: Instant) {
            self.clock = clock
            self.at = at
        }
    }
}

extension TaskItem {
    /// Whether it is done.
    public var isCompleted: Bool {
        guard let completion else { return false }
        guard let reopenedThrough else { return true }
        return completion.clock > reopenedThrough
    }

    /// Not started, active or completed.
    public var state: TaskState { isCompleted ? .completed : openState }
    /// When it was completed; nil while it is not.
    public var completedAt: Instant? { isCompleted ? completion?.at : nil }

    /// Whether it was deleted; `Notebook.restore` brings it back.
    public var isDeleted: Bool {
        guard let deletion else { return false }
        guard let edited = lastEdit else { return true }
        return deletion > edited
    }

    /// When it was deleted; nil while it is not.
    public var deletedAt: Instant? { isDeleted ? deletion?.instant : nil }

    /// Morning, Afternoon or Evening: a region of the day, with limits.
    package var isPlaced: Bool { region != nil && region != .backlog }

    /// None outside a region of the day; inside one, misc unless chosen otherwise.
    public var bucket: Bucket {
        guard isPlaced else { return .none }
        return chosenBucket == .none ? .misc : chosenBucket
    }

    /// The greatest clock of any change but deletion.
    package var lastEdit: HybridTime? {
        var last = clocks.greatest
        if let completion, last.map({ completion.clock > $0 }) ?? true { last = completion.clock }
        for entry in unknown.entries where last.map({ entry.clock > $0 }) ?? true { last = entry.clock }
        return last
    }

    /// The time of the latest change, which a change that arrives late does not move back.
    public var updatedAt: Instant {
        let last = lastEdit ?? HybridTime(createdAt, device: .zero)
        guard let deletion, deletion > last else { return last.instant }
        return deletion.instant
    }

    /// Its tags, in the order of their letters.
    public var tags: [String] { tagSet.tags }

    /// When the task came to the backlog.
    public var enteredBacklogAt: Instant? {
        region == .backlog ? inBacklogSince ?? enteredBacklogByClock : nil
    }

    /// The time of the change that put it into the backlog.
    private var enteredBacklogByClock: Instant { clocks[.region]?.instant ?? createdAt }

    /// Takes the time that is told of it, once its region and clocks are known.
    package mutating func enterBacklog(at told: Instant?) {
        inBacklogSince = region == .backlog && told != enteredBacklogByClock ? told : nil
    }

    /// When the task took its place in its region: those placed first stay when a region overflows.
    package var placement: HybridTime {
        var fields = Self.placingFields
        if reopenedThrough != nil { fields |= FieldClocks<TaskField>.bits(.state) }
        return clocks.greatest(of: fields) ?? HybridTime(createdAt, device: .zero)
    }

    private static let placingFields = FieldClocks<TaskField>.bits(.region, .bucket, .scheduledDate, .deletedAt)
}

/// The fields of a task that have clocks of their own; the raw values are kept for ever.
///
/// `state` is the clock of the open state (a completion carries its own), `deletedAt` that of a restoring.
package enum TaskField: UInt8, FieldName {
    case title = 0
    case notes = 1
    case state = 2
    case createdAt = 3
    case scheduledDate = 4
    case dueAt = 5
    case reminderAt = 6
    case listId = 7
    case sortOrder = 8
    case region = 9
    case bucket = 10
    case carryCount = 11
    case sticky = 12
    case autoCarry = 13
    case category = 14
    case recurrence = 15
    case parentRecurringId = 16
    case deletedAt = 17
    /// Rides on a completing change; it has no clock of its own.
    case completedAt = 18
    case priority = 19
    /// The latest change of any tag; each tag has clocks of its own.
    case tags = 20
    case parentId = 21
    /// Rides on a change of region to the backlog; it has no clock of its own.
    case enteredBacklogAt = 22
}

extension TaskField {
    private static let names = [
        "title", "notes", "state", "createdAt", "scheduledDate", "dueAt", "reminderAt", "listId", "sortOrder", "region",
        "bucket", "carryCount", "sticky", "autoCarry", "category", "recurrence", "parentRecurringId", "deletedAt",
        "completedAt", "priority", "tags", "parentId", "enteredBacklogAt",
    ]

    package var name: String { Self.names[Int(rawValue)] }

    /// The field whose change it rides on, where it has no clock of its own: it is told, kept and taken back with that.
    package var carrier: TaskField? {
        switch self {
        case .completedAt: .state
        case .enteredBacklogAt: .region
        default: nil
        }
    }

    package init?(name: String) {
        guard let index = name.withBytes({ Words.taskFields.index(of: $0) }) else { return nil }
        self = Words.taskFields.fields[index]
    }
}
