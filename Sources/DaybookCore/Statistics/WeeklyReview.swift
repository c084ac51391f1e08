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
    public var sentence: String { sentence(in: .english) }

    /// The week in the words of a language.
    public func sentence(in language: Language) -> String {
        language.text(.week(done: series.total, before: completedWeekBefore, waits: waiting > 0))
    }
}
