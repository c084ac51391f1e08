/// The tasks that were completed on one of the account's dates, the latest first.
public struct CompletedGroup: Hashable, Sendable {
    /// The account's date on which they were completed.
    public let date: CalendarDate
    /// What the day is called; nil where it is just a date.
    package let phrase: Phrase?
    /// `Today`, `Yesterday`, or the date for clients to write in their own language.
    public var title: String { phrase.map(Language.english.text) ?? date.text }
    /// The tasks, in the order of the view.
    public let tasks: [TaskItem]

    package init(_ date: CalendarDate, of tasks: [TaskItem], at moment: Moment) {
        self.date = date
        phrase =
            switch date {
            case moment.today: .today
            case moment.day.yesterday(at: moment.now): .yesterday
            default: nil
            }
        self.tasks = tasks
    }
}

extension Moment {
    /// What was completed, by date, the latest first; no group is empty.
    ///
    /// - Parameter dates: only what was completed on these; nil is all.
    package func completed(
        _ tasks: some Sequence<TaskItem>, on dates: ClosedRange<CalendarDate>? = nil
    ) -> [CompletedGroup] {
        let span = dates.map { day.interval(of: $0) }
        var held: [(at: Instant, task: TaskItem)] = []
        for task in tasks where !task.isDeleted {
            guard let at = task.completedAt, span.map({ $0.contains(at) }) ?? true else { continue }
            held.append((at, task))
        }
        held.sort { $0.at != $1.at ? $0.at > $1.at : $0.task.id > $1.task.id }
        return completedGroups(held.map { $0.task })
    }

    /// Groups tasks that stand in this order already.
    package func completedGroups(_ tasks: [TaskItem]) -> [CompletedGroup] {
        var groups: [CompletedGroup] = []
        var first = 0
        func date(_ index: Int) -> CalendarDate? { tasks[index].completedAt.map { day.date(of: $0) } }
        while first < tasks.count {
            guard let shared = date(first) else { break }
            let end = tasks[first...].indices.first { date($0) != shared } ?? tasks.count
            groups.append(CompletedGroup(shared, of: Array(tasks[first..<end]), at: self))
            first = end
        }
        return groups
    }
}
