/// What notifications say, whatever the language. A language is one file beside this one.
package enum Notice: Hashable, Sendable {
    /// Below a task's title: when it is due.
    case due(When)
    /// Below the title of a task that was not done in time.
    case overdueSince(When)
    /// How late a reminder comes, in minutes.
    case late(minutes: Int)
    /// At the end of the day.
    case timeToReview
    /// Of the day that begins.
    case morning(today: Int, overdue: Int)
    /// Above the sentence about a week.
    case yourWeek
    /// Of open tasks, when a region of the day begins.
    case nudge(Region, Int)
    case overdue(Int)
    /// In place of a title that nobody else is to read.
    case reminder
    /// In place of many that are long past.
    case cameWhileAway(Int)
    /// What can be done about a reminder.
    case done, snooze, dismiss
    case snoozing(Snooze)
    /// The mail that asks whether an address may be written to, and the buttons that allow it and that end it.
    case confirmAddress, confirmAddressBody, confirm, unsubscribe
    /// After a button was pressed.
    indirect case acted(Notice)
    case channelWorks
    /// The channel of this name leads nowhere any more.
    case channelLost(String)

    /// A day and a time, as they are said at a moment.
    package struct When: Hashable, Sendable {
        package let day: Day
        /// Nil where it says no more than the day: the instant is the day's beginning.
        package let time: TimeOfDay?

        package init(_ instant: Instant, at moment: Moment) {
            let date = moment.day.date(of: instant)
            let clock = moment.clock(instant)
            let isDayAlone = clock == .midnight || instant == moment.day.start(of: date)
            (day, time) = (Day(date, at: moment), isDayAlone ? nil : clock)
        }
    }

    package enum Day: Hashable, Sendable {
        case yesterday, today, tomorrow
        /// Of the next days; 1 is Monday.
        case weekday(Int)
        /// - Parameter tellsYear: it is another year than today's.
        case date(CalendarDate, tellsYear: Bool)

        init(_ date: CalendarDate, at moment: Moment) {
            switch date {
            case moment.today: self = .today
            case moment.tomorrow: self = .tomorrow
            case moment.day.yesterday(at: moment.now): self = .yesterday
            default:
                self =
                    (2...6).contains(date.days(since: moment.today))
                    ? .weekday(date.weekday) : .date(date, tellsYear: date.year != moment.today.year)
            }
        }
    }

    /// How much later than it should have come, as a mark beside it; nil below a minute.
    package static func late(milliseconds: Int64) -> Notice? {
        milliseconds < 60_000 ? nil : .late(minutes: Int(milliseconds / 60_000))
    }

    /// What a task's reminder says. A private one tells nothing of the task.
    package static func reminder(
        of task: TaskItem, isPrivate: Bool = false, at moment: Moment, in language: Language
    ) -> (title: String, body: String) {
        guard !isPrivate else { return (language.text(.reminder), "") }
        return (task.title, task.dueAt.map { language.text(.due(When($0, at: moment))) } ?? "")
    }
}

extension Language {
    package func text(_ notice: Notice) -> String {
        switch self {
        case .english: notice.english
        case .german: notice.german
        }
    }
}
