/// What a task shows and does not store: it follows from the clocks.
package struct ShownState: Hashable, Sendable {
    package var state = TaskState.notStarted
    package var bucket = Bucket.none
    package var updatedAt = Instant(milliseconds: 0)
    package var completedAt: Instant?
    package var deletedAt: Instant?
    package var enteredBacklogAt: Instant?
    /// Read, and not shown: the task has them.
    var tags: [String] = []

    package init() {}
}

extension TaskItem {
    var shown: ShownState {
        var shown = ShownState()
        shown.state = state
        shown.bucket = bucket
        shown.updatedAt = updatedAt
        shown.completedAt = completedAt
        shown.deletedAt = deletedAt
        shown.enteredBacklogAt = enteredBacklogAt
        return shown
    }
}

/// A task as it is shown, read from where it is stored without the clocks that this follows from: half the work where a
/// screen is made of hundreds.
package struct PlainTask: Sendable {
    /// Without clocks, so that nothing that follows from them can be asked of it.
    package var content: TaskItem
    package var shown = ShownState()

    package init(withoutClocks content: TaskItem) { self.content = content }

    /// A whole task, which tells by itself what it shows.
    package init(_ task: TaskItem) {
        content = task
        shown = task.shown
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.shownMembers(of: content, shown)
        writer.unknownMembers(of: content)
        writer.endObject()
    }
}
