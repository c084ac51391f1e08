/// How this month's completions compare with last month's.
public struct Trend: Hashable, Sendable {
    /// Which way it goes.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// More than last month, fewer, or as many.
        case up, down, same
    }

    /// Which way it goes; `same` where there is nothing to compare with.
    public let direction: Direction
    private let phrase: Phrase

    /// The same in words.
    public var sentence: String { sentence(in: .english) }

    /// The same in the words of a language.
    public func sentence(in language: Language) -> String { language.text(phrase) }

    /// - Parameter ever: completions of all time, these two months included.
    ///
    /// Where there is nothing to compare with, the direction is `same`.
    package init(thisMonth: Int, lastMonth: Int, ever: Int) {
        if ever == 0 {
            (direction, phrase) = (.same, .nothingEverCompleted)
        } else if lastMonth == 0 {
            (direction, phrase) = (.same, .nothingCompletedLastMonth)
        } else {
            direction = thisMonth == lastMonth ? .same : thisMonth > lastMonth ? .up : .down
            phrase = .trend(thisMonth: thisMonth, lastMonth: lastMonth)
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

    /// `3 tasks completed today`, `this week` and `this month`, in the words of a language.
    public func sentences(in language: Language = .english) -> (today: String, thisWeek: String, thisMonth: String) {
        func text(_ count: Int, _ span: Phrase.Span) -> String { language.text(.tasksCompleted(count, span)) }
        return (text(today, .today), text(thisWeek, .thisWeek), text(thisMonth, .thisMonth))
    }

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
