import DaybookCore
import Postgres

/// What a change makes of one task's reminder.
struct ReminderChange {
    let task: Identifier
    /// Nil where none is wanted any more.
    let dueAt: Instant?
    /// Nil where nothing can have been told, so that there is nothing to look at.
    let lookAt: Instant?

    /// A reminder that comes to the server later than this is not given: its time has passed.
    static let latest: Int64 = 24 * 3_600_000
    /// What was told longer ago than this is not taken back.
    static let memory: Int64 = 7 * 24 * 3_600_000

    /// Nil where nothing changes.
    ///
    /// - Parameter isRetold: the change was made elsewhere before. What had passed by then is not given again.
    init?(_ task: Identifier, from before: Instant?, to after: Instant?, isRetold: Bool, now: Instant) {
        let earliest = isRetold ? now : now.adding(milliseconds: -Self.latest)
        let wanted = after.flatMap { $0 > earliest ? $0 : nil }
        guard before != after, before != nil || wanted != nil else { return nil }
        self.task = task
        dueAt = wanted
        let mayBeTold = before.map { $0 <= now && $0 > now.adding(milliseconds: -Self.memory) } ?? false
        lookAt = mayBeTold ? now : wanted
    }
}

extension TaskItem {
    /// When to remind of it, if it still is to be done.
    fileprivate var wantedReminder: Instant? { isDeleted || state == .completed ? nil : reminderAt }
}

extension Slice {
    /// Of the tasks that are to be reminded of.
    var wantedReminders: [Identifier: Instant] {
        var wanted: [Identifier: Instant] = [:]
        for (id, task) in tasks where task.reminderAt != nil { wanted[id] = task.wantedReminder }
        return wanted
    }

    func reminderChanges(
        of merged: Merged, since before: [Identifier: Instant], isRetold: Bool, now: Instant
    ) -> [ReminderChange] {
        merged.tasks.compactMap { id in
            let (old, new) = (before[id], tasks[id]?.wantedReminder)
            return old == nil && new == nil ? nil : ReminderChange(id, from: old, to: new, isRetold: isRetold, now: now)
        }
    }
}

extension Query {
    static func write(_ changes: [Owned<ReminderChange>]) -> [Query] {
        var queries: [Query] = []
        let gone = changes.filter { $0.row.lookAt == nil }
        if !gone.isEmpty {
            let (accounts, tasks) = (gone.map(\.account), gone.map(\.row.task))
            queries += [
                """
                DELETE FROM reminder USING unnest(\(accounts), \(tasks)) AS gone (account_id, task_id)
                WHERE reminder.account_id = gone.account_id AND reminder.subject_id = gone.task_id
                    AND reminder.look_at = reminder.due_at
                """,
                // What is to be looked at for another reason, such as something to be taken back, still is.
                """
                UPDATE reminder SET due_at = NULL FROM unnest(\(accounts), \(tasks)) AS gone (account_id, task_id)
                WHERE reminder.account_id = gone.account_id AND reminder.subject_id = gone.task_id
                """,
            ]
        }
        let wanted = changes.compactMap { change in change.row.lookAt.map { (change.account, change.row, $0) } }
        if !wanted.isEmpty {
            queries.append(
                """
                INSERT INTO reminder (account_id, subject_id, due_at, look_at)
                SELECT * FROM unnest(\(wanted.map(\.0)), \(wanted.map(\.1.task)), \(wanted.map(\.1.dueAt)), \(wanted.map(\.2)))
                ON CONFLICT (account_id, subject_id) DO UPDATE
                    SET due_at = excluded.due_at, look_at = least(reminder.look_at, excluded.look_at)
                """)
        }
        return queries
    }

    /// The account's own moments may be other ones from now on.
    static func lookAtMoments(of account: Identifier, now: Instant) -> Query {
        """
        UPDATE reminder SET look_at = \(now)
        WHERE account_id = \(account) AND subject_id = \(Identifier.zero)
        """
    }
}
