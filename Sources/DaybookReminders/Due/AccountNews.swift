import DaybookCore
import Postgres

/// What has to be known of an account to decide what is sent to it.
struct AccountNews: Sendable {
    let account: Identifier
    /// Disabled by the operator, or on its way out: nothing is sent to it.
    var isClosed = false
    /// There is no such account any more, and nothing to look at.
    var isGone = false
    /// Another release wrote something of it that this one cannot read.
    var isUnreadable = false
    var settings = AccountSettings()
    var channels: [Channel] = []
    /// Of kinds that only another release knows: what waits for them is that one's to send.
    var foreignChannels: Set<Identifier> = []
    /// Those that were taken.
    var rows: [ReminderRow] = []
    var tasks: [Identifier: RemindedTask] = [:]
    /// What was sent of these tasks before, or waits.
    var told: [Identifier: [Delivery]] = [:]
    /// The same of what goes by the clock, of what is overdue, and of channels that are lost.
    var toldOfAccount: [Delivery] = []
    /// Tasks whose due time has passed since the account was looked at: the first of them.
    var overdue: [RemindedTask] = []
    /// How many reminders passed so long ago that they are named together.
    var missed = 0

    static let mostOverdue = 100
    static let mostMissed = 1_000

    /// Up to when `overdue` has all there are. More may be due at the moment of the last one, so that is looked at once
    /// more; but where it is the moment of all of them, the first have to do.
    func overdueSeen(since start: Instant?, until now: Instant) -> Instant {
        let new = overdue.compactMap(\.dueAt).filter { $0 > start ?? now }
        guard new.count >= Self.mostOverdue, let last = new.max() else { return now }
        return new.filter { $0 < last }.max() ?? last
    }
}

/// A task as a notification shows it. Its notes are never shown.
struct RemindedTask: Sendable {
    let id: Identifier
    let title: String
    let dueAt: Instant?

    /// The beginning of the title: a page of accounts is loaded at once, and nobody is told more of it.
    static let columns: Query = "task.task_id, left(task.title, 1000) AS title, task.due_at"

    /// Behind the account.
    init(_ row: Row) throws(PostgresError) {
        (_, id, title, dueAt) = try row.decode((Identifier, Identifier, String, Instant?).self)
    }
}
