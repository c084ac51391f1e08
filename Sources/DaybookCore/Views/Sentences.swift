/// What the apps say in words. English is the contract; a client that speaks another language has the numbers.
package enum Sentence {
    /// After a capture: where the title went.
    package static func added(_ title: String, to place: AccountSettings.QuickAdd = .inbox) -> String {
        switch place {
        case .inbox: "Added '\(title)' to your Inbox"
        case .today: "Added '\(title)' to Today"
        }
    }

    /// After a capture of plain words: where the task went, and when it is for.
    ///
    /// - Parameter list: the name of its list.
    package static func added(_ task: TaskItem, to list: String?, at moment: Moment) -> String {
        let date = task.scheduledDate
        if list == nil, date == moment.today, task.dueAt == nil { return added(task.title, to: .today) }
        var text = "Added '\(task.title)'"
        if let list { text += " to \(list)" } else if date == nil { text += " to your Inbox" }
        if let date { text += " for \(day(date, at: moment))" }
        guard let due = task.dueAt else { return text }
        let dueDate = moment.day.date(of: due)
        if dueDate != date { text += ", due \(day(dueDate, at: moment))" }
        return "\(text) at \(moment.clock(due).text)"
    }

    /// `today`, `Friday, 27 November`
    private static func day(_ date: CalendarDate, at moment: Moment) -> String {
        if date == moment.today { return "today" }
        if date == moment.tomorrow { return "tomorrow" }
        let year = date.year == moment.today.year ? "" : " \(date.year)"
        return "\(weekdays[date.weekday - 1]), \(date.day) \(months[date.month - 1])\(year)"
    }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    package static func completedToday(_ count: Int) -> String { "\(count) completed today" }
}

extension Moment {
    /// What the account's clock shows at an instant.
    package func clock(_ instant: Instant) -> TimeOfDay {
        let second = instant.milliseconds.flooredQuotient(by: 1000) + Int64(day.zone.offset(at: instant))
        let minute = Int(second.flooredQuotient(by: 60) % 1440 + 1440) % 1440
        return TimeOfDay(hour: minute / 60, minute: minute % 60) ?? .midnight
    }
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
