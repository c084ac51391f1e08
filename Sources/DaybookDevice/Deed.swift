import DaybookCore

/// One gesture as it was done on this device, and what takes it back.
package struct Deed: Hashable, Sendable {
    /// Of its first operation.
    package var opId: Identifier
    package var at: Instant
    /// As they were when it was done, with the clocks that the server has given them since.
    package var entries: [LedgerEntry]
    /// The deed that it takes back.
    package var undoes: Identifier?
    /// The deed that took it back.
    package var undoneBy: Identifier?

    /// Stands in `undoneBy` where a release before redo took something back: it marked what was undone and the undoing
    /// alike, and did not say which took back which.
    package static let unnamedUndoing = Identifier.zero

    package init(
        opId: Identifier, at: Instant, entries: [LedgerEntry], undoes: Identifier? = nil, undoneBy: Identifier? = nil
    ) {
        self.opId = opId
        self.at = at
        self.entries = entries
        self.undoes = undoes
        self.undoneBy = undoneBy
    }

    /// Answers whether any of it was of these tasks. It is no longer: they were erased.
    mutating func forget(_ tasks: Set<Identifier>) -> Bool {
        let count = entries.count
        entries.removeAll { tasks.contains($0.operation.id) }
        return entries.count < count
    }

    /// Whether it can be taken back when it is named.
    var isOpen: Bool { undoneBy == nil || undoneBy == Self.unnamedUndoing }

    /// Its entries with the clocks that they have by now, since an undo goes by clocks. Entries of changes whose rows
    /// came from the server keep the clocks that it gave them; the others have those of this device's view now.
    ///
    /// - Parameter own: what the changes come to now whose rows have not come from the server yet.
    func entries(among own: [LedgerEntry]) -> [LedgerEntry] {
        let named = Set(entries.map { $0.operation.opId })
        var current: [LedgerEntry] = []
        var found: Set<Identifier> = []
        for entry in own where named.contains(entry.operation.opId) || entry.cause.map(found.contains) ?? false {
            found.insert(entry.operation.opId)
            current.append(entry)
        }
        guard !current.isEmpty else { return entries }
        // What followed from a change goes with it: now something else may follow.
        let told = entries.filter { entry in
            !found.contains(entry.operation.opId) && !(entry.cause.map(found.contains) ?? false)
        }
        return told + current
    }

    /// Operations were answered: from now on their clocks are those that they were given. Answers whether any of them
    /// is this deed's and has another clock now.
    @discardableResult
    package mutating func take(_ given: [Identifier: HybridTime]) -> Bool {
        var moved: [Identifier: (from: HybridTime, to: HybridTime)] = [:]
        for index in entries.indices {
            let operation = entries[index].operation
            if let clock = given[operation.opId] {
                moved[operation.opId] = (operation.at, clock)
                entries[index].operation.at = clock
            } else if let (from, to) = entries[index].cause.flatMap({ moved[$0] }) {
                // What followed from it stays as far from it as it was.
                moved[operation.opId] = (from, to)
                entries[index].operation.at =
                    operation.at == from ? to : operation.at.shifted(by: to.milliseconds - from.milliseconds)
            }
        }
        return moved.values.contains { $0.from != $0.to }
    }
}

extension ReplicaEdit {
    /// The clocks that the server gave to what it answered, for `Deed.take`.
    package static func clocksGiven(in edits: [ReplicaEdit]) -> [Identifier: HybridTime] {
        var given: [Identifier: HybridTime] = [:]
        for case .answer(let operation, _) in edits { given[operation.opId] = operation.at }
        return given
    }
}

extension Replica {
    /// What takes a deed back, as the view is now, and what stays because somebody changed it since. Where its rows are
    /// gone, as those of a task that was deleted before it was ever sent, it says so.
    ///
    /// - Parameter later: what came after it and was taken back, with its undoings: they are no change since.
    package func undo(_ deed: Deed, passing later: [Deed], now: Instant, request: Identifier) -> UndoPlan {
        let own = entriesOfItsOwn(now: now)
        var clock = clock
        var plan = view.undo(
            deed.entries(among: own), passing: later.flatMap { $0.entries(among: own) }, at: clock.tick(now: now),
            request: request)
        if plan.operations.isEmpty, plan.kept.isEmpty, let first = deed.entries.first?.operation {
            plan.kept = [UndoPlan.Kept(entity: first.entity, id: first.id, field: "deletedAt")]
        }
        return plan
    }
}
