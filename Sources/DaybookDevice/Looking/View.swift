import DaybookCore

/// A list of tasks that a window of an app shows.
package enum View: Hashable {
    case inbox, today, upcoming, past, overdue, logbook, deleted, backlog
    case list(Identifier?)
    /// A region of today, by size.
    case region(Region)
    /// What is part of a task, without what is part of that.
    case subtasks(Identifier)
    /// Open tasks with a tag.
    case tag(String)
    /// What is found by words or by a filter.
    case search(String)

    /// Whether a task is in it. A saved filter and a search find their own.
    func holds(_ task: TaskItem, _ context: ViewingContext) -> Bool {
        // What was erased for good is nowhere.
        guard !task.isDeleted else { return self == .deleted && task.deletion != nil && !task.isErased }
        switch self {
        case .inbox: return context.rule.holds(task)
        case .today: return context.moment.side(of: task) == .today
        case .upcoming: return context.moment.side(of: task) == .after
        case .past: return context.moment.isPast(task)
        case .overdue: return context.moment.isOverdue(task)
        case .logbook: return task.isCompleted
        case .backlog: return task.region == .backlog && !task.isCompleted
        case .list(let list): return task.listId == list
        case .region(let region): return task.region == region && context.moment.isOnBoard(task)
        case .subtasks(let parent): return task.parentId == parent
        case .tag(let tag): return !task.isCompleted && task.tags.contains(tag)
        case .deleted, .search: return false
        }
    }

    /// The number of the heading under which a task stands in it, in their order.
    func group(of task: TaskItem, _ context: ViewingContext) -> Int32 {
        switch self {
        case .upcoming: context.moment.date(of: task)?.dayNumber ?? 0
        // The latest day comes first.
        case .logbook: -(task.completedAt.map { context.moment.day.date(of: $0) }?.dayNumber ?? 0)
        case .region: Int32(task.bucket.rawValue)
        case .backlog:
            switch task.enteredBacklogAt.flatMap({ context.ages?.age(of: $0) }) {
            case .today: 0
            case .yesterday: 1
            case .thisWeek: 2
            case .older, nil: 3
            }
        default: 0
        }
    }

    /// Whether what is latest stands first.
    var isHistory: Bool { self == .logbook || self == .deleted }

    /// Whether the tasks of one state stand together; subtasks stand as they were put.
    var goesByState: Bool {
        if case .subtasks = self { return false }
        return self != .deleted
    }

    var isSearch: Bool {
        if case .search = self { return true }
        return false
    }
}

/// What of an account and of the moment decides which tasks a view shows, and under which headings.
struct ViewingContext {
    let moment: Moment
    let rule: InboxRule
    /// Nil for every view but the backlog, which alone needs the ages.
    let ages: BacklogAges?

    init(_ view: View, _ moment: Moment, _ settings: AccountSettings) {
        self.moment = moment
        rule = settings.inboxRule
        ages = view == .backlog ? BacklogAges(moment, settings) : nil
    }
}
