/// What becomes of the next occurrence where the story of the one before is told again.
extension Merging {
    /// The next one is as if everything had come in time, but for what somebody has done to it.
    /// - Parameters:
    ///   - before: the story as far as it was known.
    ///   - after: the same as it is known now.
    ///   - shown: how the task stood until its story was told again.
    ///   - entries: what this push has done to the occurrence, which may have made a next one already.
    mutating func follow(
        _ before: TaskStory.Told, _ after: TaskStory.Told, shown: TaskItem?, made entries: [Int],
        because cause: Identifier
    ) {
        let elsewhere = nextOccurrencesMadeUnderOtherSettings(by: before.completed)
        var told = nextOccurrencesTold(before, elsewhere + nextOccurrencesMade(by: shown), entries)
        var next = after.completed?.nextOccurrence(in: slice.settings)
        if let completed = after.completed, let named = next?.id, slice.tasks[named] == nil {
            // What its completion has made stays what it is, whatever zone the account has now; but not where it is
            // told of another place now.
            let same = nextOccurrencesMadeUnderOtherSettings(by: completed)
            if let there = same.first(where: { isMade($0.id, by: completed.id, since: after.reopened) }) {
                next = there
                told[there.id] = told[there.id] ?? there.fields
            }
        }
        result.asked.formUnion(told.keys)
        for id in told.keys.ordered() where id != next?.id { withdraw(id, because: cause, at: after.reopened) }
        guard let completed = after.completed, let next else { return }
        result.asked.insert(next.id)
        guard slice.tasks[next.id] == nil || history(of: next.id) != nil else {
            result.untold.insert(next.id)
            return
        }
        let life = life(of: next.id, after: completed.id)
        if let reopened = after.reopened, let last = life.last, last.isMade, last.at <= reopened {
            // Its completion was taken back and given again: it is made anew.
            withdraw(next.id, because: cause, at: reopened)
            return makeNextOccurrence(of: completed, because: cause)
        }
        let known = life.reversed().prefix { $0.isMade }.last
        makeEarlier(next.id, than: known?.at.instant, after: completed, because: cause)
        guard let fields = told[next.id], let there = slice.tasks[next.id] else {
            return makeNextOccurrence(of: completed, because: cause)
        }
        tellAgain(there, fields, as: next.fields, because: cause)
    }

    /// The next occurrences that are made already, and with which fields.
    private func nextOccurrencesTold(
        _ before: TaskStory.Told, _ elsewhere: [NextOccurrence], _ entries: [Int]
    ) -> [Identifier: Patch<TaskItem>] {
        var told: [Identifier: Patch<TaskItem>] = [:]
        for next in elsewhere { told[next.id] = next.fields }
        if let next = before.completed?.nextOccurrence(in: slice.settings) { told[next.id] = next.fields }
        for entry in entries {
            for made in occurrencesMade[result.entries[entry].operation.opId] ?? [] {
                let operation = result.entries[made].operation
                told[operation.id] = operation.ofTask
            }
        }
        return told
    }

    /// The next occurrences that a completion made when the account had another zone or another start of the day.
    private mutating func nextOccurrencesMadeUnderOtherSettings(by completed: TaskItem?) -> [NextOccurrence] {
        guard let completed else { return [] }
        return made(completed.nextOccurrences(underOtherSettingsThan: slice.settings), by: completed.id)
    }

    /// The next occurrence that a task's completion made where it stood. Its story may tell of another place, by what
    /// was known late: that its days end in the backlog.
    private mutating func nextOccurrencesMade(by shown: TaskItem?) -> [NextOccurrence] {
        guard let shown, shown.isCompleted, let next = shown.nextOccurrence(in: slice.settings) else { return [] }
        return made([next], by: shown.id)
    }

    /// Those that are there, and that the task's completion made.
    private mutating func made(_ occurrences: [NextOccurrence], by maker: Identifier) -> [NextOccurrence] {
        occurrences.filter { next in
            result.asked.insert(next.id)
            guard let there = slice.tasks[next.id], !there.isDeleted else { return false }
            if history(of: next.id) == nil { result.untold.insert(next.id) }
            return isMade(next.id, by: maker, since: nil)
        }
    }

    /// Whether the task's completion made the occurrence, and not the completion of another one of the series.
    private func isMade(_ id: Identifier, by maker: Identifier, since reopened: HybridTime?) -> Bool {
        let causes = Set(lines(of: maker).map { $0.operation.opId })
        return lines(of: id).contains { line in
            guard line.operation.purpose == .nextOccurrence, let cause = line.cause, causes.contains(cause) else {
                return false
            }
            return reopened.map { $0 < whenMade(line, by: maker) } ?? true
        }
    }

