/// What a notification is about.
package enum Telling: String, Sendable, CaseIterable {
    /// A task's own reminder.
    case reminder
    /// What was shown of a task is to be taken away again.
    case withdrawal
    case review, morning, weekly, region, overdue
    /// Many reminders at once, whose time passed while nobody could send them.
    case missed
    /// Asked for, to see whether the channel works.
    case test

    /// Nil for what every channel is told.
    var wants: Wants? {
        switch self {
        case .reminder, .missed: .reminders
        case .review: .review
        case .morning: .morning
        case .weekly: .weekly
        case .region: .regions
        case .overdue: .overdue
        case .withdrawal, .test: nil
        }
    }
}
