/// What the apps say in words. English is the contract; a client that speaks another language has the numbers.
package enum Sentence {
    /// After a capture: where the title went.
    package static func added(_ title: String, to place: AccountSettings.QuickAdd = .inbox) -> String {
        switch place {
        case .inbox: "Added '\(title)' to your Inbox"
        case .today: "Added '\(title)' to Today"
        }
    }

    package static func completedToday(_ count: Int) -> String { "\(count) completed today" }
}

/// How this month's completions compare with last month's.
public struct Trend: Hashable, Sendable {
    /// Which way it goes.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// More than last month, fewer, or as many.
        case up, down, same
    }

    /// Which way it goes; `same` where there is nothing to compare with.
    public let direction: Direction
    /// The same in words.
    public let sentence: String

    /// - Parameter ever: completions of all time, these two months included.
    ///
    /// Where there is nothing to compare with, the direction is `same`.
    package init(thisMonth: Int, lastMonth: Int, ever: Int) {
        let tasks = "\(thisMonth) \(thisMonth == 1 ? "task" : "tasks") this month"
        if ever == 0 {
            (direction, sentence) = (.same, "No data available yet")
        } else if lastMonth == 0 {
            (direction, sentence) = (.same, "No data from last month")
        } else if thisMonth == lastMonth {
            (direction, sentence) = (.same, "\(tasks), same as last month")
        } else if thisMonth > lastMonth {
            (direction, sentence) = (.up, "\(tasks), up from \(lastMonth) last month")
        } else {
            (direction, sentence) = (.down, "\(tasks), down from \(lastMonth) last month")
        }
    }
}

/// Completions counted over the spans that the apps show.
public struct CompletionCounts: Hashable, Sendable {
    /// Since the account's day began.
    public var today = 0
    /// Since the account's week began.
    public var thisWeek = 0
    /// Since the month began.
    public var thisMonth = 0
    /// In the month before this one.
    public var lastMonth = 0
    /// All of them.
    public var ever = 0

    /// How the two months compare.
    public var trend: Trend { Trend(thisMonth: thisMonth, lastMonth: lastMonth, ever: ever) }

    package init() {}

    /// Counts instants of completion by the account's current zone; those of deleted tasks count as well.
    package init(_ completions: some Sequence<Instant>, at moment: Moment) {
        let spans = CompletionSpans(moment)
        for instant in completions {
            ever += 1
            if spans.today.contains(instant) { today += 1 }
            if spans.thisWeek.contains(instant) { thisWeek += 1 }
            if spans.thisMonth.contains(instant) { thisMonth += 1 }
            if spans.lastMonth.contains(instant) { lastMonth += 1 }
        }
    }
}

/// The spans of instants to count in, for counting where the rows are.
package struct CompletionSpans: Hashable, Sendable {
    package let today: Range<Instant>
    package let thisWeek: Range<Instant>
    package let thisMonth: Range<Instant>
    package let lastMonth: Range<Instant>

    package init(_ moment: Moment) {
        let day = moment.day
        today = day.interval(of: moment.today)
        thisWeek = day.interval(of: day.week(of: moment.today))
        thisMonth = day.interval(of: day.month(of: moment.today))
        lastMonth = day.interval(of: day.monthBefore(moment.today))
    }
}
