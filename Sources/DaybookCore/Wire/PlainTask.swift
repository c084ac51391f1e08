/// What a task shows and does not store: it follows from the clocks.
public struct ShownState: Hashable, Sendable {
    public var state = TaskState.notStarted
    public var bucket = Bucket.none
    public var updatedAt = Instant(milliseconds: 0)
    public var completedAt: Instant?
    public var deletedAt: Instant?

    public init() {}
}

extension TaskItem {
    var shown: ShownState {
        var shown = ShownState()
        shown.state = state
        shown.bucket = bucket
        shown.updatedAt = updatedAt
        shown.completedAt = completedAt
        shown.deletedAt = deletedAt
        return shown
    }
}

/// A task as it is shown, read from where it is stored without the clocks that this follows from: half the work where a
/// screen is made of hundreds.
public struct PlainTask: Sendable {
    /// Without clocks, so that nothing that follows from them can be asked of it.
    public var content: TaskItem
    public var shown = ShownState()

    public init(withoutClocks content: TaskItem) { self.content = content }

    /// A whole task, which tells by itself what it shows.
    public init(_ task: TaskItem) {
        content = task
        shown = task.shown
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.shownMembers(of: content, shown)
        writer.unknownMembers(of: content)
        writer.endObject()
    }
}
