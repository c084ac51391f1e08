/// The next occurrence of a series has the subtasks of the one before, all of them open. Their identities follow from
/// the occurrence's and from those of the subtasks before, so whoever concludes it means the same tasks. Which ones
/// there are is decided when the occurrence is made.
extension Slice {
    /// So many subtasks of an occurrence are made again.
    package static let mostSubtasksMade = 100

    /// A subtask that an occurrence is to have.
    struct Subtask {
        let id: Identifier
        let original: Identifier
        /// Below all that anybody does to it.
        let made: HybridTime
        let fields: Patch<TaskItem>
    }

    /// What the next occurrence is to have of the subtasks of one, and their own. A subtask that repeats by itself goes
    /// on by itself.
    func subtasks(of task: TaskItem, for next: NextOccurrence) -> [Subtask] {
        let parts = parts(of: task.id, atMost: Self.mostSubtasksMade)
        guard !parts.isEmpty else { return [] }
        let days = next.date.days(since: task.occurrenceDate(in: settings))
        let zone = Zone(settings.timeZone) ?? .utc
        var names = [task.id: next.id]
        return parts.compactMap { part in
            guard part.recurrence == nil, let parent = part.parentId.flatMap({ names[$0] }) else { return nil }
            let id = Identifier.derived(.subtask, next.id.high, next.id.low, part.id.high, part.id.low)
            names[part.id] = id
            var copy = part
            copy.parentId = parent
            copy.scheduledDate = part.scheduledDate.map { $0.adding(days: days) }
            copy.dueAt = part.dueAt.map { $0.moved(days: days, in: zone) }
            copy.reminderAt = part.reminderAt.map { $0.moved(days: days, in: zone) }
            if part.notes.map({ $0.utf8.count > TaskItem.longestNotesOfSubtask }) ?? false { copy.notes = nil }
            return Subtask(
                id: id, original: part.id,
                made: (part.beginning ?? HybridTime(part.createdAt, device: .zero)).successor(device: .zero),
                fields: Patch(
                    TaskItem.ofSubtasks.map { (field: $0, value: copy.value(of: $0)) },
                    unknown: part.unknown.ofSubtask(upTo: TaskItem.longestNotesOfSubtask)))
        }
    }
}

extension TaskItem {
    /// Notes that are longer are not taken along by a subtask: there may be many.
    fileprivate static let longestNotesOfSubtask = 4096

    fileprivate static let ofSubtasks = TaskField.allCases.filter {
        ![
            .state, .createdAt, .completedAt, .deletedAt, .enteredBacklogAt, .carryCount, .recurrence,
            .parentRecurringId,
        ].contains($0)
    }
}
