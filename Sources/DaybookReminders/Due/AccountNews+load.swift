import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres

extension AccountNews {
    /// Of some accounts, in one round trip; where tables are spread, in one for each account.
    static func load(
        _ rows: [ReminderRow], in database: Database, now: Instant, restoredAt: Instant = .earliest
    ) async throws -> [AccountNews] {
        guard try await database.isSpread() else { return try await load(rows, false, database, now, restoredAt) }
        var news: [AccountNews] = []
        for (_, rows) in Dictionary(grouping: rows, by: \.account).sorted(by: { $0.key < $1.key }) {
            news += try await load(rows, true, database, now, restoredAt)
        }
        return news
    }

    private static func load(
        _ rows: [ReminderRow], _ isSpread: Bool, _ database: Database, _ now: Instant, _ restoredAt: Instant
    ) async throws -> [AccountNews] {
        var loading = Loading(rows)
        let longPast = Settlement.longPast(now: now, restoredAt: restoredAt)
        let questions = Questions(rows, now: now, longPast: longPast, spread: isSpread)
        let answers = try await database.transaction(readOnly: true) { transaction in
            try await transaction.run([
                .scopeByKeys(questions.accounts), questions.standing, questions.settings, questions.channels,
                questions.tasks, questions.overdueTasks, questions.missed, questions.told, questions.toldOfAccount,
                questions.toldOfMissed,
            ])
        }
        loading.note(standing: answers[1])
        loading.each(answers[2]) { row, news in
            var columns = StoredColumns(row, from: 1)
            news.settings = try AccountSettings(&columns)
        }
        loading.each(answers[3]) { row, news in
            if let channel = try? Channel(row) {
                news.channels.append(channel)
            } else {
                news.foreignChannels.insert(try row.decode(1, as: Identifier.self))
            }
        }
        loading.each(answers[4]) { row, news in
            let task = try RemindedTask(row)
            news.tasks[task.id] = task
        }
        loading.each(answers[5]) { row, news in news.overdue.append(try RemindedTask(row)) }
        loading.each(answers[6]) { row, news in news.missed = try row.decode(1) }
        for told in answers[7...] {
            loading.each(told) { row, news in
                // Of a kind that another release sends: it is that one's.
                guard let delivery = try? Delivery(row) else { return }
                if delivery.key.kind.isOfAccount {
                    news.toldOfAccount.append(delivery)
                } else {
                    news.told[delivery.key.subject, default: []].append(delivery)
                }
            }
        }
        return questions.accounts.compactMap { loading.news[$0] }
    }

    /// What was sent longer ago than this is not taken back.
    static let memory: Int64 = 7 * 24 * 3_600_000
    /// Nothing is tried for longer.
    fileprivate static let longestWait: Int64 = 3 * 24 * 3_600_000
}

/// The accounts whose news is being read.
private struct Loading {
    private(set) var news: [Identifier: AccountNews] = [:]

    init(_ rows: [ReminderRow]) {
        for row in rows { news[row.account, default: AccountNews(account: row.account)].rows.append(row) }
    }

    mutating func note(standing rows: Rows) {
        for account in news.keys { news[account]?.isGone = true }
        each(rows) { row, news in
            news.isClosed = try row.decode(1)
            news.isGone = false
        }
    }

    /// Each row begins with its account. What cannot be read of one account, because another release wrote it, holds up
    /// no other account.
    mutating func each(_ rows: Rows, _ take: (Row, inout AccountNews) throws -> Void) {
        for row in rows {
            guard let account = try? row.decode(0, as: Identifier.self), news[account] != nil else { continue }
            do { try take(row, &news[account, default: AccountNews(account: account)]) } catch {
                news[account]?.isUnreadable = true
            }
        }
    }
}

/// What is asked of the database.
private struct Questions {
    let accounts: [Identifier]
    private let owners: [Identifier]
    private let subjects: [Identifier]
    /// The accounts' own rows, and since when they have not been looked at.
    private let seen: (accounts: [Identifier], since: [Instant?])
    private let lateAccounts: [Identifier]
    private let lateAccountsWithoutOwnRow: [Identifier]
    private let longPast: Instant
    private let now: Instant
    private let isSpread: Bool

    init(_ rows: [ReminderRow], now: Instant, longPast: Instant, spread isSpread: Bool) {
        accounts = Set(rows.map(\.account)).sorted()
        (owners, subjects) = (rows.map(\.account), rows.map(\.subject))
        let ofAccounts = rows.filter(\.isOfAccount)
        seen = (ofAccounts.map(\.account), ofAccounts.map(\.dueAt))
        let late = Set(rows.filter { !$0.isOfAccount && $0.dueAt.map { $0 < longPast } ?? false }.map(\.account))
        lateAccounts = late.sorted()
        lateAccountsWithoutOwnRow = late.subtracting(seen.accounts).sorted()
        (self.longPast, self.now, self.isSpread) = (longPast, now, isSpread)
    }

