import DaybookCore
import Postgres

/// What one change writes.
struct ChangedRows {
    let account: Identifier
    /// Nil where the ledger gets no line.
    private(set) var clock: AccountClock?
    private(set) var lists: [TaskList] = []
    private(set) var tasks: [TaskItem] = []
    /// Those that were not there before.
    private(set) var madeTasks: [TaskItem] = []
    private(set) var settings: AccountSettings?
    /// Tasks whose completion counts from now on, and when it was.
    private(set) var completed: [(task: TaskItem, at: Instant)] = []
    /// Those whose completion was taken back and counts no more.
    private(set) var uncompleted: [Identifier] = []
    private(set) var entries: [StoredEntry] = []
    /// Lines that wait no longer, and those that do from now on.
    private(set) var waitedFor: [Int64] = []
    private(set) var waits: [Waiting] = []
    private(set) var device: (id: Identifier, clock: DeviceClock)?
    /// What projections follow.
    var followed: FollowedChange?
    /// Statements of this change alone.
    let others: [Query]

    init(
        _ merged: Merged, of change: AccountChange, _ followed: FollowedChange, _ push: Push,
        alongside others: [Query], _ clock: AccountClock
    ) {
        let slice = change.slice
        account = slice.account
        self.others = others
        guard !merged.entries.isEmpty else { return }
        lists = merged.lists.compactMap { slice.lists[$0] }
        let made = Set(merged.entries.lazy.filter { $0.created && $0.operation.entity == .task }.map(\.operation.id))
        for case let task? in merged.tasks.map({ slice.tasks[$0] }) {
            if made.contains(task.id) { madeTasks.append(task) } else { tasks.append(task) }
        }
        if merged.writesSettings { self.settings = slice.settings }
        entries = merged.entries.map { StoredEntry($0) }
        waitedFor = merged.waitedFor
        waits = merged.waits
        if let id = push.device, var clock = change.deviceClock {
            clock.raise(to: merged.entries, of: id)
            device = (id, clock)
        }
        var clock = clock
        clock.position.revision = slice.revision
        clock.liveTasks = slice.liveTasks
        clock.storedBytes += Int64(entries.size)
        clock.waiting = slice.waitingCount
        self.clock = clock
        take(merged.completions, of: slice)
        self.followed = followed
    }

    /// A completion counts for ever, also when its task is gone.
    private mutating func take(_ changes: [CompletionChange], of slice: Slice) {
        var last: [Identifier: Instant?] = [:]
        for change in changes { last[change.task] = .some(change.at) }
        for (id, at) in last {
            if let at {
                if let task = slice.tasks[id] { completed.append((task, at)) }
            } else {
                uncompleted.append(id)
            }
        }
    }

    /// Of a completion, behind the account.
    fileprivate static let counted: [WrittenColumn<(task: TaskItem, at: Instant)>] = [
        WrittenColumn("task_id") { $0.task.id },
        WrittenColumn("completed_at") { $0.at },
        WrittenColumn("created_at") { $0.task.createdAt },
        WrittenColumn("list_id") { $0.task.listId },
        WrittenColumn("category") { $0.task.category },
        WrittenColumn("region", as: "day_region") { $0.task.region?.name },
        WrittenColumn("tags", as: "jsonb") { $0.task.storedTags },
    ]

    var isEmpty: Bool { clock == nil && others.isEmpty }

    /// Long notes take as long to be written out as many rows do.
    var isLong: Bool {
        entries.count > AccountChange.manyRows
            || (madeTasks + tasks).contains { ($0.notes?.utf8.count ?? 0) > AccountChange.longText }
    }
}

extension [ChangedRows] {
    /// One statement for each table that anything is written to, whosoever it is.
    func statements(followedBy projections: Projections, spread: Bool) -> [Query] {
        taskStatements(spread: spread) + otherStatements(followedBy: projections, spread: spread)
    }

    /// Of lists and tasks, which take PostgreSQL longer than all others.
    func taskStatements(spread: Bool) -> [Query] {
        let lists = owned(\.lists)
        return (lists.isEmpty ? [] : [.write(lists, spread: spread)])
            + Query.write(owned(\.tasks), made: owned(\.madeTasks), spread: spread)
    }

    /// Of everything else, after those.
    func otherStatements(followedBy projections: Projections, spread: Bool) -> [Query] {
        var queries: [Query] = []
        func add<Row>(_ rows: [Owned<Row>], _ query: ([Owned<Row>]) -> Query) {
            if !rows.isEmpty { queries.append(query(rows)) }
        }
        for rows in self { if let settings = rows.settings { queries.append(.write(settings, of: rows.account)) } }
        queries += completions(spread: spread)
        add(owned(\.entries)) { .write($0, spread: spread) }
        add(owned(\.waitedFor)) { .endWaiting($0, spread: spread) }
        add(owned(\.waits)) { .write($0, spread: spread) }
        add(compactMap { rows in rows.clock.map { Owned(rows.account, $0) } }) {
            .write($0, isProjected: projections.onDemand != nil, spread: spread)
        }
        add(compactMap { rows in rows.device.map { Owned(rows.account, $0) } }) { .write($0, spread: spread) }
        let followed = compactMap(\.followed)
        if !followed.isEmpty {
            for projection in projections.all { queries += projection.statements(for: followed, spread: spread) }
        }
        return queries + flatMap(\.others)
    }

    private func completions(spread: Bool) -> [Query] {
        var queries: [Query] = []
        let (done, gone) = (owned(\.completed), owned(\.uncompleted))
        if !gone.isEmpty {
            queries.append(
                """
                DELETE FROM completion USING unnest(\(gone.map(\.account)), \(gone.map(\.row))) AS gone (account_id, task_id)
                WHERE completion.account_id = gone.account_id AND completion.task_id = gone.task_id
                    \(Query.only("completion", of: gone.map(\.account), spread: spread))
                """)
        }
        if !done.isEmpty {
            let rows = Query.insertion(into: "completion", done, ChangedRows.counted, spread: spread)
            queries.append(
                """
                \(rows)
                ON CONFLICT (account_id, task_id) DO UPDATE SET completed_at = excluded.completed_at,
                    created_at = excluded.created_at, list_id = excluded.list_id, category = excluded.category,
                    region = excluded.region, tags = excluded.tags
                """)
        }
        return queries
    }

    private func owned<Row>(_ rows: (ChangedRows) -> [Row]) -> [Owned<Row>] {
        flatMap { changed in rows(changed).map { Owned(changed.account, $0) } }
    }
}

/// A row, and whose it is.
package struct Owned<Row> {
    package let account: Identifier
    package let row: Row

    package init(_ account: Identifier, _ row: Row) {
        self.account = account
        self.row = row
    }
}
