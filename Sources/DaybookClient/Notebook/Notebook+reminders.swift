import DaybookCore

/// Reminders on this device: those that the server tells, and those that the device shows by itself.
extension Notebook {
    /// The reminders that come next, in their order: what an app gives to the system as local notifications, which then
    /// come without a network too. Make them anew after each change; iOS knows no more than 64 at a time.
    ///
    /// They come after the account's quiet hours, and tell no titles where the account keeps its reminders private.
    ///
    /// - Parameter start: those that fire after it; after now unless said.
    public func nextReminders(
        _ limit: Int = 64, after start: Instant? = nil, in language: Language = .english
    ) -> [NextReminder] {
        moment.nextReminders(replica.view.tasks.values, settings, after: start, limit: limit, in: language)
    }

    /// What the server tells of reminders from now on, while the notebook is kept in step and this device has a channel
    /// of the kind `live`. It ends with the notebook. Ask `shouldShow` before showing anything.
    public func reminders() -> AsyncStream<ReminderEvent> {
        let number = time.random()
        return reminderListeners.add(number) { [weak self] in Task { await self?.forget(reminderListener: number) } }
    }

    private func forget(reminderListener: UInt64) { reminderListeners.remove(reminderListener) }

    // MARK: Acting on one

    /// Puts a task's reminder off. It is a change like any other: it shows on every device, and `undo` takes it back.
    ///
    /// - Returns: when it comes again.
    @discardableResult
    public func snooze(_ task: Identifier, _ snooze: Snooze) async throws -> Instant {
        let then = snooze.time(after: time.now(), in: day)
        try await edit(task) { $0.reminderAt = then }
        return then
    }

    /// Lets a task's reminder go; the task stays as it is. Of a task that is completed or deleted no reminder comes
    /// anyway.
    public func dismissReminder(of task: Identifier) async throws {
        try await edit(task) { $0.reminderAt = nil }
    }

    // MARK: Shown once

    /// Whether to show what the server told: true once for each, and false where this device has shown the same by
    /// itself. Whoever gets true shows it, also among several processes with this folder.
    public func shouldShow(_ reminder: DueReminder) throws -> Bool {
        // A task may have more than a reminder told of it for one instant, such as that it is overdue.
        let task = reminder.subject == .reminder ? reminder.task?.text : nil
        return try shouldShow(task ?? "\(reminder.subject.rawValue) \(reminder.id)", dueAt: reminder.dueAt)
    }

    /// The same for a reminder that the device shows by itself.
    public func shouldShow(_ reminder: NextReminder) throws -> Bool {
        try shouldShow(reminder.task.text, dueAt: reminder.dueAt)
    }

    private func shouldShow(_ subject: String, dueAt: Instant) throws -> Bool {
        try stored.store.noteShown(subject, dueAt: dueAt, at: time.now())
    }

    /// Says that the system will show these by itself: they were given to it as local notifications, in place of those
    /// of the time before. What the server tells of them is not shown again.
    public func willShow(_ reminders: [NextReminder]) throws {
        try stored.store.noteHandedOver(
            reminders.map { ($0.task.text, $0.dueAt, $0.firesAt) }, at: time.now())
    }
}
