/// What a notification is about.
package enum DeliveryKind: String, Sendable, CaseIterable {
    /// A task's own reminder.
    case reminder
    /// What was shown of a task is to be taken away again.
    case withdrawal
    case review, morning, weekly, region, overdue
    /// Many reminders at once, whose time passed while nobody could send them.
    case missed
    /// Another channel of the account leads nowhere any more.
    case lost
    /// Asked for, to see whether the channel works.
    case test
    /// Whether an email address may be written to.
    case confirm

    /// It speaks of one task.
    package var isOfTask: Bool { [.reminder, .overdue, .withdrawal].contains(self) }

    /// It comes by the account's own row, and not by a task's.
    var isOfAccount: Bool {
        switch self {
        case .reminder, .withdrawal, .test, .confirm: false
        case .review, .morning, .weekly, .region, .overdue, .missed, .lost: true
        }
    }

    /// Nil for what is sent over every channel.
    var wants: Wants? {
        switch self {
        case .reminder, .missed, .lost: .reminders
        case .review: .review
        case .morning: .morning
        case .weekly: .weekly
        case .region: .regions
        case .overdue: .overdue
        case .withdrawal, .test, .confirm: nil
        }
    }
}
