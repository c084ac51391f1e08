/// A push on its way through the slice.
struct Merging {
    var slice: Slice
    let context: MergeContext
    /// The next occurrences come as operations of their own.
    var retells = false
    var result = Merged()
    /// Tasks that were live before the push and are deleted now.
    var deletions = 0
    /// Where among the entries an operation is: those of the push, and the server's conclusions, which a device that came
    /// to the same conclusion may send too.
    private(set) var places: [Identifier: Int] = [:]
    private var born: Set<Identifier> = []
    /// Places newly taken, with the entry that took them.
    private(set) var taken: [(place: RegionDay, task: Identifier, entry: Int)] = []

    init(slice: Slice, context: MergeContext) {
        self.slice = slice
        self.context = context
    }

    /// Applies an operation and what follows from it; answers its place among the entries.
    mutating func perform(_ operation: Operation, cause: Identifier?) -> Int {
        switch operation.entity {
        case .task: performOnTask(operation, cause)
        case .list: performOnList(operation, cause)
        case .settings:
            record(operation, cause, slice.settings.apply(operation)) { merging, revision in
                merging.slice.settings.revision = revision
                merging.result.settings = true
            }
        }
    }

    private mutating func record(
        _ operation: Operation, _ cause: Identifier?, _ application: Application,
        touch: (inout Merging, Int64) -> Void
    ) -> Int {
        slice.revision += 1
        result.entries.append(
            LedgerEntry(
                revision: slice.revision, operation: operation, recordedAt: context.now, prior: application.prior,
                created: application.created, changed: application.changed, outcome: application.outcome, cause: cause))
        places[operation.opId] = result.entries.count - 1
        if application.changed { touch(&self, slice.revision) }
        return result.entries.count - 1
    }

    private mutating func performOnTask(_ operation: Operation, _ cause: Identifier?) -> Int {
        let id = operation.id
        let before = Standing(slice.tasks[id])
        let application = TaskItem.apply(operation, to: &slice.tasks[id])
        let entry = record(operation, cause, application) { merging, revision in
            merging.slice.tasks[id]?.revision = revision
            merging.result.tasks.insert(id)
        }
        guard application.changed else { return entry }
        let after = Standing(slice.tasks[id])
        slice.liveTasks += (after.isLive ? 1 : 0) - (before.isLive ? 1 : 0)
        if application.created { born.insert(id) }
        if before.isLive != after.isLive, !born.contains(id) { deletions += after.isLive ? -1 : 1 }
        if before.completedAt != after.completedAt {
            result.completions.append(CompletionChange(task: id, at: after.completedAt))
        }
        if after.longKey { result.wantsRebalancing = true }
        guard after.isLive else { return entry }
        if let place = after.place, place != before.place || after.bucket != before.bucket {
            taken.append((place, id, entry))
        }
        if let list = after.listId, list != before.listId || !before.isLive, !slice.isLive(list: list) {
            moveToInbox(id, after: operation, noting: entry)
        }
        if !retells, after.completedAt != nil, before.isLive || !before.exists, before.completedAt == nil, after.recurs
        {
            makeNextOccurrence(of: id, after: operation)
        }
        return entry
    }

    private mutating func performOnList(_ operation: Operation, _ cause: Identifier?) -> Int {
        let id = operation.id
        let before = slice.lists[id]
        let application = TaskList.apply(operation, to: &slice.lists[id])
        let entry = record(operation, cause, application) { merging, revision in
            merging.slice.lists[id]?.revision = revision
            merging.result.lists.insert(id)
        }
        guard let before, let after = slice.lists[id], before.isDeleted != after.isDeleted else { return entry }
        if after.isDeleted {
            takeTasksAlong(with: id, after: operation)
        } else if let deletion = before.deletion {
            bringTasksBack(to: id, deletedAt: deletion, after: operation)
        }
        return entry
    }

    /// Adds to what an operation's outcome says that the server decided otherwise.
    mutating func note(_ conflict: Conflict, in entry: Int) {
        switch result.entries[entry].outcome {
        case .applied: result.entries[entry].outcome = .merged([conflict])
        case .merged(let conflicts): result.entries[entry].outcome = .merged(conflicts + [conflict])
        case .superseded(let conflicts): result.entries[entry].outcome = .superseded(conflicts + [conflict])
        case .rejected: break
        }
    }

    /// An operation of the server's own that follows from another.
    mutating func conclude(
        _ purpose: Identifier.Purpose, _ kind: Operation.Kind, on task: Identifier, at clock: HybridTime,
        _ fields: [JSONMember] = [], from cause: Identifier
    ) {
        let opId = Identifier.derived(purpose, cause.high, cause.low, task.high, task.low)
        _ = perform(Operation(opId: opId, id: task, at: clock, kind: kind, fields: fields), cause: cause)
    }
}

/// What of a task decides what follows from a change of it.
private struct Standing {
    var exists = false
    var isLive = false
    var completedAt: Instant?
    var place: RegionDay?
    var bucket = Bucket.none
    var listId: Identifier?
    var recurs = false
    var longKey = false

    init(_ task: borrowing TaskItem?) {
        guard let task = copy task else { return }
        exists = true
        isLive = !task.isDeleted
        completedAt = task.completedAt
        place = task.place
        bucket = task.bucket
        listId = task.listId
        recurs = task.recurrence != nil
        longKey = task.sortOrder.text.utf8.count > OrderKey.comfortable
    }
}
