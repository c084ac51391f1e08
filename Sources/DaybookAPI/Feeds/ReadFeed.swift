import DaybookAccounts
import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import HTTP
import Postgres
import Reactor

/// `GET /feeds/{address}`: a calendar of the account's dates and due times (RFC 5545), for whoever has the address.
///
/// 200 with open tasks that have a date or are due, and those completed in the last thirty days; 304 where the client
/// holds it; 404 for an address that was revoked or never was, or whose account is disabled or being deleted. A feed
/// holds at most 5,000 tasks, the earliest first; a feed of a saved filter looks at so many.
struct ReadFeed: Sendable {
    let database: Database
    let known: KnownSettings

    static let most = 5_000
    private static let page = 500
    private static let remembered: Int64 = 30

    func answer(_ request: Request) async throws -> Response {
        let secret = try Problem.require(
            request.parameter("address").flatMap({ CalendarFeed.secret($0) }), else: .notFound)
        let account = secret.account
        let rows = try await database.read(
            of: account,
            """
            SELECT \(CalendarFeed.columns), revision,
                (SELECT filter FROM list WHERE list.account_id = \(account) AND list.list_id = calendar_feed.list_id),
                \(AccountHistory.lastColumn)
            FROM calendar_feed JOIN account_clock USING (account_id)
            WHERE account_id = \(account) AND feed_id = \(secret.token) AND secret_hash = \(secret.secretHash)
                AND EXISTS (SELECT 1 FROM account WHERE account_id = \(account)
                    AND disabled_at IS NULL AND deleting_at IS NULL)
            """)
        guard let row = rows.first else { throw Problem(.notFound) }
        let feed = try CalendarFeed(row)
        let now = Instant.now()
        try await note(feed, of: account, now)
        let history = try AccountHistory(account, endOf: row)
        let revision: Int64 = try row.decode(5)
        let filter = try await FeedFilter(row.decode(6), of: account, database, known, at: now)
        let tag = filter?.tag(of: revision, in: history) ?? history.tag(of: revision)
        let fields: ResponseFields = [
            "content-type": "text/calendar; charset=utf-8", "etag": tag.description,
            "cache-control": "private, no-cache", "referrer-policy": "no-referrer", "x-robots-tag": "noindex",
        ]
        return try await request.unlessHeld(
            .stream(fields: fields) { writer in try await write(feed, filter, of: account, now, to: writer) })
    }

    /// Once an hour is enough to see whether somebody still reads it.
    private func note(_ feed: CalendarFeed, of account: Identifier, _ now: Instant) async throws {
        if let last = feed.lastReadAt, last > now.adding(seconds: -3600) { return }
        try await database.write(
            of: account,
            """
            UPDATE calendar_feed SET last_read_at = \(now) WHERE account_id = \(account) AND feed_id = \(feed.id)
            """)
    }

    /// In pages, between which nothing of the database is held: a client may take its time.
    private func write(
        _ feed: CalendarFeed, _ filter: FeedFilter?, of account: Identifier, _ now: Instant, to writer: BodyWriter
    ) async throws {
        var calendar = FeedWriter(name: feed.label, version: "\(Version.number)")
        var left = Self.most
        for part in FeedPart.allCases {
            var last: PlainTask?
            while left > 0 {
                let query = part.tasks(
                    of: account, in: filter == nil ? feed.list : nil,
                    since: now.adding(milliseconds: -Self.remembered * Instant.dayLength),
                    after: last, atMost: min(left, Self.page))
                let tasks = try await database.read(of: account, query).map { row throws(PostgresError) in
                    try TaskItem(row)
                }
                guard let newest = tasks.last else { break }
                // A filter may look through all that was written in them.
                await aside(if: filter != nil) {
                    for task in tasks where filter?.finds(task) ?? true {
                        calendar.write(TaskDraft(PlainTask(task)))
                    }
                }
                left -= tasks.count
                last = PlainTask(newest)
                try await writer.write(calendar.take())
            }
        }
        calendar.end()
        try await writer.write(calendar.take())
    }
}

/// What a feed holds, each part in the order of an index.
private enum FeedPart: CaseIterable {
    /// Open and scheduled.
    case scheduled
    /// Open, without a date, and due.
    case due
    /// Completed lately.
    case completed

    func tasks(
        of account: Identifier, in list: Identifier?, since: Instant, after last: PlainTask?, atMost limit: Int
    ) -> Query {
        let isShown: Query = list.map { "task.list_id = \($0)" } ?? "true"
        let rows: Query =
            switch self {
            case .scheduled:
                """
                SELECT \(.taskPageColumns), task.scheduled_date AS place FROM task
                WHERE account_id = \(account) AND deleted_at IS NULL AND completed_at IS NULL AND \(isShown)
                    AND scheduled_date IS NOT NULL AND \(behind(last?.content.scheduledDate, last, "scheduled_date"))
                ORDER BY scheduled_date, task_id LIMIT \(limit)
                """
            case .due:
                """
                SELECT \(.taskPageColumns), task.due_at AS place FROM task
                WHERE account_id = \(account) AND deleted_at IS NULL AND completed_at IS NULL AND \(isShown)
                    AND scheduled_date IS NULL AND due_at IS NOT NULL AND \(behind(last?.content.dueAt, last, "due_at"))
                ORDER BY due_at, task_id LIMIT \(limit)
                """
            case .completed:
                """
                SELECT \(.taskPageColumns), done.completed_at AS place
                FROM completion AS done JOIN task ON task.account_id = \(account) AND task.task_id = done.task_id
                WHERE done.account_id = \(account) AND done.completed_at >= \(since) AND \(isShown)
                    AND task.deleted_at IS NULL AND task.state = 'completed'
                    AND (task.scheduled_date IS NOT NULL OR task.due_at IS NOT NULL)
                    AND \(behind(last?.shown.completedAt, last, "done.completed_at", "done.task_id"))
                ORDER BY done.completed_at, done.task_id LIMIT \(limit)
                """
            }
        return """
            SELECT \(TaskItem.columns) FROM \(.page(of: rows, as: "task", weight: .taskWeight))
            ORDER BY task.place, task.task_id
            """
    }

    /// The rows behind the last one. The first comparison alone is what an index is asked by.
    private func behind<Place: PostgresEncodable>(
        _ place: Place?, _ last: PlainTask?, _ column: Query, _ id: Query = "task_id"
    ) -> Query {
        guard let place, let last else { return "true" }
        return "\(column) >= \(place) AND (\(column), \(id)) > (\(place), \(last.content.id))"
    }
}
