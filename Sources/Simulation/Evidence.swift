import DaybookCore

/// A rule of the product that did not hold.
package struct Flaw: Error, CustomStringConvertible, Sendable {
    package let what: String

    package init(_ what: String) { self.what = what }

    package var description: String { what }
}

/// An account at rest, kept either by the simulated server in memory or by the service in its tables.
package struct Evidence: Sendable {
    /// A clock may be put past another one of the same moment.
    private static let tolerance: Int64 = 1000

    package var slice: Slice
    package var ledger: [LedgerEntry]
    /// The tables as computed from the ledger alone.
    package var replayed: Slice
    /// Tasks that were dropped for good.
    package var purged: Set<Identifier>
    package var wasRestored: Bool
    /// Rows were dropped for good at unrecorded times, so the ledger alone does not give the slice.
    package var wasPurged = false
    package var now: Instant

    package init(
        slice: Slice, ledger: [LedgerEntry], replayed: Slice, purged: Set<Identifier> = [], wasRestored: Bool = false,
        now: Instant
    ) {
        self.slice = slice
        self.ledger = ledger
        self.replayed = replayed
        self.purged = purged
        self.wasRestored = wasRestored
        self.now = now
    }

    package func check(against shadow: Shadow) throws(Flaw) {
        try checkLedger()
        try checkWaiting()
        try checkShadow(shadow)
        try checkRules(shadow)
    }

    /// A device at rest has exactly what the server has, but for tombstones.
    package func compare(_ replica: Replica, _ name: String) throws(Flaw) {
        if replica.view != replica.base { throw Flaw("\(name) shows what its base does not hold") }
        for task in slice.tasks.values where !task.isDeleted && replica.base.tasks[task.id] != task {
            throw Flaw("\(name) differs in task \(task.id): \(replica.base.tasks[task.id] as Any) is not \(task)")
        }
        for list in slice.lists.values where !list.isDeleted && replica.base.lists[list.id] != list {
            throw Flaw("\(name) differs in list \(list.id)")
        }
        for task in replica.base.tasks.values where !task.isDeleted && slice.tasks[task.id] != task {
            throw Flaw("\(name) has task \(task.id) that the server has not")
        }
        for list in replica.base.lists.values where !list.isDeleted && slice.lists[list.id] != list {
            throw Flaw("\(name) has list \(list.id) that the server has not")
        }
        if replica.base.settings != slice.settings { throw Flaw("\(name) differs in settings") }
    }

    private func checkLedger() throws(Flaw) {
        if wasPurged { return try checkOrder() }
        if replayed.tasks != slice.tasks {
            for (id, task) in slice.tasks where replayed.tasks[id] != task {
                throw Flaw("the ledger gives \(replayed.tasks[id] as Any) for \(task)")
            }
            throw Flaw("the ledger gives other tasks")
        }
        var slice = slice
        (slice.waiting, slice.waitingCount) = ([:], 0)
        if replayed != slice { throw Flaw("the ledger gives another account") }
        try checkOrder()
    }

    /// Whatever waits has nothing to take part in, and whatever waited has taken part.
    private func checkWaiting() throws(Flaw) {
        for (row, entries) in slice.waiting {
            let isThere = row.entity == .task ? slice.tasks[row.id] != nil : slice.lists[row.id] != nil
            for entry in entries where entry.outcome == .waiting && isThere {
                throw Flaw("\(entry.operation.opId) waits for \(row), which is there")
            }
            for entry in entries where entry.outcome != .waiting && slice.lists[row.id]?.isDeleted == false {
                throw Flaw("the task \(entry.operation.id) waits for \(row), which is there")
            }
        }
        if slice.waitingCount != slice.waiting.values.reduce(0, { $0 + $1.count }) {
            throw Flaw("the count of what waits is wrong")
        }
    }

    private func checkOrder() throws(Flaw) {
        var seen: Set<Identifier> = []
        for (index, entry) in ledger.enumerated() {
            if entry.revision != Int64(index) + 1 { throw Flaw("revision \(entry.revision) is out of order") }
            if !seen.insert(entry.operation.opId).inserted { throw Flaw("\(entry.operation.opId) was applied twice") }
            if entry.operation.at.milliseconds > now.milliseconds + Self.tolerance {
                throw Flaw("a clock of the future was let in")
            }
        }
    }

    /// Every title that was acknowledged is there, in its task or, if it was overwritten, in the ledger.
    private func checkShadow(_ shadow: Shadow) throws(Flaw) {
        var inLedger: [Identifier: LedgerEntry] = [:]
        for entry in ledger { inLedger[entry.operation.opId] = entry }
        for (opId, fact) in shadow.facts where !shadow.forgotten.contains(opId) {
            guard let entry = inLedger[opId] else { throw Flaw("the change \(opId) is lost: \(fact)") }
            if let title = fact.title {
                guard entry.operation.fields.contains(JSONMember("title", .string(title))) else {
                    throw Flaw("the title \(title) is lost from the ledger")
                }
            }
            let id = fact.task
            // Its row was lost with a database, or dropped for good, and nobody has it.
            if entry.outcome == .waiting, wasRestored || purged.contains(id) || shadow.mayBeDeleted(id) { continue }
            if case .rejected = entry.outcome {
                // Only a row that is gone refuses a change.
                if !wasRestored, !purged.contains(id), !shadow.mayBeDeleted(id) {
                    throw Flaw("\(opId) was refused: \(entry.outcome)")
                }
                continue
            }
            guard let task = slice.tasks[id] else {
                if purged.contains(id) || shadow.mayBeDeleted(id) { continue }
                throw Flaw("the task of \(fact) is gone")
            }
            if task.isDeleted, !shadow.mayBeDeleted(id) { throw Flaw("nobody deleted \(task.id), and it is") }
            if fact.creates, let title = fact.title, shadow.retitled[id] == 1, task.title != title {
                throw Flaw("the title \(title) became \(task.title) by itself")
            }
            // A server that came back from a backup may give what it forgot, and never answered for, another clock.
            if !wasRestored, !purged.contains(id), let saw = fact.saw, saw != fact.title, saw == task.title,
                !shadow.undone.contains(id)
            {
                throw Flaw("\(fact.title ?? "") was made by who saw \(saw), and lost to it")
            }
            if let title = fact.title, let last = shadow.title(task.title, of: id), last.author == fact.author,
                last.number < fact.number, !shadow.undone.contains(id), !purged.contains(id)
            {
                throw Flaw("\(title) lost to \(task.title), which the same device had made before")
            }
            if fact.completes, !shadow.reopened.contains(id), !shadow.undone.contains(id), !task.isCompleted,
                !purged.contains(id)
            {
                throw Flaw("the completion of \(id) is lost")
            }
        }
    }

    /// What must hold of the merged account itself.
    private func checkRules(_ shadow: Shadow) throws(Flaw) {
        var counts: [RegionDay: [Bucket: Int]] = [:]
        // A row begins with the earliest change that could have made it, whichever came first.
        var created: [Identifier: HybridTime] = [:]
        var told: Set<Identifier> = []
        for entry in ledger where entry.operation.entity == .task && entry.outcome.tookPart {
            let operation = entry.operation
            if entry.created { created[operation.id] = operation.at }
            if operation.fields.contains(where: { $0.name == "createdAt" }) { told.insert(operation.id) }
            guard let first = created[operation.id], operation.kind == .set, operation.at < first else { continue }
            if operation.fields.contains(where: { $0.name == "title" }) { created[operation.id] = operation.at }
        }
        for task in slice.tasks.values {
            if let clock = created[task.id], !told.contains(task.id), clock.instant != task.createdAt {
                throw Flaw("createdAt of \(task.id) changed")
            }
            if task.title.isEmpty { throw Flaw("\(task.id) has no title") }
            if task.isCompleted != (task.completedAt != nil) { throw Flaw("completedAt of \(task.id) is wrong") }
            guard !task.isDeleted else { continue }
            if let list = task.listId, slice.lists[list]?.isDeleted ?? true {
                throw Flaw("\(task.id) is in a list that is gone")
            }
            if let place = task.place { counts[place, default: [:]][task.bucket, default: 0] += 1 }
        }
        for (place, buckets) in counts where !shadow.limitsChanged {
            for (bucket, count) in buckets where count > slice.settings.regionLimits[bucket] {
                throw Flaw("\(place) holds \(count) of \(bucket)")
            }
        }
        if slice.liveTasks != slice.tasks.values.count(where: { !$0.isDeleted }) {
            throw Flaw("liveTasks is wrong")
        }
    }
}