    /// It was made earlier than was known, or was not taken back since.
    private mutating func makeEarlier(
        _ id: Identifier, than known: Instant?, after completed: TaskItem, because cause: Identifier
    ) {
        guard let known, let done = completed.completion?.clock, done.instant < known,
            let begun = slice.tasks[id]?.beginning
        else { return }
        conclude(.nextOccurrence, .restore, on: id, at: begun.successor(device: .zero), reopens: done, from: cause)
    }

    /// What the series tells of an occurrence otherwise than before, but for what somebody has changed.
    private mutating func tellAgain(
        _ there: TaskItem, _ told: Patch<TaskItem>, as fields: Patch<TaskItem>, because cause: Identifier
    ) {
        // A place is one thing told in three fields.
        let place: Set<TaskField> = [.region, .bucket, .scheduledDate]
        let isElsewhere = fields.values.contains { place.contains($0.field) && told[$0.field] != $0.value }
        let changed = fields.values.filter { field, value in
            if place.contains(field) { return isElsewhere }
            let isUntouched = there.clocks[field].map { $0.device == .zero } ?? true
            if field == .tags { return isUntouched && there.tags != value.tags?.add }
            return told[field] != value && isUntouched
        }
        let unknown = fields.unknown.filter { member in
            told.unknown(member.name) != member.value
                && there.unknown[member.name].map { $0.clock.device == .zero } ?? true
        }
        guard !changed.isEmpty || !unknown.isEmpty, let made = there.clocks[.parentRecurringId] else { return }
        // Above what the series has told of it before, and below all that happened to it.
        let clocks =
            changed.compactMap { there.clocks[$0.field] } + unknown.compactMap { there.unknown[$0.name]?.clock }
        let last = clocks.filter { $0.milliseconds == made.milliseconds }.max()
        conclude(
            .occurrenceRetold, .set, on: there.id, at: max(made, last ?? made).successor(device: .zero),
            Patch(changed, unknown: unknown), from: cause)
    }

    /// When an occurrence was made and taken back, as far as is known.
    private func life(of id: Identifier, after maker: Identifier) -> [(at: HybridTime, isMade: Bool)] {
        var life: [(at: HybridTime, isMade: Bool)] = []
        for line in lines(of: id) {
            switch line.operation.purpose {
            case .nextOccurrence: life.appendLastWord((whenMade(line, by: maker), true)) { $0.at }
            case .occurrenceWithdrawn: life.appendLastWord((line.operation.comesAt, false)) { $0.at }
            default: break
            }
        }
        return life
    }

    /// The clock of the completion that made an occurrence: within one moment it may have been taken back and given
    /// again.
    private func whenMade(_ line: LedgerEntry, by maker: Identifier) -> HybridTime {
        if let completion = line.operation.reopens { return completion }
        let moment = HybridTime(line.operation.takesPlace, device: .zero)
        let cause = lines(of: maker).first { $0.operation.opId == line.cause }?.operation.at
        return cause.flatMap { $0.milliseconds == moment.milliseconds ? $0 : nil } ?? moment
    }

    /// What is known to have happened to a task, this push included.
    private func lines(of id: Identifier) -> [LedgerEntry] {
        (history(of: id) ?? []) + (entries[id] ?? []).map { result.entries[$0] }
    }

    /// Takes the making of an occurrence back, unless somebody has worked on it.
    /// - Parameter reopened: when it came to be too much; nil where it never should have been.
    mutating func withdraw(_ id: Identifier, because cause: Identifier, at reopened: HybridTime?) {
        guard let task = slice.tasks[id], !task.isDeleted, let last = task.lastEdit,
            let since = reopened ?? places[cause].map({ result.entries[$0].operation.at })
        else { return }
        guard history(of: id) != nil else {
            // Who may have worked on it is not known.
            result.untold.insert(id)
            return
        }
        let lines = lines(of: id)
        let worked = lines.lazy.filter { $0.isSomebodys }.map { $0.operation.at }.min()
        if let worked, worked < since { return }
        // Whoever works on it later brings it back.
        let below = worked.map { worked in lines.lazy.map { $0.operation.at }.filter { $0 < worked }.max() ?? last }
        conclude(
            .occurrenceWithdrawn, .delete, on: id, at: (below ?? last).successor(device: .zero), reopens: since,
            from: cause)
        withdrawSubtasks(of: id, because: cause, since: since)
    }
}

extension LedgerEntry {
    /// Done by somebody, and not concluded.
    fileprivate var isSomebodys: Bool { operation.isSomebodys && outcome.tookPart }
}
