import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres
import Reactor
import Synchronization

/// Pages of an account's rows in the order of their revisions.
final class Pages: Sendable {
    private let database: Database
    /// The epoch as it was last read. It changes when a backup is restored, and no server runs on the database
    /// meanwhile.
    private let epoch = Mutex<Identifier?>(nil)

    init(_ database: Database) { self.database = database }

    /// The page that a device gets which was up to date before this commit: the rows that it wrote, and no look at the
    /// database. Nil for any other device.
    func page(after cursor: SyncCursor?, of commit: Commit, limit: Int) -> SyncPage? {
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
        return SyncPage(
            cursor: SyncCursor(epoch: cursor.epoch, revision: commit.revision), hasMore: false, tasks: tasks,
            lists: lists, settings: commit.settings, outcomes: [], serverTime: .earliest, revision: commit.revision)
    }

    /// The rows after a cursor, or from the beginning; nil where the cursor cannot be continued.
    func page(after cursor: SyncCursor?, of account: Identifier, limit: Int) async throws -> SyncPage? {
        if let cursor, let row = try await database.read(AccountPosition.query(of: account)).first {
            let position = try AccountPosition(row)
            epoch.withLock { $0 = position.epoch }
            guard position.continues(cursor) else { return nil }
            if cursor.revision == position.revision { return position.emptyPage }
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
        return try await aside(if: answers[1].count > Self.longPage) {
            try position.page(after: cursor, limit, answers)
        }
    }

    /// Rows that a reactor reads and writes in a millisecond or two.
    static let longPage = 200
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

    fileprivate func page(after cursor: SyncCursor?, _ limit: Int, _ answers: [Rows]) throws -> SyncPage {
        var page = emptyPage
        page.tasks = try answers[1].prefix(answers[1].shown(upTo: limit)).map { try TaskItem($0) }
        page.lists = try answers[2].prefix(answers[2].shown(upTo: limit)).map { try TaskList($0) }
        page.settings = try answers[3].first.map { try AccountSettings($0) }
        let revisions =
            (page.tasks.map(\.revision) + page.lists.map(\.revision) + (page.settings.map { [$0.revision] } ?? []))
            .sorted()
        // Where tasks or lists go on, nothing behind the last of them may be told.
        var ends: [Int64] = []
        if revisions.count > limit { ends.append(revisions[limit - 1]) }
        if page.tasks.count < answers[1].count, let task = page.tasks.last { ends.append(task.revision) }
        if page.lists.count < answers[2].count, let list = page.lists.last { ends.append(list.revision) }
        guard let last = ends.min() else { return page }
        page.hasMore = true
        page.cursor.revision = last
        page.cursor.snapshotFrom = cursor == nil ? revision : cursor?.snapshotFrom
        page.tasks.removeAll { $0.revision > last }
        page.lists.removeAll { $0.revision > last }
        if let settings = page.settings, settings.revision > last { page.settings = nil }
        return page
    }
}

extension TaskItem {
    /// What of it may be long.
    var textBytes: Int {
        title.utf8.count + (notes?.utf8.count ?? 0) + (unknown.stored?.utf8.count ?? 0)
    }
}
