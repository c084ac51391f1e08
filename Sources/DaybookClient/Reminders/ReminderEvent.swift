import DaybookCore

/// What the server's live stream tells of reminders.
public enum ReminderEvent: Hashable, Sendable {
    /// Something is to be shown.
    case due(DueReminder)
    /// What was shown of a task's reminder is to be taken away: it was done, put off or dismissed elsewhere.
    case withdrawn(task: Identifier, dueAt: Instant)

    init?(_ event: ServerEvent) {
        guard event.name == "reminder" || event.name == "reminder-withdrawn",
            let json = try? JSONValue(json: Array(event.data.utf8))
        else { return nil }
        if event.name == "reminder" {
            guard let reminder = DueReminder(json) else { return nil }
            self = .due(reminder)
        } else {
            guard let task = json.identifier("taskId"), let dueAt = json.instant("dueAt") else { return nil }
            self = .withdrawn(task: task, dueAt: dueAt)
        }
    }
}

/// A notification as the server tells it.
public struct DueReminder: Hashable, Sendable, Identifiable {
    /// The delivery's identifier.
    public let id: String
    /// What it tells.
    public let subject: ReminderSubject
    /// The task that it is about, where it is about one.
    public let task: Identifier?
    /// What stands above; of a task's reminder its title, unless reminders are private.
    public let title: String
    /// What stands below; may be empty.
    public let body: String
    /// When it was due.
    public let dueAt: Instant
    /// How much later than due the server told it, quiet hours included. Where it came too late, the body says so.
    public let lateMilliseconds: Int64

    init?(_ json: JSONValue) {
        guard let id = json.text("id"), let subject = json.text("subject"), let title = json.text("title"),
            let dueAt = json.instant("dueAt")
        else { return nil }
        (self.id, self.subject, self.title) = (id, ReminderSubject(rawValue: subject), title)
        (self.dueAt, task, body) = (dueAt, json.identifier("taskId"), json.text("body") ?? "")
        lateMilliseconds = json.count("late").map { Int64($0) } ?? 0
    }
}
