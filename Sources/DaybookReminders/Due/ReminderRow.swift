import DaybookCore
import Postgres

/// What is wanted of one subject, and when it is looked at.
struct ReminderRow: Hashable, Sendable {
    let account: Identifier
    /// A task, or zero for the account's own moments.
    let subject: Identifier
    let dueAt: Instant?
    /// Until when whoever took the row has it.
    let lookAt: Instant

    var isOfAccount: Bool { subject == .zero }

    /// For so long nobody else takes what a process took.
    static let lease: Int64 = 60_000
}

extension Query {
    /// Nothing is taken while sending is paused.
    private static let isSent: Query = "(SELECT reminders_paused_at IS NULL FROM instance)"
    static let asksWhetherSent: Query = "SELECT \(isSent)"

    /// Takes what is due, the oldest first, so that no other process does for a while. Where tables are spread,
    /// whether anything is sent has to be asked before.
    static func take(atMost limit: Int, now: Instant, until lease: Instant, spread isSpread: Bool) -> Query {
        """
        WITH due AS MATERIALIZED (
            SELECT account_id, subject_id FROM reminder
            WHERE look_at <= \(now) AND \(isSpread ? "true" : isSent)
            ORDER BY look_at, account_id LIMIT \(limit) FOR UPDATE SKIP LOCKED)
        UPDATE reminder SET look_at = \(lease) FROM due
        WHERE reminder.account_id = due.account_id AND reminder.subject_id = due.subject_id
        RETURNING reminder.account_id, reminder.subject_id, reminder.due_at
        """
    }

    /// The accounts' own rows are looked at by then, or sooner.
    static func lookAtMoments(of accounts: [(account: Identifier, by: Instant)]) -> Query {
        """
        UPDATE reminder SET look_at = least(look_at, wanted.look_by)
        FROM unnest(\(accounts.map(\.account)), \(accounts.map(\.by))) AS wanted (account_id, look_by)
        WHERE reminder.account_id = wanted.account_id AND subject_id = \(Identifier.zero)
        """
    }

    /// Tasks that were reported overdue and are so no longer are looked at now, so that it is taken back.
    static func lookAtOverdue(of accounts: [Identifier], now: Instant) -> Query {
        """
        INSERT INTO reminder (account_id, subject_id, look_at)
        SELECT DISTINCT delivery.account_id, delivery.subject_id, \(now)::timestamptz
        FROM channel JOIN delivery USING (account_id, channel_id)
        LEFT JOIN task ON task.account_id = delivery.account_id AND task.task_id = delivery.subject_id
            AND task.due_at = delivery.due_at AND task.deleted_at IS NULL AND task.completed_at IS NULL
        WHERE channel.account_id = ANY(\(accounts)) AND channel.off_reason IS NULL
            AND channel.kind = ANY(\(ChannelKind.allCases.filter(\.canWithdraw).map(\.rawValue)))
            AND delivery.made_at > \(now.adding(milliseconds: -AccountNews.memory))
            AND delivery.kind = 'overdue' AND delivery.state = 'delivered' AND task.task_id IS NULL
            AND NOT EXISTS (
                SELECT 1 FROM delivery AS withdrawal WHERE withdrawal.account_id = delivery.account_id
                    AND withdrawal.subject_id = delivery.subject_id AND withdrawal.kind = 'withdrawal'
                    AND withdrawal.due_at = delivery.due_at AND withdrawal.channel_id = delivery.channel_id)
        ON CONFLICT (account_id, subject_id) DO UPDATE SET look_at = least(reminder.look_at, excluded.look_at)
        """
    }

    /// Gives rows back: each is looked at again at its time, or not any more. What was changed meanwhile stays as it
    /// was changed.
    static func giveBack(_ rows: [(row: ReminderRow, dueAt: Instant?, lookAt: Instant?)]) -> [Query] {
        var queries: [Query] = []
        let over = rows.filter { $0.lookAt == nil }.map(\.row)
        if !over.isEmpty {
            queries.append(
                """
                DELETE FROM reminder USING unnest(\(over.map(\.account)), \(over.map(\.subject)), \(over.map(\.dueAt)),
                    \(over.map(\.lookAt))) AS seen (account_id, subject_id, due_at, look_at)
                WHERE reminder.account_id = seen.account_id AND reminder.subject_id = seen.subject_id
                    AND reminder.due_at IS NOT DISTINCT FROM seen.due_at AND reminder.look_at = seen.look_at
                """)
        }
        let later = rows.compactMap { entry in entry.lookAt.map { (entry.row, entry.dueAt, $0) } }
        if !later.isEmpty {
            queries.append(
                """
                UPDATE reminder SET due_at = seen.next_due_at, look_at = seen.next_look_at
                FROM unnest(\(later.map(\.0.account)), \(later.map(\.0.subject)), \(later.map(\.0.dueAt)),
                    \(later.map(\.0.lookAt)), \(later.map(\.1)), \(later.map(\.2)))
                    AS seen (account_id, subject_id, due_at, look_at, next_due_at, next_look_at)
                WHERE reminder.account_id = seen.account_id AND reminder.subject_id = seen.subject_id
                    AND reminder.due_at IS NOT DISTINCT FROM seen.due_at AND reminder.look_at = seen.look_at
                """)
        }
        return queries
    }
}
