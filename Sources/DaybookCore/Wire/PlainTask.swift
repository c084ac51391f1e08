/// What people and ordinary clients read of a task.
public protocol ShownTask: Sendable {
    var id: Identifier { get }
    var title: String { get }
    var notes: String? { get }
    var state: TaskState { get }
    var createdAt: Instant { get }
    var updatedAt: Instant { get }
    var completedAt: Instant? { get }
    var scheduledDate: CalendarDate? { get }
    var dueAt: Instant? { get }
    var reminderAt: Instant? { get }
    var listId: Identifier? { get }
    var sortOrder: OrderKey { get }
    var region: Region? { get }
    var bucket: Bucket { get }
    var carryCount: Int { get }
    var sticky: Bool { get }
    var autoCarry: Bool { get }
    var category: String? { get }
    var recurrence: Recurrence? { get }
    var parentRecurringId: Identifier? { get }
    var deletedAt: Instant? { get }
    var revision: Int64 { get }
    var unknown: UnknownFields { get }
}

extension TaskItem: ShownTask {}

/// A live task as it is shown, read from where it is stored without the clocks that it follows from: half the work
/// where a screen is made of hundreds.
public struct PlainTask: ShownTask {
    public let id: Identifier
    public var title = ""
    public var notes: String?
    public var state = TaskState.notStarted
    public var createdAt = Instant(milliseconds: 0)
    public var updatedAt = Instant(milliseconds: 0)
    public var completedAt: Instant?
    public var scheduledDate: CalendarDate?
    public var dueAt: Instant?
    public var reminderAt: Instant?
    public var listId: Identifier?
    public var sortOrder = OrderKey.middle
    public var region: Region?
    public var bucket = Bucket.none
    public var carryCount = 0
    public var sticky = false
    public var autoCarry = false
    public var category: String?
    public var recurrence: Recurrence?
    public var parentRecurringId: Identifier?
    public var deletedAt: Instant? { nil }
    public var revision: Int64 = 0
    public var unknown = UnknownFields()

    public init(id: Identifier) { self.id = id }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.shownMembers(of: self)
        writer.unknownMembers(of: self)
        writer.endObject()
    }
}
