import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

/// What has to be known of an account to decide what it is told.
struct AccountNews: Sendable {
    let account: Identifier
    /// Disabled by the operator, or on its way out: it is told nothing.
    var isClosed = false
    var settings = AccountSettings()
    var channels: [Channel] = []
    /// Those that were taken.
    var rows: [ReminderRow] = []
    var tasks: [Identifier: RemindedTask] = [:]
    /// What was told of these tasks before, or waits.
    var told: [Identifier: [Delivery]] = [:]
    /// The same of what goes by the clock, of what is overdue, and of channels that are lost.
    var toldOfAccount: [Delivery] = []
    /// Tasks whose due time has passed since the account was looked at: the first of them.
    var overdue: [RemindedTask] = []
    /// How many reminders passed so long ago that they are told together.
    var missed = 0

    /// Up to when `overdue` has all there are.
    func overdueSeen(since start: Instant?, until now: Instant) -> Instant {
        let new = overdue.compactMap(\.dueAt).filter { $0 > start ?? now }
        return new.count < Self.mostOverdue ? now : new.max() ?? now
    }

    /// Of some accounts, in one round trip.
    static func load(
        _ rows: [ReminderRow], in database: Database, now: Instant, restoredAt: Instant = .earliest
    ) async throws -> [AccountNews] {
        var news: [Identifier: AccountNews] = [:]
        for row in rows { news[row.account, default: AccountNews(account: row.account)].rows.append(row) }
        let accounts = news.keys.sorted()
        let (owners, subjects) = (rows.map(\.account), rows.map(\.subject))
        let ofAccounts = rows.filter(\.isOfAccount)
        let longPast = Settlement.longPast(now: now, restoredAt: restoredAt)
        let late = Set(rows.filter { !$0.isOfAccount && $0.dueAt.map { $0 < longPast } ?? false }.map(\.account))
        let lateAlone = late.subtracting(ofAccounts.map(\.account)).sorted()
        let overdue: Query = """
            SELECT task.account_id, \(RemindedTask.columns)
            FROM unnest(\(ofAccounts.map(\.account)), \(ofAccounts.map(\.dueAt))) AS seen (account_id, since)
            JOIN account_settings USING (account_id) CROSS JOIN LATERAL (
                SELECT * FROM task WHERE task.account_id = seen.account_id AND task.due_at > seen.since
                    AND task.due_at <= \(now) AND task.deleted_at IS NULL AND task.completed_at IS NULL
                ORDER BY task.due_at LIMIT \(Self.mostOverdue)
            ) AS task
            WHERE account_settings.overdue_alerts
            """
        let answers = try await database.transaction(readOnly: true) { transaction in
            try await transaction.run([
                .scopeByKeys(accounts),
                """
                SELECT account_id, \(AccountSettings.columns) FROM account_settings WHERE account_id = ANY(\(accounts))
                """,
                """
                SELECT \(Channel.columns) FROM channel JOIN device USING (account_id, device_id)
                WHERE account_id = ANY(\(accounts)) AND device.revoked_at IS NULL
                """,
                """
                SELECT task.account_id, \(RemindedTask.columns) FROM unnest(\(owners), \(subjects)) AS wanted (account_id, task_id)
                JOIN task USING (account_id, task_id) WHERE task.deleted_at IS NULL AND task.completed_at IS NULL
                """,
                """
                SELECT \(Delivery.columns) FROM unnest(\(owners), \(subjects)) AS wanted (account_id, subject_id)
                JOIN delivery USING (account_id, subject_id)
                WHERE delivery.made_at > \(now.adding(milliseconds: -Self.memory))
                """,
                """
                SELECT \(Delivery.columns) FROM delivery
                WHERE account_id = ANY(\(ofAccounts.map(\.account))) AND state = 'waiting' AND kind IN ('overdue', 'lost')
                UNION
                SELECT \(Delivery.columns) FROM channel
                JOIN delivery ON delivery.account_id = channel.account_id AND delivery.subject_id = channel.channel_id
                    AND delivery.kind = 'lost'
                WHERE channel.account_id = ANY(\(ofAccounts.map(\.account))) AND channel.off_reason IS NOT NULL
                UNION
                SELECT \(Delivery.columns) FROM (\(overdue)) AS late
                JOIN delivery ON delivery.account_id = late.account_id AND delivery.subject_id = late.task_id
                    AND delivery.kind = 'overdue' AND delivery.due_at = late.due_at
                """,
                """
                \(overdue)
                UNION
                SELECT task.account_id, \(RemindedTask.columns) FROM delivery
                JOIN task ON task.account_id = delivery.account_id AND task.task_id = delivery.subject_id
                WHERE delivery.account_id = ANY(\(ofAccounts.map(\.account))) AND delivery.state = 'waiting'
                    AND delivery.kind = 'overdue' AND task.deleted_at IS NULL AND task.completed_at IS NULL
                """,
                """
                SELECT account_id FROM account
                WHERE account_id = ANY(\(accounts)) AND (disabled_at IS NOT NULL OR deleting_at IS NOT NULL)
                """,
                """
                SELECT \(Delivery.columns) FROM delivery
                WHERE account_id = ANY(\(lateAlone)) AND subject_id = \(Identifier.zero) AND kind = 'missed'
                    AND made_at > \(now.adding(milliseconds: -Self.memory))
                """,
                """
                SELECT account_id, count(*) FROM reminder
                WHERE account_id = ANY(\(late.sorted())) AND subject_id <> \(Identifier.zero) AND due_at < \(longPast)
                GROUP BY account_id
                """,
            ])
        }
        for row in answers[1] {
            let account = try row.decode(0, as: Identifier.self)
            var columns = StoredColumns(row, from: 1)
            news[account]?.settings = try AccountSettings(&columns)
        }
        for row in answers[2] {
            let channel = try Channel(row)
            news[channel.account]?.channels.append(channel)
        }
        for row in answers[3] {
            let task = try RemindedTask(row)
            news[try row.decode(0, as: Identifier.self)]?.tasks[task.id] = task
        }
        for delivery in try [answers[4], answers[5], answers[8]].flatMap({ try $0.map { try Delivery($0) } }) {
            if delivery.key.telling.isOfAccount {
                news[delivery.key.account]?.toldOfAccount.append(delivery)
            } else {
                news[delivery.key.account]?.told[delivery.key.subject, default: []].append(delivery)
            }
        }
        for row in answers[6] {
            news[try row.decode(0, as: Identifier.self)]?.overdue.append(try RemindedTask(row))
        }
        for row in answers[9] { news[try row.decode(0, as: Identifier.self)]?.missed = try row.decode(1) }
        for row in answers[7] { news[try row.decode(0, as: Identifier.self)]?.isClosed = true }
        return accounts.compactMap { news[$0] }
    }

    /// What was told longer ago than this is not taken back.
    static let memory: Int64 = 7 * 24 * 3_600_000
    private static let mostOverdue = 100
}

/// A task as a notification tells it. Its notes are never told.
struct RemindedTask: Sendable {
    let id: Identifier
    let title: String
    let dueAt: Instant?

    static let columns: Query = "task.task_id, task.title, task.due_at"

    /// Behind the account.
    init(_ row: Row) throws(PostgresError) {
        (_, id, title, dueAt) = try row.decode((Identifier, Identifier, String, Instant?).self)
    }
}
