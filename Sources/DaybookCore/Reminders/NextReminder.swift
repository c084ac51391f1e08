/// A reminder that is to come, as a device shows it by itself.
public struct NextReminder: Hashable, Sendable {
    /// The task that it is about.
    public let task: Identifier
    /// The task's `reminderAt`: with the task it says which reminder this is.
    public let dueAt: Instant
    /// When to show it: at once, or after the quiet hours.
    public let firesAt: Instant
    /// The task's title, unless the account keeps its reminders private.
    public let title: String
    /// When the task is due, in words; empty where it has no such time or is private.
    public let body: String
}

extension Moment {
    /// The reminders after an instant, by default after now, in the order in which they come.
    ///
    /// - Parameter limit: how many; iOS knows no more than 64 at a time.
    package func nextReminders(
        _ tasks: some Sequence<TaskItem>, _ settings: AccountSettings, after start: Instant? = nil, limit: Int = 64,
        in language: Language = .english
    ) -> [NextReminder] {
        let start = start ?? now
        let quiet = QuietHours(settings)
        var coming: [(fires: Instant, due: Instant, task: TaskItem)] = []
        for task in tasks where !task.isDeleted && !task.isCompleted {
            // Quiet hours are shorter than a day, and clocks are set by less than another.
            guard let due = task.reminderAt, due > start.adding(seconds: -2 * 86_400) else { continue }
            let fires = quiet?.end(at: due, in: day.zone) ?? due
            if fires > start { coming.append((fires, due, task)) }
        }
        coming.sort { left, right in
            if left.fires != right.fires { return left.fires < right.fires }
            return left.due != right.due ? left.due < right.due : left.task.id < right.task.id
        }
        return coming.prefix(max(0, limit)).map { fires, due, task in
            // What `today` means is what it will mean then.
            let then = Moment(fires, in: day)
            let notice = Notice.reminder(of: task, isPrivate: settings.privateReminders, at: then, in: language)
            return NextReminder(task: task.id, dueAt: due, firesAt: fires, title: notice.title, body: notice.body)
        }
    }
}
