import DaybookCore
import DaybookLedger
import Postgres
import Reactor

/// When to look at which task (`reminder`), in step with what the tasks themselves say.
package struct WantedReminders: Projection {
    /// Rings when there may be a reminder sooner than was known.
    let news = Bell()
    let announcements: Announcements

    package init(_ announcements: Announcements) {
        self.announcements = announcements
        announcements.onWake { [news] wake in
            if !wake.isOfChanges { news.ring() }
        }
    }

    package func statements(for changes: [FollowedChange], spread: Bool) -> [Query] {
        let reminders = changes.flatMap { change in change.tasks.compactMap { ReminderChange($0, of: change) } }
        // The account's own moments may be other ones from now on.
        let moments = changes.filter(\.changesSettings).map { (account: $0.account, by: $0.now) }
        return Query.write(reminders) + (moments.isEmpty ? [] : [.lookAtMoments(of: moments)])
    }

    package func committed(_ commit: Commit, of account: Identifier) {
        if commit.settings != nil || commit.tasks.values.contains(where: { $0.reminderAt != nil }) {
            announcements.hasToRemind(account)
        }
    }
}

/// What a change makes of one task's reminder.
private struct ReminderChange {
    let account: Identifier
    let task: Identifier
    /// Nil where none is wanted any more.
    let dueAt: Instant?
    /// Nil where nothing can have been sent, so that there is nothing to look at.
    let lookAt: Instant?

    /// Nil where nothing changes. What had passed when a change was made elsewhere is not given again, nor is what
    /// comes to the server too late.
    init?(_ changed: ChangedTask, of change: FollowedChange) {
        let (before, after, now) = (changed.before?.wantedReminder, changed.after.wantedReminder, change.now)
        let earliest = change.isRetold ? now : now.adding(milliseconds: -Settlement.latest)
        let wanted = after.flatMap { $0 > earliest ? $0 : nil }
        guard before != after, before != nil || wanted != nil else { return nil }
        (account, task, dueAt) = (change.account, changed.after.id, wanted)
        let mayBeSent = before.map { $0 <= now && $0 > now.adding(milliseconds: -AccountNews.memory) } ?? false
        lookAt = mayBeSent ? now : wanted
    }
}

extension TaskItem {
    /// When to remind of it, if it still is to be done.
    fileprivate var wantedReminder: Instant? { isDeleted || state == .completed ? nil : reminderAt }
}

extension Query {
    fileprivate static func write(_ changes: [ReminderChange]) -> [Query] {
        var queries: [Query] = []
        let gone = changes.filter { $0.lookAt == nil }
        if !gone.isEmpty {
            let (accounts, tasks) = (gone.map(\.account), gone.map(\.task))
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
        let wanted = changes.compactMap { change in change.lookAt.map { (change, $0) } }
        if !wanted.isEmpty {
            queries.append(
                """
                INSERT INTO reminder (account_id, subject_id, due_at, look_at)
                SELECT * FROM unnest(\(wanted.map(\.0.account)), \(wanted.map(\.0.task)), \(wanted.map(\.0.dueAt)), \(wanted.map(\.1)))
                ON CONFLICT (account_id, subject_id) DO UPDATE
                    SET due_at = excluded.due_at, look_at = least(reminder.look_at, excluded.look_at)
                """)
        }
        return queries
    }
}
