/// A week looked back on, in gentle words: nothing in it counts streaks or failures.
public struct WeeklyReview: Hashable, Sendable {
    /// The week, by the account's first weekday.
    public let series: DailySeries
    /// How many were completed in the week before.
    public let completedWeekBefore: Int
    /// Tasks written down in the week.
    public let added: Int
    /// How often a task was moved to a later day.
    public let postponed: Int
    /// Tasks that were scheduled for a day of the week and still wait.
    public let waiting: Int

    package init(series: DailySeries, completedWeekBefore: Int, added: Int, postponed: Int, waiting: Int) {
        self.series = series
        self.completedWeekBefore = completedWeekBefore
        self.added = added
        self.postponed = postponed
        self.waiting = waiting
    }

    /// The week in words.
    public var sentence: String {
        let done = series.total
        guard done > 0 else { return waiting > 0 ? "A quiet week. What waits can wait." : "A quiet week." }
        let tasks = "You completed \(done) \(done == 1 ? "task" : "tasks") this week"
        switch done - completedWeekBefore {
        case _ where completedWeekBefore == 0: return "\(tasks)."
        case 0: return "\(tasks), as many as the week before."
        case let more where more > 0: return "\(tasks), \(more) more than the week before."
        case let fewer: return "\(tasks), \(-fewer) fewer than the week before."
        }
    }
}
