/// A push on its way through the slice.
struct Merging {
    var slice: Slice
    let context: MergeContext
    /// The account's revision before the push.
    let revisionBefore: Int64
    /// The device that pushes, where its clock told the times.
    let device: Identifier?
    /// The next occurrences come as operations of their own.
    let retells: Bool
    /// Everything else that was concluded comes so, too.
    let hasConclusions: Bool
    var result = Merged()
    /// Tasks that were live before the push and are deleted now.
    var deletions = 0
    /// Where among the entries an operation is: those of the push, and the server's conclusions, which a device that
    /// came to the same conclusion may send too.
    private(set) var places: [Identifier: Int] = [:]
    /// The entries of each task.
    private(set) var entries: [Identifier: [Int]] = [:]
    /// The entries that make a next occurrence, by the operation that they follow from.
    private(set) var occurrencesMade: [Identifier: [Int]] = [:]
    private(set) var born: Set<Identifier> = []
    /// Places newly taken, with the entry that took them.
    private(set) var taken: [(place: RegionDay, task: Identifier, entry: Int)] = []
    /// Tasks of which something arrived out of its turn, so that their story is told again; and from which entry on.
    var retelling: [Identifier: (entry: Int, cause: Identifier)] = [:]
    /// Lines told in the middle of the push, where a completion came out of its turn; past so many the row is taken as
    /// it is.
    var linesTold = 0
    static let mostLinesTold = 20_000
    /// A task whose story ends with its deletion, while it is concluded: what makes it live until then means nothing.
    var endsDeleted: Identifier?
    /// Rows that the pushing device had seen whole, and how far that goes by its own changes of this push.
    var seen: [RowKey: Int64] = [:]
    /// From which time on what the device made comes after which clock, since it had seen something of a later one.
    var raised: (told: HybridTime, given: HybridTime)?
    /// Bytes that the push took of the account's room.
    var bytes: Int64 = 0

    init(slice: Slice, context: MergeContext, _ push: Push) {
        self.slice = slice
        self.context = context
        revisionBefore = slice.revision
        device = push.device
        retells = push.isRetold
        hasConclusions = push.hasConclusions
    }

    /// Applies an operation and what follows from it; answers its place among the entries.
    mutating func perform(_ operation: SyncOperation, cause: Identifier?) -> Int {
        let entry =
            switch operation.entity {
            case .task: performOnTask(operation, cause)
            case .list: performOnList(operation, cause)
            case .settings:
                record(operation, cause, slice.settings.apply(operation)) { merging, revision in
                    merging.slice.settings.revision = revision
                    merging.result.writesSettings = true
                }
            }
        bringWhatWaited(for: operation)
        return entry
    }

    private mutating func record(
        _ operation: SyncOperation, _ cause: Identifier?, _ application: Application,
        touch: (inout Merging, Int64) -> Void
    ) -> Int {
        slice.revision += 1
        var outcome = application.outcome
        if outcome.isWaiting, slice.waitingCount >= Slice.mostWaiting(besides: operation) {
            outcome = .rejected(.tooManyWaiting)
        }
        let entry = LedgerEntry(
            revision: slice.revision, operation: operation, recordedAt: context.now, prior: application.prior,
            created: application.created, changed: application.changed, outcome: outcome, cause: cause)
        result.entries.append(entry)
        places[operation.opId] = result.entries.count - 1
        if context.isServer, operation.entity == .task {
            entries[operation.id, default: []].append(result.entries.count - 1)
        }
        if let cause, operation.purpose == .nextOccurrence {
            occurrencesMade[cause, default: []].append(result.entries.count - 1)
        }
        if application.changed { touch(&self, slice.revision) }
        if outcome.isWaiting { wait(entry, for: operation.row) }
        return result.entries.count - 1
    }

    /// An operation that is so already: it is known from now on, and says nothing.
    mutating func recordWithoutEffect(_ told: SyncOperation) -> Int {
        let operation = SyncOperation(opId: told.opId, id: told.id, at: told.at, Change(told.entity, []))
        var application = Application()
        application.asked = 1
        return record(operation, nil, application) { _, _ in }
    }

