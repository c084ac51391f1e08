/// What a completion makes of a series.
extension Merging {
    /// Completing an occurrence makes the next one, whether the task is live or not: what arrives in another order must not
    /// end a series. Its identity follows from the series and its date, so devices that complete the same occurrence mean the
    /// same next task, and whoever comes second finds it there. One that went because a completion was taken back comes
    /// again, as the next is now; one that somebody deleted stays deleted.
    mutating func makeNextOccurrence(of id: Identifier, after operation: Operation) {
        guard !retells, let task = slice.tasks[id], task.recurrence != nil || retelling[id] != nil else { return }
        var done: TaskItem? = task
        if retelling[id] != nil, linesTold < Self.mostLinesTold {
            linesTold += (history(of: id)?.count ?? 0) + (entries[id]?.count ?? 0)
            done = story(of: id).completed
        }
        if let done { makeNextOccurrence(of: done, because: operation.opId) }
    }

    /// Its clock is just above that of the beginning of the one before: nobody works on an occurrence that nobody has concluded
    /// yet, so whatever somebody did to it comes after, also where another completion made it here than on their device.
    private mutating func makeNextOccurrence(of task: TaskItem, because cause: Identifier) {
        guard let next = task.nextOccurrence(in: slice.settings), let done = task.completion?.clock else { return }
        result.asked.insert(next.id)
        let made = (task.beginning ?? HybridTime(task.createdAt, device: .zero)).successor(device: .zero)
        if let there = slice.tasks[next.id] {
            guard there.wasUnmade, let deletion = there.deletion else { return }
            let anew = JSONMember(TaskField.carryCount.name, 0)
            conclude(
                .nextOccurrence, .restore, on: next.id, at: max(made, deletion.successor(device: .zero)),
                next.fields + [anew], reopens: done, from: cause)
            return
        }
        let begins = JSONMember(TaskField.createdAt.name, .string(done.instant.text))
        conclude(.nextOccurrence, .set, on: next.id, at: made, next.fields + [begins], from: cause)
    }

    /// The story of an occurrence is told again: the next one is as if everything had come in time, but for what somebody has
    /// done to it.
    /// - Parameters:
    ///   - before: the story as far as it was known.
    ///   - after: the same as it is known now.
    ///   - entries: what this push has done to the occurrence, which may have made a next one already.
    mutating func follow(
        _ before: TaskStory.Told, _ after: TaskStory.Told, made entries: [Int], because cause: Identifier
    ) {
        let new = after.completed?.nextOccurrence(in: slice.settings)
        var old: [Identifier: [JSONMember]] = [:]
        if let next = before.completed?.nextOccurrence(in: slice.settings) { old[next.id] = next.fields }
        let causes = Set(entries.map { result.entries[$0].operation.opId })
        for line in result.entries where line.operation.purpose == .nextOccurrence {
            if let cause = line.cause, causes.contains(cause) { old[line.operation.id] = line.operation.fields }
        }
        result.asked.formUnion(old.keys)
        for id in old.keys.sorted() where id != new?.id { withdraw(id, because: cause, at: after.reopened) }
        guard let completed = after.completed, let new else { return }
        result.asked.insert(new.id)
        guard slice.tasks[new.id] == nil || history(of: new.id) != nil else {
            result.untold.insert(new.id)
            return
        }
        let life = life(of: new.id)
        if let reopened = after.reopened, life.last(where: { $0.at < reopened.instant })?.isMade ?? false {
            // Its completion was taken back and given again: it is made anew.
            withdraw(new.id, because: cause, at: reopened)
            return makeNextOccurrence(of: completed, because: cause)
        }
        if let done = completed.completion?.clock, let first = life.first?.at, done.instant < first,
            let begun = slice.tasks[new.id]?.beginning
        {
            // It was made earlier than was known.
            conclude(
                .nextOccurrence, .restore, on: new.id, at: begun.successor(device: .zero), reopens: done, from: cause)
        }
        guard let told = old[new.id], let there = slice.tasks[new.id] else {
            return makeNextOccurrence(of: completed, because: cause)
        }
        // A place is one thing told in three fields.
        let place = Set([TaskField.region, .bucket, .scheduledDate].map(\.name))
        let isElsewhere = new.fields.contains { place.contains($0.name) && !told.contains($0) }
        let fields = new.fields.filter { member in
            guard let field = TaskField(name: member.name) else { return false }
            if place.contains(member.name) { return isElsewhere }
            return !told.contains(member) && there.clocks[field].map { $0.device == .zero } ?? true
        }
        guard !fields.isEmpty, let made = there.clocks[.parentRecurringId] else { return }
        // Above what the series has told of it before, and below all that happened to it.
        let last = fields.compactMap { TaskField(name: $0.name).flatMap { there.clocks[$0] } }
            .filter { $0.milliseconds == made.milliseconds }.max()
        conclude(
            .occurrenceRetold, .set, on: new.id, at: max(made, last ?? made).successor(device: .zero), fields,
            from: cause)
    }

    /// A series that went by its schedule was deleted before the day made its next occurrence.
    mutating func withdrawScheduledOccurrence(of id: Identifier, after operation: Operation) {
        guard context.isServer, !retells, let task = slice.tasks[id], task.isDeleted,
            task.goesBySchedule(evenDeleted: true)
        else { return }
        let day = LocalDay(of: slice.settings)
        guard let due = task.occurrenceDue(by: day.today(at: context.now), in: slice.settings, evenDeleted: true),
            operation.at.device != .zero
        else { return }
        result.asked.insert(due.id)
        guard let there = slice.tasks[due.id], operation.at.instant < there.createdAt else { return }
        withdraw(due.id, because: operation.opId, at: nil)
    }

    /// When an occurrence was made and taken back, as far as is known.
    private func life(of id: Identifier) -> [(at: Instant, isMade: Bool)] {
        let lines = (history(of: id) ?? []) + (entries[id] ?? []).map { result.entries[$0] }
        return lines.map(\.operation).compactMap { operation in
            switch operation.purpose {
            case .nextOccurrence: (operation.takesPlace, true)
            case .occurrenceWithdrawn: (operation.comesAt.instant, false)
            default: nil
            }
        }.sorted { $0.at < $1.at }
    }

    /// Takes the making of an occurrence back, unless somebody has worked on it.
    /// - Parameter reopened: when it came to be too much; nil where it never should have been.
    private mutating func withdraw(_ id: Identifier, because cause: Identifier, at reopened: HybridTime?) {
        guard let task = slice.tasks[id], !task.isDeleted, let last = task.lastEdit,
            let since = reopened ?? places[cause].map({ result.entries[$0].operation.at })
        else { return }
        guard let history = history(of: id) else {
            // Who may have worked on it is not known.
            result.untold.insert(id)
            return
        }
        let lines = history + (entries[id] ?? []).map { result.entries[$0] }
        let worked = lines.lazy.filter(\.isSomebodys).map(\.operation.at).min()
        if let worked, worked < since { return }
        // Whoever works on it later brings it back.
        let below = worked.map { worked in lines.lazy.map(\.operation.at).filter { $0 < worked }.max() ?? last }
        conclude(
            .occurrenceWithdrawn, .delete, on: id, at: (below ?? last).successor(device: .zero), reopens: since,
            from: cause)
    }
}

extension LedgerEntry {
    /// Done by somebody, and not concluded.
    fileprivate var isSomebodys: Bool { operation.isSomebodys && outcome.tookPart }
}
