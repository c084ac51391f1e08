/// Everything that is said to people in the answers of the server and in the SDK, whatever the language. A language is
/// one file beside this one.
package enum Phrase: Hashable, Sendable {
    /// After a capture: where the title went.
    case added(String, AccountSettings.QuickAdd)
    /// After a capture of plain words.
    case captured(String, CapturedPlace)
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

    /// A week looked back on.
    ///
    /// - Parameter waits: whether open tasks of the week are left.
    package static func week(done: Int, before: Int, waits: Bool) -> Phrase {
        done > 0 ? .review(done: done, before: before) : .quietWeek(waits: waits)
    }

    /// Where a captured task went, and when it is for.
    package struct CapturedPlace: Hashable, Sendable {
        /// The name of the list that the task is in.
        package let list: String?
        package let date: Day?
        package let due: TimeOfDay?
        /// Nil where it is due on its own date.
        package let dueDate: Day?

        package init(_ task: TaskItem, in list: String?, at moment: Moment) {
            self.list = list
            date = task.scheduledDate.map { Day($0, at: moment) }
            due = task.dueAt.map { moment.clock($0) }
            let dueDate = task.dueAt.map { moment.day.date(of: $0) }
            self.dueDate = dueDate == task.scheduledDate ? nil : dueDate.map { Day($0, at: moment) }
        }
    }

    package enum Day: Hashable, Sendable {
        case today, tomorrow
        /// - Parameter tellsYear: it is another year than today's.
        case date(CalendarDate, tellsYear: Bool)

        init(_ date: CalendarDate, at moment: Moment) {
            switch date {
            case moment.today: self = .today
            case moment.tomorrow: self = .tomorrow
            default: self = .date(date, tellsYear: date.year != moment.today.year)
            }
        }
    }

    package enum Span: Hashable, Sendable {
        case today, thisWeek, thisMonth
    }
}

extension Language {
    package func text(_ phrase: Phrase) -> String {
        switch self {
        case .english: phrase.english
        case .german: phrase.german
        }
    }
}
