/// One account at the server, whole and in memory: what the tables of an account mean, without a database.
///
/// The service does the same over SQL; this is its reference, and the server of the simulation.
package struct ServerAccount: Hashable, Sendable {
    package internal(set) var slice: Slice
    package private(set) var ledger: [LedgerEntry] = []
    /// The ledger's lines of each task's present life.
    var histories: [Identifier: [LedgerEntry]] = [:]
    package private(set) var known: [Identifier: Outcome] = [:]
    /// The clocks that operations were given.
    package private(set) var given: [Identifier: HybridTime] = [:]
    package private(set) var epoch: Identifier
    /// Tombstones up to here may be gone: older cursors cannot be continued.
    package private(set) var minRevision: Int64 = 0
    package private(set) var devices: [Identifier: DeviceStanding] = [:]
    package private(set) var purges: [Purge] = []
    package private(set) var clocks: [Identifier: DeviceClock] = [:]
    /// What each device was last told to be added to its clocks.
    package private(set) var toldShifts: [Identifier: Int64] = [:]
    package var room = Room()
    /// Merges what the service would load of the account, instead of all of it.
    package var loadsAsTheService = false

    package struct DeviceStanding: Hashable, Sendable {
        package var acknowledged: Int64
        package var lastSeen: Instant
    }

    /// Rows that were dropped for good, and after which revision.
    package struct Purge: Hashable, Sendable {
        package var after: Int64
        package var tasks: [Identifier]
        package var lists: [Identifier]
    }

    /// A device that was away for longer does not hold tombstones back.
    package static let activeDays: Int64 = 45
    /// A deleted row can be restored for so long.
    package static let retentionDays: Int64 = 30

    package init(account: Identifier, epoch: Identifier) {
        slice = Slice(account: account)
        self.epoch = epoch
    }

    /// Pull after push, so that a device sees the merged truth of what it sent.
    package mutating func sync(_ request: SyncRequest, now: Instant) -> SyncAnswer {
        if let cursor = request.cursor {
            // A snapshot needs the tombstones of what was deleted while it was on its way, and no older ones.
            guard cursor.epoch == epoch, cursor.snapshotFrom ?? cursor.revision >= minRevision,
                cursor.revision <= slice.revision
            else { return .gone }
        }
        let outcomes: [Outcome]
        let clocks: [HybridTime?]
        switch push(request.push, now: now) {
        case .massDeleteRefused(let deletions, let total): return .massDeleteRefused(deletions: deletions, of: total)
        case .merged(let merged): (outcomes, clocks) = (merged.outcomes, merged.given)
        }
        var standing = devices[request.device] ?? DeviceStanding(acknowledged: 0, lastSeen: now)
        if let cursor = request.cursor, cursor.snapshotFrom == nil {
            standing.acknowledged = max(standing.acknowledged, cursor.revision)
        }
        standing.lastSeen = now
        devices[request.device] = standing
        var page = page(request, outcomes, now)
        page.given = clocks.told(beside: request.push.operations)
        return .page(page)
    }

    /// Merges operations of whatever author into the account and its ledger.
    package mutating func push(_ push: Push, now: Instant) -> MergeResult {
        var context = MergeContext(now: now, epoch: epoch, room: room, isServer: true)
        for operation in push.operations {
            if let outcome = known[operation.opId] { context.known[operation.opId] = outcome }
            context.clocks[operation.opId] = given[operation.opId]
        }
        var push = push
        var clock = DeviceClock()
        if let device = push.device {
            clock = clocks[device] ?? clock
            push = clock.correct(push, knowing: context.known, now: now)
        }
        let result = loadsAsTheService ? mergeLoaded(push, context) : mergeWhole(push, context)
        if case .merged(let merged) = result {
            ledger.append(contentsOf: merged.entries)
            for entry in merged.entries where entry.operation.entity == .task {
                if entry.created { histories[entry.operation.id] = [] }
                histories[entry.operation.id, default: []].append(entry)
            }
            for entry in merged.entries {
                known[entry.operation.opId] = entry.outcome
                given[entry.operation.opId] = entry.operation.at
            }
            if let device = push.device {
                clock.raise(to: merged.entries, of: device)
                toldShifts[device] = clock.shift
                // What says nothing new is not written down.
                if !merged.entries.isEmpty { clocks[device] = clock }
            }
        }
        return result
    }

    private mutating func mergeWhole(_ push: Push, _ context: MergeContext) -> MergeResult {
        slice.lines = histories
        defer { slice.lines = [:] }
        return slice.merge(push, context)
    }

    /// A device comes along from an account that went into this one; its own order goes on. One that was here before
    /// has gone on already.
    package mutating func letIn(_ device: Identifier, from source: ServerAccount) {
        if clocks[device] == nil { clocks[device] = source.clocks[device] }
    }

    private func page(_ request: SyncRequest, _ outcomes: [Outcome], _ now: Instant) -> SyncPage {
        let revision = request.cursor?.revision ?? 0
        let snapshotFrom = request.cursor == nil ? slice.revision : request.cursor?.snapshotFrom
        let tombstonesFrom = snapshotFrom ?? revision
        var changes: [(revision: Int64, row: Row)] = []
        for task in slice.tasks.values
        where task.revision > revision && (!task.isDeleted || task.revision > tombstonesFrom) {
            changes.append((task.revision, .task(task)))
        }
        for list in slice.lists.values
        where list.revision > revision && (!list.isDeleted || list.revision > tombstonesFrom) {
            changes.append((list.revision, .list(list)))
        }
        // Whoever begins gets the settings too when nobody has changed them since the account began.
        if slice.settings.revision > revision || request.cursor == nil {
            changes.append((slice.settings.revision, .settings))
        }
        changes.sort { $0.revision < $1.revision }
        let hasMore = changes.count > request.limit
        var page = SyncPage(
            cursor: SyncCursor(epoch: epoch, revision: slice.revision), hasMore: hasMore, tasks: [], lists: [],
            settings: nil, outcomes: outcomes, serverTime: now, revision: slice.revision)
        if !outcomes.isEmpty { page.clockShift = toldShifts[request.device] ?? 0 }
        for change in changes.prefix(request.limit) {
            switch change.row {
            case .task(let task): page.tasks.append(task)
            case .list(let list): page.lists.append(list)
            case .settings: page.settings = slice.settings
            }
            if hasMore {
                page.cursor.revision = change.revision
                page.cursor.snapshotFrom = snapshotFrom
            }
        }
        return page
    }

    private enum Row {
        case task(TaskItem)
        case list(TaskList)
        case settings
    }
}

