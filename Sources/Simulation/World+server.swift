import DaybookCore

extension World {
    /// A day boundary, concluded by two servers at once.
    mutating func turnTheDay() {
        let today = LocalDay(of: server.slice.settings).today(at: now)
        let boundary = server.slice.lastBoundary(until: now)
        let first = server.slice.dayTurn(to: today, boundary: boundary)
        say("the day turns to \(today): \(first.map(\.id))")
        _ = server.push(Push(operations: first, confirmsMassDelete: true), now: now)
        let after = server.slice
        _ = server.push(Push(operations: first, confirmsMassDelete: true), now: now)
        if server.slice != after { trouble = "a turn that was repeated changed something" }
    }

    mutating func switchRolloverOn() {
        let operation = SyncOperation(
            opId: .random(using: &random), entity: .settings, id: account, at: HybridTime(now, device: Self.desk),
            fields: [JSONMember("rollover", "backlog")])
        _ = server.push(Push(operations: [operation]), now: now)
    }

    /// The author of changes that the operator makes at the server.
    static let desk = Identifier(high: 0xDE5C, low: 1)

    mutating func rebalanceSortOrder() {
        let tasks = server.slice.tasks.values.sorted {
            $0.sortOrder != $1.sortOrder ? $0.sortOrder < $1.sortOrder : $0.id < $1.id
        }
        let operations = tasks.rebalancing(using: &random)
        guard !operations.isEmpty else { return }
        say("rebalance \(operations.count)")
        _ = server.push(Push(operations: operations), now: now)
    }

    /// Somebody takes back something of the history, at the server.
    mutating func undoSomething() {
        guard let entry = random.pick(server.ledger), entry.cause == nil else { return }
        if schedule.isPunctual, entry.operation.entity == .settings { return }
        let entries = server.ledger.filter {
            $0.operation.opId == entry.operation.opId || $0.cause == entry.operation.opId
        }
        let clock = HybridTime(now, device: Self.desk)
        let plan = server.slice.undo(entries, at: clock, request: .random(using: &random))
        for operation in plan.operations { shadow.noteUndo(of: operation.id) }
        for operation in plan.operations where operation.entity == .list {
            for task in server.slice.tasks.values where task.listId == operation.id { shadow.noteUndo(of: task.id) }
        }
        say("undo \(entry.operation.opId): \(plan.operations.map(\.id))")
        _ = server.push(Push(operations: plan.operations, confirmsMassDelete: true), now: now)
    }

    /// The database comes back from its backup, in a new epoch.
    mutating func restore() {
        guard let backup else { return }
        say("restore")
        var lost = Set(server.known.keys).union(guest?.server.known.keys ?? [:].keys)
        let epoch = Identifier.random(using: &random)
        server = backup.server.restored(epoch: epoch)
        guest = backup.guest?.restored(epoch: epoch)
        lost = lost.filter { !isKnown($0) }
        // What a device still has to send is not lost, nor what it was told is safe in the last days.
        shadow.forget(lost.subtracting(devices.flatMap(\.written.known)))
        // A server that starts makes up for the turn of the day that it missed.
        if schedule.isPunctual { turnTheDay() }
    }
}
