/// A rollover is the server's conclusion from what it knew at the boundary. What a person did before stands, whenever it arrives:
/// a change that takes the cause away takes the conclusion back, and one that gives a cause makes it.
extension Merging {
    /// What arrived late for a boundary that is over: placed before it, on a day before it, and known only now.
    mutating func rollOverWhatCameLate() {
        guard context.isServer, !retells, !touched.isEmpty, slice.settings.rollover == .backlog else { return }
        let day = LocalDay(of: slice.settings)
        let today = day.today(at: context.now)
        let boundary = HybridTime(day.start(of: today), device: .zero)
        // The first boundary after it was switched on is the first that counts.
        if let begun = slice.settings.clocks[.rollover], begun >= boundary { return }
        var seen: Set<Identifier> = []
        let late = touched.filter { seen.insert($0).inserted }.compactMap { slice.tasks[$0] }.filter { task in
            task.placement < boundary && task.clocks[.carryCount].map { $0 < boundary } ?? true
        }
        let cause = Dictionary(
            result.entries.filter { $0.cause == nil }.map { ($0.operation.id, $0.operation.opId) },
            uniquingKeysWith: { $1 })
        for operation in slice.rollover(of: late, to: today, boundary: boundary.instant)
        where places[operation.opId] == nil {
            _ = perform(operation, cause: cause[operation.id])
        }
    }

    /// A change that is older than the rollover of its task: the task is made what it would be if the change had come in
    /// time. Without its history nothing is concluded; a device leaves that to the server.
    mutating func withdrawRollovers(
        of id: Identifier, after operation: Operation, _ before: Standing, noting entry: Int
    ) {
        guard context.isServer, !retells, operation.at.device != .zero, let carried = before.carried,
            operation.at < carried, let lines = slice.lines[id], let actual = slice.tasks[id]
        else { return }
        var history = RolloverHistory(lines + result.entries.filter { $0.operation.id == id }, after: operation.at)
        let desired = history.withoutBaselessRollovers(of: id, in: slice)
        guard let desired else { return }
        let fields = RolloverHistory.fields.filter { desired.value(of: $0) != actual.value(of: $0) }
        if !fields.isEmpty {
            let clock = fields.compactMap { actual.clocks[$0] }.max() ?? operation.at
            conclude(
                .rolloverWithdrawn, .set, on: id, at: clock.successor(device: .zero),
                fields.map { JSONMember($0.name, desired.value(of: $0).json) }, from: operation.opId)
        }
        if desired.isDeleted, let now = slice.tasks[id], !now.isDeleted, let last = now.lastEdit {
            conclude(
                .occurrenceWithdrawn, .delete, on: id, at: last.successor(device: .zero), from: operation.opId)
        }
        forgetConflicts(of: entry, with: id)
    }

    /// What lost to a rollover that is gone has got its way.
    private mutating func forgetConflicts(of entry: Int, with id: Identifier) {
        guard let task = slice.tasks[id] else { return }
        let asked = result.entries[entry].operation.fields.count
        let left = result.entries[entry].outcome.conflicts.filter { conflict in
            if conflict.reason == .edited { return !task.isDeleted }
            return TaskField(name: conflict.field).map { task.value(of: $0).json != conflict.mine } ?? true
        }
        switch result.entries[entry].outcome {
        case .merged, .superseded:
            result.entries[entry].outcome =
                left.isEmpty ? .applied : left.count >= max(1, asked) ? .superseded(left) : .merged(left)
        case .applied, .waiting, .rejected, .quota: break
        }
    }
}

/// A task's lines of the ledger, apart: what was done to it, and what turns of the day made of it.
private struct RolloverHistory {
    /// What a rollover sets.
    static let fields: [TaskField] = [.region, .bucket, .scheduledDate, .carryCount, .recurrence]

    private var deeds: [Operation] = []
    private var rollovers: [Operation] = []
    private var remembered: [Operation] = []

    /// - Parameter late: rollovers after this clock are looked at again, with all that was concluded about them.
    init(_ lines: [LedgerEntry], after late: HybridTime) {
        for line in lines where line.outcome.tookPart {
            let operation = line.operation
            let carries = operation.fields.contains { $0.name == TaskField.carryCount.name }
            if operation.at.device != .zero || operation.kind != .set {
                deeds.append(operation)
            } else if carries, operation.at > late {
                if line.cause == nil || !line.isWithdrawal { rollovers.append(operation) }
            } else if operation.fields.count == 1, operation.fields[0].name == TaskField.recurrence.name,
                operation.fields[0].value["carriedFrom"] != nil
            {
                remembered.append(operation)
            } else {
                deeds.append(operation)
            }
        }
    }

    /// The task as it is when only those rollovers count that still have a cause.
    mutating func withoutBaselessRollovers(of id: Identifier, in slice: Slice) -> TaskItem? {
        let day = LocalDay(of: slice.settings)
        var kept: [Operation] = []
        for rollover in rollovers.sorted(by: { $0.at < $1.at }) {
            let today = day.date(of: rollover.at.instant)
            guard let then = task(id, deeds.filter { $0.at < rollover.at } + kept),
                then.leavesItsRegion(on: today, in: slice.settings)
            else { continue }
            var again = rollover
            let date = rollover.fields.last { $0.name == TaskField.scheduledDate.name }?.value
            again.fields = then.rolledOver(carriedTo: date == .null ? nil : today)
            kept.append(again)
            kept += remembered.filter { $0.opId == slice.memoryId(of: id, at: today) }
        }
        return task(id, deeds + kept)
    }

    private func task(_ id: Identifier, _ operations: [Operation]) -> TaskItem? {
        var task: TaskItem?
        // Whatever the order, but that the row has to be there.
        let (makers, others) = (operations.filter(\.makesRow), operations.filter { !$0.makesRow })
        for operation in makers + others { _ = TaskItem.apply(operation, to: &task) }
        return task
    }
}

extension LedgerEntry {
    /// Said of a rollover that it has no cause any more.
    fileprivate var isWithdrawal: Bool {
        guard let cause else { return false }
        let id = operation.id
        return operation.opId == .derived(.rolloverWithdrawn, cause.high, cause.low, id.high, id.low)
    }
}
