import DaybookCore

/// A task as a file describes it. Instants and dates are understood already; what had no field of ours is in the notes.
public struct TaskDraft: Hashable, Sendable {
    public var name: SourceName
    /// Where in the file it begins, from 1.
    public var line: Int
    public var title = ""
    public var notes: String?
    public var state = TaskState.notStarted
    public var createdAt: Instant?
    /// The source's own word on when it last changed; of two versions of a row the later one counts.
    public var updatedAt: Instant?
    public var completedAt: Instant?
    public var scheduledDate: CalendarDate?
    public var dueAt: Instant?
    public var reminderAt: Instant?
    /// Nil is the Inbox.
    public var list: SourceName?
    /// Nil for the order of the file.
    public var sortOrder: OrderKey?
    public var region: Region?
    public var bucket = Bucket.none
    public var carryCount = 0
    public var sticky = false
    public var autoCarry = false
    public var category: String?
    public var recurrence: Recurrence?
    public var parentRecurringId: Identifier?
    /// When it came to the backlog.
    public var enteredBacklogAt: Instant?
    public var deletedAt: Instant?
    /// Fields that a newer release of ours wrote.
    public var unknown: [JSONMember] = []

    public init(_ name: SourceName, line: Int, title: String = "") {
        self.name = name
        self.line = line
        self.title = title
    }
}

/// A list as a file describes it.
public struct ListDraft: Hashable, Sendable {
    public var name: SourceName
    public var line: Int
    /// What it is called.
    public var title = ""
    public var colorHex: String?
    public var createdAt: Instant?
    public var updatedAt: Instant?
    public var sortOrder: OrderKey?
    public var deletedAt: Instant?
    public var unknown: [JSONMember] = []

    public init(_ name: SourceName, line: Int, title: String = "") {
        self.name = name
        self.line = line
        self.title = title
    }
}

/// The settings of the account that was exported, in wire form. They fill in what the account that reads them has never
/// decided for itself.
public struct SettingsDraft: Hashable, Sendable {
    public var fields: [JSONMember]

    public init(_ fields: [JSONMember]) { self.fields = fields }
}
