/// What a completion makes of a series.
extension Merging {
    /// Completing an occurrence makes the next one, whether the task is live or not: what arrives in another order must
    /// not end a series. Its identity follows from the series and its date, so devices that complete the same
    /// occurrence mean the same next task, and whoever comes second finds it there. One that went because a completion
    /// was taken back comes again, as the next is now; one that somebody deleted stays deleted.
    mutating func makeNextOccurrence(of id: Identifier, after operation: SyncOperation) {
        guard !retells, let task = slice.tasks[id], task.recurrence != nil || isRetelling(id) else { return }
        var done: TaskItem? = task
        if isRetelling(id), linesTold < Self.mostLinesTold {
            linesTold += (history(of: id)?.count ?? 0) + (entries[id]?.count ?? 0)
            done = story(of: id).completed
        }
        if let done { makeNextOccurrence(of: done, because: operation.opId) }
    }

    /// Its clock is just above that of the beginning of the one before: nobody works on an occurrence that nobody has
    /// concluded yet, so whatever somebody did to it comes after, also where another completion made it here than on
    /// their device.
    mutating func makeNextOccurrence(of task: TaskItem, because cause: Identifier) {
        guard let next = task.nextOccurrence(in: slice.settings), let done = task.completion?.clock else { return }
        result.asked.insert(next.id)
        result.withParts.insert(task.id)
        let made = (task.beginning ?? HybridTime(task.createdAt, device: .zero)).successor(device: .zero)
        if let there = slice.tasks[next.id] {
            guard there.wasUnmade, let deletion = there.deletion else { return }
            conclude(
                .nextOccurrence, .restore, on: next.id, at: max(made, deletion.successor(device: .zero)),
                next.fields + [.carryCount: .number(0)], reopens: done, from: cause)
            return bringSubtasks(of: task, to: next, done: done, because: cause)
        }
        conclude(
            .nextOccurrence, .set, on: next.id, at: made, next.fields + [.createdAt: .instant(done.instant)],
            from: cause)
        bringSubtasks(of: task, to: next, done: done, because: cause)
    }

    /// A series that went by its schedule was deleted before the days made its next occurrences. A later one that was
    /// there already, or that somebody has worked on, is kept and speaks for the series.
    mutating func withdrawScheduledOccurrences(of id: Identifier, after operation: SyncOperation) {
        guard context.isServer, !retells, let task = slice.tasks[id], task.isDeleted,
            task.goesBySchedule(evenDeleted: true), operation.at.device != .zero
        else { return }
        let today = LocalDay(of: slice.settings).today(at: context.now)
        let date = task.occurrenceDate(in: slice.settings)
        for occurrence in task.occurrencesMade(by: today, in: slice.settings) {
            result.asked.insert(occurrence.id)
            guard let there = slice.tasks[occurrence.id], !there.isDeleted else { continue }
            if operation.at.instant < there.createdAt {
                withdraw(occurrence.id, because: operation.opId, at: nil)
            }
            let isKept = slice.tasks[occurrence.id]?.isDeleted == false
            if isKept, occurrence.date > date { return }
        }
    }
}