    private mutating func performOnTask(_ told: SyncOperation, _ cause: Identifier?) -> Int {
        var operation = told
        if !retells { tellTags(of: &operation, seen: told.at) }
        let id = operation.id
        let isOutOfTurn = isOutOfTurn(operation)
        let before = Standing(slice.tasks[id])
        let application = TaskItem.apply(operation, to: &slice.tasks[id])
        let entry = record(operation, cause, application) { merging, revision in
            merging.slice.tasks[id]?.revision = revision
            merging.result.tasks.insert(id)
        }
        if application.created { born.insert(id) }
        if isOutOfTurn { retell(id, from: entry) }
        guard application.changed else { return entry }
        let after = Standing(slice.tasks[id])
        slice.liveTasks += (after.isLive ? 1 : 0) - (before.isLive ? 1 : 0)
        if before.isLive != after.isLive, !born.contains(id) { deletions += after.isLive ? -1 : 1 }
        if before.completedAt != after.completedAt {
            result.completions.append(CompletionChange(task: id, at: after.completedAt))
        }
        if after.longKey { result.wantsRebalancing = true }
        if after.isLive, let place = after.place, place != before.place || after.bucket != before.bucket {
            taken.append((place, id, entry))
        }
        if after.isLive, id != endsDeleted, let list = after.listId, list != before.listId || !before.isLive,
            !slice.isLive(list: list)
        {
            moveToInbox(id, after: operation, noting: entry)
        }
        if context.isServer, !hasConclusions, operation.purpose == nil, !before.isLive, !after.isLive,
            let list = before.listId, list != after.listId
        {
            bringBack(id, outOf: list, after: operation, noting: entry)
        }
        if after.parentId != nil, after.parentId != before.parentId { untangle(id, after: operation, noting: entry) }
        if !isRetelling(id), !hasConclusions, operation.kind != .delete {
            straighten(id, after: operation, noting: entry)
        }
        // Also where the story will tell it otherwise: what follows in the push may be about the next occurrence. What
        // the story has told is followed by itself.
        if after.completedAt != nil, before.completedAt == nil, operation.purpose != .retold {
            makeNextOccurrence(of: id, after: operation)
        }
        if operation.kind == .delete { withdrawScheduledOccurrences(of: id, after: operation) }
        return entry
    }

    private mutating func performOnList(_ operation: SyncOperation, _ cause: Identifier?) -> Int {
        let id = operation.id
        let before = slice.lists[id]
        let application = TaskList.apply(operation, to: &slice.lists[id])
        let entry = record(operation, cause, application) { merging, revision in
            merging.slice.lists[id]?.revision = revision
            merging.result.lists.insert(id)
        }
        guard let after = slice.lists[id] else { return entry }
        let deletion = before.flatMap { $0.isDeleted ? $0.deletion : nil }
        if after.isDeleted {
            if after.deletion != deletion { takeTasksAlong(with: id, goneSince: deletion, after: operation) }
        } else if let deletion {
            bringTasksBack(to: id, deletedAt: deletion, after: operation)
        }
        return entry
    }

    /// Adds to what an operation's outcome says that the server decided otherwise.
    mutating func note(_ conflict: Conflict, in entry: Int) {
        switch result.entries[entry].outcome {
        case .applied:
            let asks = result.entries[entry].operation
            let isAll = asks.kind == .set && asks.fields.isEmpty
            result.entries[entry].outcome = isAll ? .superseded([conflict]) : .merged([conflict])
        case .merged(let conflicts): result.entries[entry].outcome = .merged(conflicts + [conflict])
        case .superseded(let conflicts): result.entries[entry].outcome = .superseded(conflicts + [conflict])
        case .waiting, .rejected, .quota: break
        }
    }

    /// An operation of the server's own that follows from another.
    @discardableResult
    mutating func conclude(
        _ purpose: Identifier.Purpose, _ kind: SyncOperation.Kind, on task: Identifier, at clock: HybridTime,
        _ fields: Patch<TaskItem> = [:], reopens: HybridTime? = nil, from cause: Identifier
    ) -> Int? {
        let opId = Identifier.derived(purpose, cause.high, cause.low, task.high, task.low)
        // A push that was told by another ledger may bring the conclusion itself.
        guard places[opId] == nil else { return nil }
        var operation = SyncOperation(opId: opId, id: task, at: clock, kind: kind, .task(fields), reopens: reopens)
        operation.purpose = purpose
        return perform(operation, cause: cause)
    }
}

extension Rejection {
    static let tooManyWaiting = Rejection(
        .tooManyWaiting, "There is no such row, and too many changes wait for rows already.")
    static let listTooLarge = Rejection(
        .listTooLarge, "The list has too many tasks to be deleted with them. Delete or move some of them first.")
    static let tooManyUnknownFields = Rejection(
        .tooManyUnknownFields, "The row carries as many fields that this server does not know as a row may.")
}

/// What of a task decides what follows from a change of it.
struct Standing {
    var isLive = false
    var completedAt: Instant?
    var place: RegionDay?
    var bucket = Bucket.none
    var listId: Identifier?
    var parentId: Identifier?
    var longKey = false

    init(_ task: borrowing TaskItem?) {
        guard let task = copy task else { return }
        isLive = !task.isDeleted
        completedAt = task.completedAt
        place = task.place
        bucket = task.bucket
        listId = task.listId
        parentId = task.parentId
        longKey = task.sortOrder.text.utf8.count > OrderKey.comfortable
    }
}
