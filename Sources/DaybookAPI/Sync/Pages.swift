import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres
import Reactor
import Synchronization

/// Pages of an account's rows in the order of their revisions.
final class Pages: Sendable {
    private let database: Database
    private let positions: AccountPositions
    let recent = RecentPages()
    /// The epoch as it was last read. It changes when a backup is restored, and no server runs on the database
    /// meanwhile.
    private let epoch = Mutex<Identifier?>(nil)

    init(_ database: Database, _ positions: AccountPositions? = nil) {
        self.database = database
        self.positions = positions ?? AccountPositions(database)
    }

    /// The page that a device gets which was up to date before this commit: the rows that it wrote, and no look at the
    /// database. Nil for any other device.
    func page(after cursor: SyncCursor?, of commit: Commit, limit: Int) -> PulledPage? {
        guard let cursor, cursor.snapshotFrom == nil, cursor.epoch == epoch.withLock({ $0 }),
            cursor.revision == commit.entries.first.map({ $0.revision - 1 }) ?? commit.revision
        else { return nil }
        let changed = Set(commit.entries.filter(\.changed).map(\.operation.id))
        let tasks = commit.tasks.values.filter { changed.contains($0.id) }.sorted { $0.revision < $1.revision }
        let lists = commit.lists.values.filter { changed.contains($0.id) }.sorted { $0.revision < $1.revision }
        guard !tasks.contains(where: \.leavesNotes) else { return nil }
        // What it wrote may be long, where it changed little of much that was there.
        let bytes = tasks.reduce(0) { $0 + $1.textBytes } + lists.reduce(0) { $0 + $1.name.utf8.count }
        guard tasks.count + lists.count < limit, bytes < PageBound.bytes else { return nil }
        return PulledPage(
            SyncPage(
                cursor: SyncCursor(epoch: cursor.epoch, revision: commit.revision), hasMore: false, tasks: tasks,
                lists: lists, settings: commit.settings, outcomes: [], serverTime: .earliest,
                revision: commit.revision))
    }

    /// The rows after a cursor, or from the beginning; nil where the cursor cannot be continued.
    func page(after cursor: SyncCursor?, of account: Identifier, limit: Int) async throws -> PulledPage? {
        if let cursor, let position = try await positions.position(of: account) {
            epoch.withLock { $0 = position.epoch }
            guard position.continues(cursor) else { return nil }
            if cursor.revision == position.revision { return PulledPage(position.emptyPage) }
            if let rows = recent.rows(of: account, after: cursor, upTo: position.revision, atMost: limit) {
                return PulledPage(position.emptyPage, .written(rows))
            }
        }
        // One snapshot for all of it: what is written meanwhile comes with the next page.
        let answers = try await database.transaction(
            of: account, isolation: .repeatableRead, readOnly: true, inOnePlan: true
        ) { transaction in
            try await transaction.commit(after: PageQuery(cursor, limit).queries(account))
        }
        guard let row = answers[0].first else { throw NoAccount() }
        let position = try AccountPosition(row)
        epoch.withLock { $0 = position.epoch }
        if let cursor, !position.continues(cursor) { return nil }
        return try position.page(after: cursor, limit, answers)
    }
}

/// How far a page reaches.
private struct PageQuery {
    let revision: Int64
    /// Tombstones after it are sent; nil leaves those out that were there when the snapshot begins.
    let tombstonesFrom: Int64
    let isFirst: Bool
    let limit: Int

    init(_ cursor: SyncCursor?, _ limit: Int) {
        revision = cursor?.revision ?? 0
        tombstonesFrom = cursor.map { $0.snapshotFrom ?? $0.revision } ?? .max
        isFirst = cursor == nil
        self.limit = limit
    }

    /// One row more than the page holds tells whether there are more.
    private func rows(_ select: Query, _ account: Identifier) -> Query {
        """
        \(select)
        WHERE account_id = \(account) AND revision > \(revision)
            AND (deleted_at IS NULL OR revision > \(tombstonesFrom))
        ORDER BY revision LIMIT \(limit + 1)
        """
    }

    func queries(_ account: Identifier) -> [Query] {
        [
            AccountPosition.query(of: account),
            """
            SELECT \(TaskItem.columns) FROM \(.page(of: rows("SELECT \(TaskItem.columns) FROM task", account), as: "task", weight: .taskWeight))
            ORDER BY task.revision
            """,
            """
            SELECT \(TaskList.columns) FROM \(.page(of: rows("SELECT \(TaskList.columns) FROM list", account), as: "list", weight: .listWeight))
            ORDER BY list.revision
            """,
            """
            SELECT \(AccountSettings.columns) FROM account_settings
            WHERE account_id = \(account) AND (revision > \(revision) OR \(isFirst))
            """,
        ]
    }
}

extension AccountPosition {
    fileprivate var emptyPage: SyncPage {
        SyncPage(
            cursor: SyncCursor(epoch: epoch, revision: revision), hasMore: false, tasks: [], lists: [], settings: nil,
            outcomes: [], serverTime: .earliest, revision: revision)
    }

    fileprivate func page(
        after cursor: SyncCursor?, _ limit: Int, _ answers: [Rows]
    ) throws(PostgresError) -> PulledPage {
        var rows = StoredRows(
            tasks: answers[1].prefix(answers[1].shown(upTo: limit)),
            lists: answers[2].prefix(answers[2].shown(upTo: limit)),
            settings: try answers[3].first.map { row throws(PostgresError) in try AccountSettings(row) })
        // Where tasks or lists go on, nothing behind the last of them may be told.
        var ends: [Int64] = []
        if rows.count > limit { ends.append(try rows.revisions().sorted()[limit - 1]) }
        if rows.tasks.count < answers[1].count, let last = rows.tasks.last {
            ends.append(try TaskItem.revision(in: last))
        }
        if rows.lists.count < answers[2].count, let last = rows.lists.last {
            ends.append(try TaskList.revision(in: last))
        }
        var page = emptyPage
        guard let last = ends.min() else { return PulledPage(page, .stored(rows)) }
        page.hasMore = true
        page.cursor.revision = last
        page.cursor.snapshotFrom = cursor == nil ? revision : cursor?.snapshotFrom
        while let task = rows.tasks.last, try TaskItem.revision(in: task) > last { rows.tasks.removeLast() }
        while let list = rows.lists.last, try TaskList.revision(in: list) > last { rows.lists.removeLast() }
        if let settings = rows.settings, settings.revision > last { rows.settings = nil }
        return PulledPage(page, .stored(rows))
    }
}

extension StoredRows {
    /// Of each of them.
    fileprivate func revisions() throws(PostgresError) -> [Int64] {
        var revisions = settings.map { [$0.revision] } ?? []
        for task in tasks { revisions.append(try TaskItem.revision(in: task)) }
        for list in lists { revisions.append(try TaskList.revision(in: list)) }
        return revisions
    }
}

extension TaskItem {
    /// What of it may be long.
    var textBytes: Int {
        title.utf8.count + (notes?.utf8.count ?? 0) + (unknown.stored?.utf8.count ?? 0)
    }
}
