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
    func holds(_ task: TaskItem, _ eye: Eye) -> Bool {
        // What was erased for good is nowhere.
        guard !task.isDeleted else { return self == .deleted && task.deletion != nil && !task.isErased }
        switch self {
        case .inbox: return eye.rule.holds(task)
        case .today: return eye.moment.side(of: task) == .today
        case .upcoming: return eye.moment.side(of: task) == .after
        case .past: return eye.moment.isPast(task)
        case .overdue: return eye.moment.isOverdue(task)
        case .logbook: return task.isCompleted
        case .backlog: return task.region == .backlog && !task.isCompleted
        case .list(let list): return task.listId == list
        case .region(let region): return task.region == region && eye.moment.isOnBoard(task)
        case .subtasks(let parent): return task.parentId == parent
        case .tag(let tag): return !task.isCompleted && task.tags.contains(tag)
        case .deleted, .search: return false
        }
    }

    /// The number of the heading under which a task stands in it, in their order.
    func group(of task: TaskItem, _ eye: Eye) -> Int32 {
        switch self {
        case .upcoming: eye.moment.date(of: task)?.dayNumber ?? 0
        // The latest day comes first.
        case .logbook: -(task.completedAt.map { eye.moment.day.date(of: $0) }?.dayNumber ?? 0)
        case .region: Int32(task.bucket.rawValue)
        case .backlog:
            switch task.enteredBacklogAt.flatMap({ eye.ages?.age(of: $0) }) {
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

/// With which eyes an account's tasks are looked at.
struct Eye {
    let moment: Moment
    let rule: InboxRule
    /// Only the backlog asks for them.
    let ages: BacklogAges?

    init(_ view: View, _ moment: Moment, _ settings: AccountSettings) {
        self.moment = moment
        rule = settings.inboxRule
        ages = view == .backlog ? BacklogAges(moment, settings) : nil
    }
}
