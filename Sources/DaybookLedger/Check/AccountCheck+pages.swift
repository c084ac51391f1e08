import DaybookCore
import DaybookStore
import Postgres

/// Rows beside what the ledger gives for them.
extension AccountCheck {
    func pages(of entity: SyncOperation.Entity, isWhole: Bool) async throws -> [Flaw] {
        var flaws: [Flaw] = []
        var last = Identifier.zero
        while true {
            let after = last
            let seen = try await database.transaction(of: account, isolation: .repeatableRead, readOnly: true) {
                transaction async throws -> Seen in
                if entity == .task { return try await tasks(after: after, isWhole, transaction) }
                return try await lists(after: after, isWhole, transaction)
            }
            flaws += seen.flaws
            guard let greatest = seen.last else { return flaws }
            last = greatest
        }
    }

    private typealias Seen = (flaws: [Flaw], last: Identifier?)

    private func tasks(after last: Identifier, _ isWhole: Bool, _ transaction: Transaction) async throws -> Seen {
        let rows = try await transaction.run(
            """
            SELECT \(TaskItem.columns), task.state, task.bucket, task.updated_at, task.completed_at, task.deleted_at,
                task.entered_backlog_at, task.tags
            FROM (
                SELECT task_id, sum(\(.taskWeight)) OVER (ORDER BY task_id) - (\(.taskWeight)) AS bytes_before FROM (
                    SELECT * FROM task WHERE account_id = \(account) AND task_id > \(last) ORDER BY task_id LIMIT \(page)
                ) AS task
            ) AS wanted JOIN task ON task.account_id = \(account) AND task.task_id = wanted.task_id
            WHERE bytes_before < \(Self.pieceBytes) ORDER BY task.task_id
            """)
        var flaws: [Flaw] = []
        var tasks: [TaskItem] = []
        for row in rows {
            var columns = StoredColumns(row)
            let task = try TaskItem(&columns)
            tasks.append(task)
            let (state, bucket): (String, String) = (try columns.next(), try columns.next())
            let (updated, completed): (Instant, Instant?) = (try columns.next(), try columns.next())
            let (deleted, entered): (Instant?, Instant?) = (try columns.next(), try columns.next())
            let tags = try columns.nextTags() ?? []
            let isShown =
                state == task.state.name && bucket == task.bucket.name && updated == task.updatedAt
                && completed == task.completedAt && deleted == task.deletedAt && entered == task.enteredBacklogAt
                && tags == task.tags
            if !isShown { flaws.append(Flaw(.columnsDiffer, .task, task.id)) }
            if task.sortOrder.text.utf8.count > OrderKey.comfortable {
                flaws.append(Flaw(.orderKeyLong, .task, task.id))
            }
        }
        flaws += try await self.flaws(.task, tasks, \.tasks, isWhole, transaction)
        return (flaws, tasks.last?.id)
    }

    private func lists(after last: Identifier, _ isWhole: Bool, _ transaction: Transaction) async throws -> Seen {
        let lists = try await transaction.run(
            """
            SELECT \(TaskList.columns) FROM list WHERE account_id = \(account) AND list_id > \(last)
            ORDER BY list_id LIMIT \(page)
            """
        ).map { try TaskList($0) }
        return (try await flaws(.list, lists, \.lists, isWhole, transaction), lists.last?.id)
    }

    private func flaws<Row: CheckedRow>(
        _ entity: SyncOperation.Entity, _ rows: [Row], _ kept: WritableKeyPath<Slice, [Identifier: Row]>,
        _ isWhole: Bool, _ transaction: Transaction
    ) async throws -> [Flaw] {
        var flaws: [Flaw] = []
        let replayed = try await Self.replay(
            rows.map(\.id), of: account,
            onto: { slice in
                for row in rows { slice[keyPath: kept][row.id] = row }
            }, transaction)
        for row in rows {
            let again = replayed.again[keyPath: kept][row.id]?.asFarAsKnown(to: row)
            let alone = replayed.alone[keyPath: kept][row.id]?.asFarAsKnown(to: row)
            guard again != row || alone?.toldApart != row.toldApart else { continue }
            // Of a row that began before what is left of the ledger only this can be asked: that nothing is left to do.
            if replayed.begun.contains(row.id) || again != row {
                flaws.append(Flaw(.rowDiffers, entity, row.id))
            } else if isWhole {
                flaws.append(Flaw(.rowUnknown, entity, row.id))
            }
        }
        return flaws
    }

