/// The tasks of one coming date.
public struct UpcomingGroup: Hashable, Sendable {
    /// When its tasks are scheduled, or due without a date.
    public let date: CalendarDate
    /// What the day is called; nil where it is just a date.
    package let phrase: Phrase?
    /// `Tomorrow`, or the date for clients to write in their own language.
    public var title: String { phrase.map(Language.english.text) ?? date.text }
    /// The tasks, in the order of the view.
    public let tasks: [TaskItem]

    package init(_ date: CalendarDate, of tasks: [TaskItem], at moment: Moment) {
        self.date = date
        phrase = date == moment.tomorrow ? .tomorrow : nil
        self.tasks = tasks
    }
}

extension InboxRule {
    /// Whether a task is in the Inbox.
    package func holds(_ task: TaskItem) -> Bool {
        switch self {
        case .unscheduled: task.scheduledDate == nil
        case .unlisted: task.listId == nil
        }
    }
}

extension Moment {
    package func inbox(_ tasks: some Sequence<TaskItem>, _ rule: InboxRule) -> [TaskItem] {
        ViewOrder.sorted(tasks) { rule.holds($0) }
    }

    /// The date under which a task stands: the one it is scheduled for, or else that on which it is due. What is only
    /// due stands there until the day on which it is completed is over.
    package func date(of task: TaskItem) -> CalendarDate? {
        if let date = task.scheduledDate { return date }
        guard let due = task.dueAt, task.completedAt.map({ day.date(of: $0) == today }) ?? true else { return nil }
        return day.date(of: due)
    }

    /// On which side of today a task's date lies.
    package enum Side { case before, today, after }

    /// Nil where a task has no date, and where it was only due before today: that is overdue, and nothing that was
    /// planned.
    package func side(of task: TaskItem) -> Side? {
        guard let date = date(of: task) else { return nil }
        if date == today { return .today }
        if date > today { return .after }
        return task.scheduledDate == nil ? nil : .before
    }

    /// Whether a task was scheduled before today and is not done.
    package func isPast(_ task: TaskItem) -> Bool { !task.isCompleted && side(of: task) == .before }

    /// What stands under today; the completed among them stay until the day ends.
    package func today(_ tasks: some Sequence<TaskItem>) -> [TaskItem] {
        ViewOrder.sorted(tasks) { side(of: $0) == .today }
    }

    /// What stands under a date after today, grouped by date, the nearest first; no group is empty.
    package func upcoming(_ tasks: some Sequence<TaskItem>) -> [UpcomingGroup] {
        var byDate: [CalendarDate: [TaskItem]] = [:]
        for task in tasks where !task.isDeleted {
            if let date = date(of: task), date > today { byDate[date, default: []].append(task) }
        }
        return byDate.keys.sorted().map { date in
            UpcomingGroup(date, of: ViewOrder.sorted(byDate[date] ?? []), at: self)
        }
    }

    /// Scheduled before today and not completed: they wait here and never move by themselves.
    package func past(_ tasks: some Sequence<TaskItem>) -> [TaskItem] {
        ViewOrder.sorted(tasks) { isPast($0) }
    }

    /// Due before now and not completed.
    package func overdue(_ tasks: some Sequence<TaskItem>) -> [TaskItem] {
        ViewOrder.sorted(tasks) { isOverdue($0) }
    }

    /// Whether a task was due before now and is not done.
    public func isOverdue(_ task: TaskItem) -> Bool {
        guard let due = task.dueAt else { return false }
        return due < now && !task.isCompleted
    }

    /// The tasks of a list; nil is the Inbox of the list app.
    package func list(_ list: Identifier?, _ tasks: some Sequence<TaskItem>) -> [TaskItem] {
        ViewOrder.sorted(tasks) { $0.listId == list }
    }

    /// How many of today's tasks are completed.
    package func completedToday(_ tasks: some Sequence<TaskItem>) -> Int {
        tasks.reduce(0) { count, task in
            task.isCompleted && !task.isDeleted && side(of: task) == .today ? count + 1 : count
        }
    }
}
