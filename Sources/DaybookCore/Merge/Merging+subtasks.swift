/// What becomes of the subtasks of an occurrence that is made, or whose making is taken back.
extension Merging {
    /// - Parameter done: the completion that makes the next one.
    mutating func bringSubtasks(
        of task: TaskItem, to next: NextOccurrence, done: HybridTime, because cause: Identifier
    ) {
        for copy in slice.subtasks(of: task, for: next) {
            result.asked.insert(copy.id)
            result.subtasksSeen.insert(copy.original)
            guard let there = slice.tasks[copy.id] else {
                conclude(
                    .subtask, .set, on: copy.id, at: copy.made, copy.fields + [.createdAt: .instant(done.instant)],
                    from: cause)
                continue
            }
            guard there.wasUnmade, let deletion = there.deletion else { continue }
            conclude(
                .subtask, .restore, on: copy.id, at: max(copy.made, deletion.successor(device: .zero)), copy.fields,
                reopens: done, from: cause)
        }
    }

    /// With the making of an occurrence that of its subtasks is taken back, but for those that somebody worked on.
    mutating func withdrawSubtasks(of id: Identifier, because cause: Identifier, since: HybridTime) {
        result.withParts.insert(id)
        for part in slice.parts(of: id, atMost: Slice.mostSubtasksMade) {
            result.subtasksSeen.insert(part.id)
            guard part.wasMadeAsSubtask, let last = part.lastChange else { continue }
            conclude(
                .subtaskWithdrawn, .delete, on: part.id, at: last.successor(device: .zero), reopens: since, from: cause)
        }
    }
}

extension TaskItem {
    /// A series has made it, and nobody has worked on it.
    fileprivate var wasMadeAsSubtask: Bool {
        recurrence == nil && clocks[.createdAt]?.device == .zero && lastEdit?.device == .zero
    }
}
