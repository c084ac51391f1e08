extension Replica {
    /// The outbox on top of the server's rows, by the server's own merge. Only rows that changed hands are touched, so
    /// the cost is that of the changes and not of the account; `changed` is nil when every row may be another.
    @discardableResult
    mutating func rebuild(now: Instant, _ changed: RowSet? = RowSet()) -> RowSet {
        var touched = differing
        if let changed {
            touched.formUnion(changed)
            for id in touched.tasks { view.put(base.tasks[id], at: id) }
            for id in touched.lists { view.lists[id] = base.lists[id] }
            view.settings = base.settings
            view.waiting = [:]
            view.waitingCount = 0
            view.revision = base.revision
        } else {
            touched.everything = true
            view = base
        }
        differing = RowSet()
        expectedTasks = [:]
        let push = own
        guard !push.operations.isEmpty else { return touched }
        let result = view.merge(push, context(now: now))
        view.waiting = [:]
        view.waitingCount = 0
        if case .merged(let merged) = result {
            differing = RowSet(merged)
            expect(merged)
        }
        touched.formUnion(differing)
        return touched
    }

    /// What this device's changes come to now, of those whose rows the server has not told yet. What they came to when
    /// they were made is not what the view rests on: since then the server may have told how wrong the device's clock
    /// is, others' changes may have come between, and the device may have another name.
    package func entriesOfItsOwn(now: Instant) -> [LedgerEntry] {
        let push = own
        guard !push.operations.isEmpty else { return [] }
        var slice = base
        guard case .merged(let merged) = slice.merge(push, context(now: now)) else { return [] }
        return merged.entries
    }

    /// What lies on top of the server's rows.
    private var own: Push {
        let operations = answered.suffix(onTheirWay).map { $0.operation } + outbox
        return Push(operations: operations.map(shown), confirmsMassDelete: true)
    }

    mutating func expect(_ merged: Merged) {
        for entry in merged.entries where entry.created && entry.cause != nil {
            var operation = entry.operation
            operation.at = operation.at.shifted(by: -standing.shift)
            operation.at.device = device
            operation.cause = entry.cause
            expectedTasks[operation.id] = operation
        }
    }
}

/// Rows by their names.
public struct RowSet: Hashable, Sendable {
    /// Tasks by their identifiers.
    public var tasks: Set<Identifier> = []
    /// Lists by their identifiers.
    public var lists: Set<Identifier> = []
    /// Whether the settings are among them.
    public var settings = false
    /// Any row may be meant.
    public var everything = false

    package init() {}

    init(_ merged: Merged) {
        tasks = merged.tasks
        lists = merged.lists
        settings = merged.writesSettings
    }

    package mutating func formUnion(_ other: RowSet) {
        tasks.formUnion(other.tasks)
        lists.formUnion(other.lists)
        settings = settings || other.settings
        everything = everything || other.everything
    }
}

extension Slice {
    /// Puts a row in place of another, or takes it out.
    mutating func put(_ task: TaskItem?, at id: Identifier) {
        if let before = tasks[id], !before.isDeleted { liveTasks -= 1 }
        tasks[id] = task
        if let task, !task.isDeleted { liveTasks += 1 }
    }
}
