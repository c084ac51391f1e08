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
        let own = answered.suffix(onTheirWay).map { $0.operation } + outbox
        guard !own.isEmpty else { return touched }
        let result = view.merge(Push(operations: own.map(shown), confirmsMassDelete: true), context(now: now))
        view.waiting = [:]
        view.waitingCount = 0
        if case .merged(let merged) = result {
            differing = RowSet(merged)
            expect(merged)
        }
        touched.formUnion(differing)
        return touched
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
        settings = merged.settings
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