extension [LedgerEntry] {
    /// A row's lines since it began: what it was before a purge, under the same identity, is over. Nil where the line
    /// that made it is not among them, since nothing tells what it was before the others.
    package var ofPresentLife: [LedgerEntry]? { lastIndex { $0.created }.map { Array(self[$0...]) } }
}

extension [HybridTime?] {
    /// Those that are worth telling whoever sent the operations.
    package func told(beside operations: [SyncOperation]) -> [HybridTime?] {
        let told = zip(self, operations).map { given, operation in
            given.map { HybridTime(milliseconds: $0.milliseconds, counter: $0.counter, device: operation.at.device) }
                .flatMap { $0 == operation.at ? nil : $0 }
        }
        return told.contains { $0 != nil } ? told : []
    }
}

extension ServerAccount {
    /// Lets go of what has waited too long for its row.
    package mutating func endWaiting(now: Instant) {
        let oldest = now.adding(milliseconds: -Self.retentionDays * Instant.dayLength)
        slice.endWaiting(recordedBefore: oldest)
    }

    /// Drops tombstones that every active device has read and whose time of restoring is over.
    package mutating func purge(now: Instant) {
        let oldest = now.adding(milliseconds: -Self.activeDays * Instant.dayLength)
        let active = devices.values.filter { $0.lastSeen >= oldest }
        let readByAll = active.map { $0.acknowledged }.min() ?? slice.revision
        let restorable = now.adding(milliseconds: -Self.retentionDays * Instant.dayLength)
        let tasks = slice.tasks.values.filter { task in
            task.revision <= readByAll && task.deletedAt.map { $0 < restorable } ?? false
                && !endsItsSeries(task, at: now)
        }
        // A list stays while a row names it, so that whoever restores the task finds where it was.
        let purged = Set(tasks.map { $0.id })
        let named = Set(slice.tasks.values.lazy.filter { !purged.contains($0.id) }.compactMap { $0.listId })
        let lists = slice.lists.values.filter { list in
            list.revision <= readByAll && !named.contains(list.id) && list.deletedAt.map { $0 < restorable } ?? false
        }
        guard !tasks.isEmpty || !lists.isEmpty else { return }
        let purge = Purge(
            after: slice.revision, tasks: tasks.map { $0.id }.sorted(), lists: lists.map { $0.id }.sorted())
        for task in tasks { minRevision = max(minRevision, task.revision) }
        for list in lists { minRevision = max(minRevision, list.revision) }
        drop(purge)
        purges.append(purge)
    }

    /// That the latest occurrence of a series that goes by its schedule was deleted says that the series is over, as
    /// long as an earlier one is open: without it the days would take the series up again.
    private func endsItsSeries(_ task: TaskItem, at now: Instant) -> Bool {
        guard let date = task.scheduledDate else { return false }
        let goesOn = slice.tasks.values.contains { going in
            going.series == task.series && !going.isDeleted && !going.isCompleted
                && going.recurrence?.onSchedule == true
        }
        // What is of a day that has begun all over the world speaks for the series by now.
        return goesOn
            && !slice.tasks.values.contains { later in
                guard later.parentRecurringId == task.series, let its = later.scheduledDate else { return false }
                return its > date && its < now.utcDate
            }
    }

    private mutating func drop(_ purge: Purge) {
        for id in purge.tasks { slice.tasks[id] = nil }
        for id in purge.lists { slice.lists[id] = nil }
    }

    /// The same account after its database was restored from this state: a new epoch, nothing else.
    package func restored(epoch: Identifier) -> ServerAccount {
        var account = self
        account.epoch = epoch
        return account
    }

    /// The slice that the ledger alone gives.
    package func replayed() -> Slice {
        var replica = ServerAccount(account: slice.account, epoch: epoch)
        var next = 0
        for entry in ledger {
            while next < purges.count, purges[next].after < entry.revision {
                replica.drop(purges[next])
                next += 1
            }
            replica.slice.replay(entry)
        }
        for purge in purges[next...] { replica.drop(purge) }
        return replica.slice
    }
}
