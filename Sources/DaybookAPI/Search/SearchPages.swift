import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres
import Reactor

/// The folded text of an account's tasks, many to a row, so that a search reads few rows and writing a task writes none
/// of them. Each page continues where the one before ends, by revisions: what changed since the last is unfolded, and
/// whoever searches looks through it as it is, or has it folded where it is much.
///
/// A page is no change of the account and takes no revision. An entry counts while its task still has the revision at
/// which it was folded; what no longer counts is left behind when old pages are made into new ones.
package struct SearchPages: Sendable {
    let database: Database
    /// So many tasks become a page, or fewer where their text is long.
    var batch = 500

    /// So many that changed since the last page are left as they are.
    var left = Self.mostUnfolded
    /// Entries that count for nothing, beyond as many as there are tasks, before old pages are made into new ones.
    var slack: Int64 = 1000

    /// A search looks through so many as they are. A page of fewer would cost more than it saves.
    static let mostUnfolded = 100
    /// After so many changes a page is made of whatever is left of them: deletions leave nothing to be folded, and
    /// would be looked at by every search.
    package static let mostChanges: Int64 = 10_000
    /// Old pages that go into a new one. It must be more than one for the stale entries to become fewer.
    private static let oldPages = 4
    /// More pages than old and new entries together can become.
    private static let roomForOldPages: Int64 = 64
    /// By which an entry counts beside its text, so that some five hundred short ones are a page.
    private static let bytesBesideText: Int32 = 2000

    package init(database: Database) { self.database = database }

    /// Makes pages until little is left to fold.
    ///
    /// - Parameter mayGoOn: asked between pages.
    package func fold(_ account: Identifier, mayGoOn: () async throws -> Bool = { true }) async throws {
        while try await foldSome(of: account), try await mayGoOn() {}
    }

    /// Whether there may be more.
    private func foldSome(of account: Identifier) async throws -> Bool {
        let unfolded: Query = """
            SELECT task_id, revision, updated_at, state, title, notes, tags FROM task
            WHERE account_id = \(account) AND revision > head.through AND deleted_at IS NULL
            ORDER BY revision LIMIT \(batch)
            """
        let rows = try await database.read(
            of: account,
            """
            SELECT clock.revision, clock.live_tasks::bigint, head.through, head.held, task.task_id,
                task.revision, task.updated_at, task.state = 'completed', task.title, task.notes, task.tags
            FROM account_clock AS clock
            LEFT JOIN LATERAL (
                SELECT through, held FROM search_page WHERE account_id = \(account) ORDER BY begins DESC LIMIT 1
            ) AS last ON true
            -- Behind row-level security PostgreSQL takes no `coalesce` into an index, so it stands apart.
            CROSS JOIN LATERAL (
                SELECT coalesce(last.through, 0) AS through, coalesce(last.held, 0) AS held OFFSET 0
            ) AS head
            LEFT JOIN LATERAL \(.page(of: unfolded, as: "task", weight: Self.weight)) ON true
            WHERE clock.account_id = \(account)
            ORDER BY task.revision
            """)
        guard let first = rows.first else { return false }
        let (reached, live, begins, held) = try first.decode((Int64, Int64, Int64, Int64).self)
        let tasks = try rows.compactMap { try Unfolded($0) }
        let bytes = tasks.reduce(0) { $0 + $1.bytes }
        // Where the page is not full, everything up to the account's revision was seen.
        let isAll = tasks.count < batch && bytes < PageBound.bytes
        guard
            tasks.count > left || !isAll || tasks.contains(where: \.hasLongNotes)
                || reached - begins > Self.mostChanges
        else { return false }
        let through = isAll ? reached : tasks.last?.revision ?? reached
        guard through > begins else { return false }
        let texts = await aside(if: true) {
            tasks.map { SearchText(title: $0.title, notes: $0.notes, tags: $0.tags).text }
        }
        // Entries of old pages come on top of the new ones, and each page needs a beginning of its own.
        let mayClean = held > 2 * live + slack && through - begins > Self.roomForOldPages
        let fresh: Query = """
            SELECT * FROM unnest(\(tasks.map(\.id)), \(tasks.map(\.revision)), \(tasks.map(\.updatedAt)),
                \(tasks.map(\.isCompleted)), \(texts)) AS entry (task_id, revision, updated_at, is_completed, text)
            """
        let pages = Self.pages(
            account, of: fresh, from: begins, through: through, held: held, cleaning: mayClean ? Self.oldPages : 0)
        do throws(PostgresError) {
            if tasks.isEmpty {
                try await database.write(
                    of: account,
                    """
                    INSERT INTO search_page VALUES (\(account), \(begins), \(through), \(held), '{}', '{}', '{}', '{}', '')
                    """)
            } else if try await database.isSpread() {
                try await writeSpread(pages, of: account)
            } else {
                try await database.write(of: account, Self.written(pages, of: account))
            }
        } catch {
            guard case .server(let refusal) = error, refusal.state == .uniqueViolation else { throw error }
            // Somebody else has gone on from here meanwhile.
            return true
        }
        return !isAll
    }

    /// What is to be written: new pages of these entries and of those in the oldest pages that still count, and which
    /// of the old ones go.
    private static func pages(
        _ account: Identifier, of fresh: Query, from begins: Int64, through: Int64, held: Int64, cleaning oldPages: Int
    ) -> Query {
        """
        old AS (
            SELECT begins, tasks, revisions, updated, completed, texts || '' AS texts FROM search_page
            WHERE account_id = \(account) ORDER BY begins LIMIT \(oldPages)
        ), entry AS (
            SELECT entry.* FROM old CROSS JOIN LATERAL \(entries(of: "old"))
            JOIN task ON task.account_id = \(account) AND task.task_id = entry.task_id AND task.revision = entry.revision
            WHERE task.deleted_at IS NULL
            UNION ALL
            \(fresh)
        ), bound AS (
            SELECT *, dense_rank() OVER (ORDER BY part) - 1 AS number FROM (
                SELECT *, coalesce(sum(octet_length(text) + \(bytesBesideText))
                    OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) / \(PageBound.bytes) AS part
                FROM entry
            ) AS parted
        ), page AS (
            SELECT \(begins) + number AS begins,
                CASE WHEN number = (SELECT max(number) FROM bound) THEN \(through) ELSE \(begins) + number + 1 END AS through,
                (\(held) + (SELECT count(*) FROM bound)
                    - (SELECT coalesce(sum(cardinality(tasks)), 0) FROM old))::bigint AS held,
                array_agg(task_id) AS tasks, array_agg(revision) AS revisions, array_agg(updated_at) AS updated,
                array_agg(is_completed) AS completed, string_agg(text, \(separator)) AS texts
            FROM bound GROUP BY number
        )
        """
    }

    private static func written(_ pages: Query, of account: Identifier) -> Query {
        """
        WITH \(pages), made AS (
            INSERT INTO search_page (account_id, begins, through, held, tasks, revisions, updated, completed, texts)
            SELECT \(account), * FROM page
        )
        DELETE FROM search_page WHERE account_id = \(account) AND begins IN (SELECT begins FROM old)
        """
    }

    /// Drops the text of tasks that are gone or say something else now, so that what was dropped for good is nowhere.
    ///
    /// - Parameter task: only pages that hold something of it are looked at.
    /// - Parameter mayGoOn: asked between pages.
    package func scrub(
        _ account: Identifier, of task: Identifier? = nil, mayGoOn: () async throws -> Bool = { true }
    ) async throws {
        var last: Int64 = -1
        let holding: Query = task.map { "AND \($0) = ANY(tasks)" } ?? ""
        repeat {
            let rows = try await database.write(
                of: account,
                """
                WITH page AS (
                    SELECT begins, tasks, revisions, updated, completed, texts || '' AS texts FROM search_page
                    WHERE account_id = \(account) AND begins > \(last) \(holding) ORDER BY begins LIMIT \(Self.oldPages)
                ), entry AS (
                    SELECT page.begins, entry.*, task.task_id IS NOT NULL AS counts
                    FROM page CROSS JOIN LATERAL \(Self.entries(of: "page"))
                    LEFT JOIN task ON task.account_id = \(account) AND task.task_id = entry.task_id
                        AND task.revision = entry.revision AND task.deleted_at IS NULL
                ), clean AS (
                    SELECT begins, coalesce(array_agg(task_id) FILTER (WHERE counts), '{}') AS tasks,
                        coalesce(array_agg(revision) FILTER (WHERE counts), '{}') AS revisions,
                        coalesce(array_agg(updated_at) FILTER (WHERE counts), '{}') AS updated,
                        coalesce(array_agg(is_completed) FILTER (WHERE counts), '{}') AS completed,
                        coalesce(string_agg(text, \(Self.separator)) FILTER (WHERE counts), '') AS texts
                    FROM entry GROUP BY begins HAVING NOT bool_and(counts)
                ), written AS (
                    UPDATE search_page SET tasks = clean.tasks, revisions = clean.revisions, updated = clean.updated,
                        completed = clean.completed, texts = clean.texts
                    FROM clean WHERE search_page.account_id = \(account) AND search_page.begins = clean.begins
                )
                SELECT (SELECT max(begins) FROM page), (SELECT count(*) FROM entry WHERE NOT counts)
                """)
            guard let row = rows.first, let end = try row.decode(0, as: Int64?.self) else { return }
            last = end
            let dropped: Int64 = try row.decode(1)
            if dropped > 0 {
                try await database.write(
                    of: account,
                    """
                    UPDATE search_page SET held = greatest(0, held - \(dropped))
                    WHERE account_id = \(account)
                        AND begins = (SELECT max(begins) FROM search_page WHERE account_id = \(account))
                    """)
            }
        } while try await mayGoOn()
    }

    // MARK: Parts of statements

    /// No folded text has it.
    private static let separator: Query = "chr(1)"

    /// The entries of a row as rows.
    static func entries(of page: Query) -> Query {
        """
        unnest(\(page).tasks, \(page).revisions, \(page).updated, \(page).completed,
            string_to_array(\(page).texts, \(separator))) AS entry (task_id, revision, updated_at, is_completed, text)
        """
    }

    private static let weight: Query = "octet_length(task.title) + coalesce(octet_length(task.notes), 0)"
}

/// A task whose text is in no page.
private struct Unfolded {
    let id: Identifier
    let revision: Int64
    let updatedAt: Instant
    let isCompleted: Bool
    let title: String
    let notes: String?
    let tags: [String]

    var bytes: Int { title.utf8.count + (notes?.utf8.count ?? 0) }
    var hasLongNotes: Bool { (notes?.utf8.count ?? 0) > SearchHit.longestNotes }

    /// Nil for the one row of an account that has none.
    init?(_ row: Row) throws(PostgresError) {
        guard let id = try row.decode(4, as: Identifier?.self) else { return nil }
        self.id = id
        var columns = StoredColumns(row, from: 5)
        revision = try columns.next()
        updatedAt = try columns.next()
        isCompleted = try columns.next()
        title = try columns.next()
        notes = try columns.next()
        tags = try columns.nextTags() ?? []
    }
}
