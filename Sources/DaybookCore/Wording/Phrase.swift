/// Everything that is said to people in the answers of the server and in the SDK, whatever the language. A language is
/// one file beside this one.
package enum Phrase: Hashable, Sendable {
    /// After a capture: where the title went.
    case added(String, AccountSettings.QuickAdd)
    /// Of the tasks scheduled for today.
    case completedToday(Int)
    case tasksCompleted(Int, Span)
    case nothingEverCompleted
    case nothingCompletedLastMonth
    case trend(thisMonth: Int, lastMonth: Int)
    /// - Parameter waits: whether open tasks of the week are left.
    case quietWeek(waits: Bool)
    case review(done: Int, before: Int)
    case today, tomorrow, yesterday, earlierThisWeek, older
    case noMustDo
    case nothingDueToday
    case regionFull(Region, RegionLimits)
    case backlogFull(Int)
    case complementaryLocked(Region)

    package enum Span: Hashable, Sendable {
        case today, thisWeek, thisMonth
    }
}
