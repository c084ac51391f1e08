extension Notice {
    var english: String {
        switch self {
        case .due(let when): "Due \(when.english)"
        case .overdueSince(let when): "Overdue since \(when.english)"
        case .late(let minutes): minutes < 120 ? "\(minutes) min late" : "\(minutes / 60) h late"
        case .timeToReview: "Time to review?"
        case .morning(0, 0): "Nothing planned for today"
        case .morning(0, let overdue): Notice.overdue(overdue).english
        case .morning(let today, 0): "\(Self.tasks(today)) for today"
        case .morning(let today, let overdue): "\(Self.tasks(today)) for today, \(overdue) overdue"
        case .yourWeek: "Your week"
        case .nudge(let region, let count): "\(Self.tasks(count)) \(region.inEnglish)"
        case .overdue(let count): "\(Self.tasks(count)) overdue"
        case .reminder: "Reminder"
        case .cameWhileAway(let count):
            "\(count) \(count == 1 ? "reminder" : "reminders") came while the server was away"
        case .done: "Done"
        case .snooze: "Snooze"
        case .dismiss: "Dismiss"
        case .snoozing(.tenMinutes): "10 minutes"
        case .snoozing(.oneHour): "1 hour"
        case .snoozing(.evening): "This evening"
        case .snoozing(.tomorrow): "Tomorrow morning"
        }
    }

    private static func tasks(_ count: Int) -> String {
        count == 0 ? "No tasks" : "\(count) \(count == 1 ? "task" : "tasks")"
    }
}

extension Notice.When {
    /// `today, 12:00`, `Friday, 12:00`, `3 March`
    fileprivate var english: String { day.english + (time.map { ", \($0.text)" } ?? "") }
}

extension Notice.Day {
    fileprivate var english: String {
        switch self {
        case .yesterday: "yesterday"
        case .today: "today"
        case .tomorrow: "tomorrow"
        case .weekday(let day): Phrase.Day.englishWeekdays[day - 1]
        case .date(let date, let tellsYear):
            "\(date.day) \(Phrase.Day.englishMonths[date.month - 1])" + (tellsYear ? " \(date.year)" : "")
        }
    }
}

extension Region {
    fileprivate var inEnglish: String {
        switch self {
        case .morning: "for this morning"
        case .afternoon: "for this afternoon"
        case .evening: "for this evening"
        case .backlog: "in the backlog"
        }
    }
}