    /// What the ledger gives for rows from their last beginning on, and what it makes of the rows as they are: nothing
    /// else.
    private static func replay(
        _ rows: [Identifier], of account: Identifier, onto fill: (inout Slice) -> Void, _ transaction: Transaction
    ) async throws -> (alone: Slice, again: Slice, begun: Set<Identifier>) {
        var again = Slice(account: account)
        fill(&again)
        let stored = again
        var alone = Slice(account: account)
        var begun: Set<Identifier> = []
        try await eachLine(of: rows, account, transaction) { entry in
            if entry.created {
                let id = entry.operation.id
                begun.insert(id)
                forget(entry, in: &alone)
                // What was before does not count any more.
                if entry.operation.entity == .task { again.tasks[id] = stored.tasks[id] }
                if entry.operation.entity == .list { again.lists[id] = stored.lists[id] }
            }
            alone.replay(entry)
            again.replay(entry.withoutRefusedFilter)
        }
        for id in rows where again.tasks[id] != nil { again.tasks[id]?.revision = stored.tasks[id]?.revision ?? 0 }
        for id in rows where again.lists[id] != nil { again.lists[id]?.revision = stored.lists[id]?.revision ?? 0 }
        return (alone, again, begun)
    }

    static func replay(
        _ rows: [Identifier], of account: Identifier, _ transaction: Transaction
    ) async throws -> Slice {
        var slice = Slice(account: account)
        try await eachLine(of: rows, account, transaction) { entry in
            if entry.created { forget(entry, in: &slice) }
            slice.replay(entry)
        }
        return slice
    }

    /// A row that was dropped for good and then made again begins anew.
    private static func forget(_ entry: LedgerEntry, in slice: inout Slice) {
        switch entry.operation.entity {
        case .task: slice.tasks[entry.operation.id] = nil
        case .list: slice.lists[entry.operation.id] = nil
        case .settings: break
        }
    }

    /// How much text of rows, or of lines, is read at once, but for a longer one.
    private static let pieceBytes = 4 << 20

    /// The ledger's lines of some rows in their order.
    private static func eachLine(
        of rows: [Identifier], _ account: Identifier, _ transaction: Transaction, _ body: (LedgerEntry) -> Void
    ) async throws {
        try await LedgerEntry.inPieces(
            of: rows, in: account, bytes: pieceBytes, read: { query in try await transaction.run(query) }
        ) { piece in
            try piece.forEach(body)
        }
    }
}

extension LedgerEntry {
    /// A filter that came to a list was refused, and is not kept for the day on which an earlier beginning that is told
    /// late makes a saved filter of it.
    fileprivate var withoutRefusedFilter: LedgerEntry {
        let filter = ListField.filter.name
        guard case .list(var patch) = operation.change,
            outcome.conflicts.contains(where: { $0.field == filter && $0.reason == .immutable })
        else { return self }
        patch[.filter] = nil
        var entry = self
        entry.operation.change = .list(patch)
        return entry
    }
}

private protocol CheckedRow: LedgerRow {
    var id: Identifier { get }
    static var beginning: Field { get }
    /// Without what whoever stored the row did not know.
    func asFarAsKnown(to stored: Self) -> Self
}

extension TaskItem: CheckedRow {
    static var beginning: TaskField { .createdAt }

    /// Servers of the release before pass over since when it is said to be in the backlog.
    func asFarAsKnown(to stored: TaskItem) -> TaskItem {
        var row = self
        if stored.inBacklogSince == nil { row.inBacklogSince = nil }
        // Its lines say no more than a line can.
        if stored.isErased, row.title == stored.title.trimmed { row.title = stored.title }
        return row
    }
}

extension TaskList: CheckedRow {
    static var beginning: ListField { .createdAt }

    func asFarAsKnown(to stored: TaskList) -> TaskList { self }
}

extension CheckedRow {
    /// Earlier releases gave the clock of a row's beginning to every field, this one to those that the beginning names.
    /// What no other change has touched is told apart by its value alone.
    fileprivate var toldApart: Self {
        guard let begun = clocks[Self.beginning] else { return self }
        var row = self
        for field in Field.allCases where clocks[field] == begun { row.clocks[field] = nil }
        return row
    }
}
