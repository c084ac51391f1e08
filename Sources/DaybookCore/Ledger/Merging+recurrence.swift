/// What a completion makes of a series.
extension Merging {
    /// An occurrence that is completed makes the next one, whether the task is live or not: what arrives in another order
    /// must not end a series. An older change that comes after the completion reaches what that has made.
    mutating func follow(_ id: Identifier, after operation: Operation, _ before: Standing, isDone: Bool, recurs: Bool) {
        guard !retells, before.recurs || recurs else { return }
        if isDone, before.completedAt == nil {
            if recurs { makeNextOccurrence(of: id, after: operation) }
        } else if isDone, before.isOld {
            retellNextOccurrence(of: id, as: before.next, after: operation)
        } else if operation.kind == .delete, operation.at.device != .zero {
            withdrawScheduledOccurrence(of: id, after: operation)
        }
    }

    /// Completing an occurrence makes the next one, once: its identity follows from the series and its date, so devices
    /// that complete the same occurrence mean the same next task, and whoever comes second finds it there. One that went
    /// because a completion was taken back comes again, as the next is now; one that somebody deleted stays deleted.
    ///
    /// Its clock is just above that of the beginning of the one before: nobody works on an occurrence that nobody has concluded
    /// yet, so whatever somebody did to it comes after, also where another completion made it here than on their device.
    private mutating func makeNextOccurrence(of id: Identifier, after operation: Operation) {
        guard let task = slice.tasks[id], let next = task.nextOccurrence(in: slice.settings) else { return }
        let made = (task.beginning ?? HybridTime(task.createdAt, device: .zero)).successor(device: .zero)
        if let there = slice.tasks[next.id] {
            guard there.wasUnmade, let deletion = there.deletion else { return }
            conclude(
                .nextOccurrence, .restore, on: next.id, at: max(made, deletion.successor(device: .zero)), next.fields,
                from: operation.opId)
            return
        }
        let begins = JSONMember(TaskField.createdAt.name, .string(operation.at.instant.text))
        conclude(.nextOccurrence, .set, on: next.id, at: made, next.fields + [begins], from: operation.opId)
    }

    /// The completion stands, and a change that is older than it came late: the next occurrence is as if it had come in time,
    /// where nobody has touched it.
    private mutating func retellNextOccurrence(
        of id: Identifier, as before: NextOccurrence?, after operation: Operation
    ) {
        let now = slice.tasks[id]?.nextOccurrence(in: slice.settings)
        guard now != before else { return }
        if let before, before.id != now?.id { withdraw(before.id, after: operation) }
        guard let now else { return }
        guard let there = slice.tasks[now.id], before?.id == now.id else {
            return makeNextOccurrence(of: id, after: operation)
        }
        guard let made = there.clocks[.parentRecurringId] else { return }
        var clock = made
        let fields = now.fields.filter { member in
            guard let field = TaskField(name: member.name), there.value(of: field).json != member.value else {
                return false
            }
            guard let current = there.clocks[field] else { return true }
            guard current.isConclusion(of: made) else { return false }
            clock = max(clock, current)
            return true
        }
        guard !fields.isEmpty else { return }
        conclude(
            .occurrenceRetold, .set, on: now.id, at: clock.successor(device: .zero), fields, from: operation.opId)
    }

    /// A series that went by its schedule was deleted before the day made its next occurrence.
    private mutating func withdrawScheduledOccurrence(of id: Identifier, after operation: Operation) {
        guard context.isServer, let task = slice.tasks[id], task.isDeleted, !task.isCompleted else { return }
        let day = LocalDay(of: slice.settings)
        guard let due = task.occurrenceDue(by: day.today(at: context.now), in: slice.settings, evenDeleted: true),
            let there = slice.tasks[due.id], operation.at.instant < there.createdAt
        else { return }
        withdraw(due.id, after: operation)
    }

    /// Takes the making of an occurrence back, unless somebody has worked on it.
    private mutating func withdraw(_ id: Identifier, after operation: Operation) {
        guard let task = slice.tasks[id], !task.isDeleted, let made = task.clocks[.parentRecurringId],
            let last = task.lastEdit, last.isConclusion(of: made)
        else { return }
        let clock = last.successor(device: .zero)
        conclude(.occurrenceWithdrawn, .delete, on: id, at: clock, reopens: clock, from: operation.opId)
    }
}

extension HybridTime {
    /// Given by the server alone, in the moment of the conclusion that `other` is the clock of.
    fileprivate func isConclusion(of other: HybridTime) -> Bool {
        device == .zero && other.device == .zero && milliseconds == other.milliseconds
    }
}
