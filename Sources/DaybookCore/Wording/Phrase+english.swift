extension Phrase {
    var english: String {
        switch self {
        case .added(let title, .inbox): "Added '\(title)' to your Inbox"
        case .added(let title, .today): "Added '\(title)' to Today"
        case .captured(let title, let place): Self.captured(title, place)
        case .completedToday(let count): "\(count) completed today"
        case .tasksCompleted(let count, let span): "\(Self.tasks(count)) completed \(span.english)"
        case .nothingEverCompleted: "No data available yet"
        case .nothingCompletedLastMonth: "No data from last month"
        case .trend(let this, let last) where this == last: "\(Self.tasks(this)) this month, same as last month"
        case .trend(let this, let last):
            "\(Self.tasks(this)) this month, \(this > last ? "up" : "down") from \(last) last month"
        case .quietWeek(let waits): waits ? "A quiet week. What waits can wait." : "A quiet week."
        case .review(let done, 0): "You completed \(Self.tasks(done)) this week."
        case .review(let done, let before): "You completed \(Self.tasks(done)) this week, \(Self.beside(done, before))."
        case .today: "Today"
        case .tomorrow: "Tomorrow"
        case .yesterday: "Yesterday"
        case .earlierThisWeek: "This Week"
        case .older: "Older"
        case .noMustDo: "No must-do yet"
        case .nothingDueToday: "Nothing due today"
        case .regionFull(let region, let limits):
            "\(region.title) region full (\(limits.mustDo) Must-Do, \(limits.complementary) Complementary, "
                + "\(limits.misc) Misc)"
        case .backlogFull(let limit): "Backlog full (\(Self.tasks(limit)))"
        case .complementaryLocked(let region):
            "Complementary tasks of the \(region.title) unlock after its Must-Do is done."
        }
    }

    private static func captured(_ title: String, _ place: CapturedPlace) -> String {
        if place.list == nil, place.date == .today, place.due == nil { return Phrase.added(title, .today).english }
        var text = "Added '\(title)'"
        if let list = place.list { text += " to \(list)" } else if place.date == nil { text += " to your Inbox" }
        if let date = place.date { text += " for \(date.english)" }
        if let date = place.dueDate { text += ", due \(date.english)" }
        if let due = place.due { text += " at \(due.text)" }
        return text
    }

    private static func tasks(_ count: Int) -> String { "\(count) \(count == 1 ? "task" : "tasks")" }

    private static func beside(_ done: Int, _ before: Int) -> String {
        if done == before { return "as many as the week before" }
        return done > before
            ? "\(done - before) more than the week before" : "\(before - done) fewer than the week before"
    }
}

extension Phrase.Span {
    fileprivate var english: String {
        switch self {
        case .today: "today"
        case .thisWeek: "this week"
        case .thisMonth: "this month"
        }
    }
}

extension Phrase.Day {
    static let englishWeekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// `today`, `Friday, 27 November`
    fileprivate var english: String {
        switch self {
        case .today: "today"
        case .tomorrow: "tomorrow"
        case .date(let date, let tellsYear):
            "\(Self.englishWeekdays[date.weekday - 1]), \(date.day) \(Self.englishMonths[date.month - 1])"
                + (tellsYear ? " \(date.year)" : "")
        }
    }
}