    private func only(_ table: Query) -> Query { .only(table, of: accounts, spread: isSpread) }

    /// Of those that are there, whether they are closed.
    var standing: Query {
        """
        SELECT account_id, disabled_at IS NOT NULL OR deleting_at IS NOT NULL FROM account
        WHERE account_id = ANY(\(accounts))
        """
    }

    var settings: Query {
        "SELECT account_id, \(AccountSettings.columns) FROM account_settings WHERE account_id = ANY(\(accounts))"
    }

    var channels: Query {
        """
        SELECT \(Channel.columns) FROM channel JOIN device USING (account_id, device_id)
        WHERE account_id = ANY(\(accounts)) AND device.revoked_at IS NULL \(only("channel")) \(only("device"))
        """
    }

    var tasks: Query {
        """
        SELECT task.account_id, \(RemindedTask.columns) FROM unnest(\(owners), \(subjects)) AS wanted (account_id, task_id)
        JOIN task USING (account_id, task_id) WHERE task.deleted_at IS NULL AND task.completed_at IS NULL \(only("task"))
        """
    }

    /// The first of those that have become so, and those of which something waits.
    var overdueTasks: Query {
        """
        \(newlyOverdue)
        UNION
        SELECT task.account_id, \(RemindedTask.columns) FROM (\(waiting)) AS delivery
        JOIN task ON task.account_id = delivery.account_id AND task.task_id = delivery.subject_id
        WHERE delivery.kind = 'overdue' AND task.deleted_at IS NULL AND task.completed_at IS NULL \(only("task"))
        """
    }

    /// How many reminders have passed so long ago that they are named together; nobody wants to know how many more.
    var missed: Query {
        """
        SELECT late.account_id, passed.count FROM unnest(\(lateAccounts)) AS late (account_id)
        CROSS JOIN LATERAL (
            SELECT count(*) FROM (
                SELECT 1 FROM reminder WHERE reminder.account_id = late.account_id AND subject_id <> \(Identifier.zero)
                    AND due_at < \(longPast) LIMIT \(AccountNews.mostMissed)
            ) AS few
        ) AS passed
        """
    }

    var told: Query {
        """
        SELECT \(Delivery.columns) FROM unnest(\(owners), \(subjects)) AS wanted (account_id, subject_id)
        CROSS JOIN LATERAL (
            SELECT * FROM delivery WHERE delivery.account_id = wanted.account_id
                AND delivery.subject_id = wanted.subject_id AND delivery.made_at > \(now.adding(milliseconds: -AccountNews.memory))
                \(only("delivery"))
            LIMIT \(Settlement.mostTold + 1)
        ) AS delivery
        """
    }

    var toldOfAccount: Query {
        """
        \(waiting)
        UNION
        SELECT \(Delivery.columns) FROM channel
        JOIN delivery ON delivery.account_id = channel.account_id AND delivery.subject_id = channel.channel_id
            AND delivery.kind = 'lost' \(only("delivery"))
        WHERE channel.account_id = ANY(\(seen.accounts)) AND channel.off_reason IS NOT NULL
        UNION
        SELECT \(Delivery.columns) FROM (\(newlyOverdue)) AS late
        JOIN delivery ON delivery.account_id = late.account_id AND delivery.subject_id = late.task_id
            AND delivery.kind = 'overdue' AND delivery.due_at = late.due_at \(only("delivery"))
        """
    }

    var toldOfMissed: Query {
        """
        SELECT \(Delivery.columns) FROM delivery
        WHERE account_id = ANY(\(lateAccountsWithoutOwnRow)) AND subject_id = \(Identifier.zero) AND kind = 'missed'
            AND made_at > \(now.adding(milliseconds: -AccountNews.memory))
        """
    }

    private var waiting: Query {
        """
        SELECT \(Delivery.columns) FROM channel JOIN delivery USING (account_id, channel_id)
        WHERE channel.account_id = ANY(\(seen.accounts)) AND delivery.made_at > \(now.adding(milliseconds: -AccountNews.longestWait))
            AND delivery.state = 'waiting' AND delivery.kind IN ('overdue', 'lost') \(only("delivery"))
        """
    }

    private var newlyOverdue: Query {
        """
        SELECT task.account_id, \(RemindedTask.columns)
        FROM unnest(\(seen.accounts), \(seen.since)) AS seen (account_id, since)
        JOIN account_settings USING (account_id) CROSS JOIN LATERAL (
            SELECT * FROM task WHERE task.account_id = seen.account_id AND task.due_at > seen.since
                AND task.due_at <= \(now) AND task.deleted_at IS NULL AND task.completed_at IS NULL \(only("task"))
            ORDER BY task.due_at LIMIT \(AccountNews.mostOverdue)
        ) AS task
        WHERE account_settings.overdue_alerts \(only("account_settings"))
        """
    }
}
