extension Slice {
    /// Merges a push: the one door through which everything changes.
    ///
    /// Deterministic in (slice, push, context). Each operation is applied in order with last writer wins by field, then
    /// what follows from it (a deleted list takes its tasks along, a completed occurrence makes the next), and when all
    /// are applied the touched regions are settled. The server's conclusions are operations in the same ledger,
    /// authored by `Identifier.zero`.
    package mutating func merge(_ push: Push, _ context: MergeContext) -> MergeResult {
        guard !push.confirmsMassDelete, mayDeleteMany(push, context) else {
            return .merged(mergeUnguarded(push, context).0)
        }
        var trial = self
        let (merged, deletions) = trial.mergeUnguarded(push, context)
        if deletions > Self.massDeleteCount, deletions * 2 > liveTasks {
            return .massDeleteRefused(deletions: deletions, of: liveTasks)
        }
        self = trial
        return .merged(merged)
    }

    /// Up to here a push may always delete.
    package static let massDeleteCount = 50

    /// Counts from above what could be deleted, without copying anything.
    private func mayDeleteMany(_ push: Push, _ context: MergeContext) -> Bool {
        var bound = 0
        var lists: Set<Identifier> = []
        for operation in push.operations where operation.kind == .delete && context.known[operation.opId].isNone {
            switch operation.entity {
            case .task: bound += 1
            case .list: lists.insert(operation.id)
            case .settings: break
            }
        }
        if !lists.isEmpty {
            for task in tasks.values where task.listId.map(lists.contains) ?? false { bound += 1 }
            // Tasks that this push itself brings into the lists.
            bound += push.operations.count
        }
        return bound > Self.massDeleteCount
    }

    mutating func mergeUnguarded(_ push: Push, _ context: MergeContext) -> (Merged, deletions: Int) {
        var merging = Merging(slice: self, context: context, push)
        // The slice lives in one place at a time, so that its tables are changed in place.
        self = Slice(account: account)
        merging.result.entries.reserveCapacity(push.operations.count)
        merging.result.outcomes.reserveCapacity(push.operations.count)
        var answers: [Merging.Answer] = []
        answers.reserveCapacity(push.operations.count)
        for operation in push.operations { answers.append(merging.admit(operation)) }
        merging.tellStories()
        merging.settle()
        for (operation, answer) in zip(push.operations, answers) {
            switch answer {
            case .outcome(let outcome):
                merging.result.outcomes.append(outcome)
                merging.result.given.append(context.clocks[operation.opId])
            case .entry(let index):
                let entry = merging.result.entries[index]
                merging.result.outcomes.append(entry.outcome)
                merging.result.given.append(entry.operation.at)
            }
        }
        self = merging.slice
        return (merging.result, merging.deletions)
    }

    /// Applies a ledger entry again, and nothing that followed from it: that has entries of its own.
    package mutating func replay(_ entry: LedgerEntry) {
        revision = entry.revision
        guard entry.outcome.tookPart else { return }
        let operation = entry.operation
        var changed = false
        switch operation.entity {
        case .task:
            let wasLive = tasks[operation.id].map { !$0.isDeleted } ?? false
            changed = TaskItem.apply(operation, to: &tasks[operation.id]).changed
            if changed { tasks[operation.id]?.revision = entry.revision }
            let isLive = tasks[operation.id].map { !$0.isDeleted } ?? false
            liveTasks += (isLive ? 1 : 0) - (wasLive ? 1 : 0)
        case .list:
            changed = TaskList.apply(operation, to: &lists[operation.id]).changed
            if changed { lists[operation.id]?.revision = entry.revision }
        case .settings:
            changed = settings.apply(operation).changed
            if changed { settings.revision = entry.revision }
        }
    }
}
