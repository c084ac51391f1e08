import DaybookCore

/// A list of tasks that a window of the page shows.
enum View: Hashable {
    case inbox, today, upcoming, past, overdue, logbook, deleted
    case list(Identifier?)

    /// Whether a task is in it. A list that is a saved filter shows what that finds instead.
    func holds(_ task: TaskItem, _ moment: Moment, _ rule: InboxRule) -> Bool {
        guard !task.isDeleted else { return self == .deleted && task.deletion != nil }
        switch self {
        case .inbox: return rule.holds(task)
        case .today: return moment.side(of: task) == .today
        case .upcoming: return moment.side(of: task) == .after
        case .past: return moment.isPast(task)
        case .overdue: return moment.isOverdue(task)
        case .logbook: return task.isCompleted
        case .list(let list): return task.listId == list
        case .deleted: return false
        }
    }

    /// The date under which a task stands in it; nil where a view has no dates.
    func date(of task: TaskItem, _ moment: Moment) -> CalendarDate? {
        switch self {
        case .upcoming: moment.date(of: task)
        case .logbook: task.completedAt.map { moment.day.date(of: $0) }
        default: nil
        }
    }

    /// Whether what is latest stands first.
    var isHistory: Bool { self == .logbook || self == .deleted }
}

/// Where a task stands in a view: by its date where the view goes by dates, its state, its key and its name; in a
/// history by when it came there, the latest first.
struct Stand: Comparable {
    /// Of its group.
    var date: CalendarDate?
    var day: Int32
    var rank: UInt8
    var head: UInt64
    var key: OrderKey
    var id: Identifier

    init(_ task: TaskItem, in view: View, _ moment: Moment) {
        id = task.id
        date = view.date(of: task, moment)
        day = view == .upcoming ? date?.dayNumber ?? 0 : 0
        rank = ViewOrder.rank(of: task.state)
        if view.isHistory {
            let at = view == .logbook ? task.completedAt : task.deletion?.instant
            head = UInt64(bitPattern: Int64.max &- (at?.milliseconds ?? 0))
            key = .middle
            rank = view == .logbook ? rank : 0
        } else {
            key = task.sortOrder
            head = key.head
        }
    }

    static func < (left: Stand, right: Stand) -> Bool {
        if left.day != right.day { return left.day < right.day }
        if left.rank != right.rank { return left.rank < right.rank }
        if left.head != right.head { return left.head < right.head }
        if left.key != right.key { return left.key < right.key }
        return left.id < right.id
    }

    static func == (left: Stand, right: Stand) -> Bool { !(left < right) && !(right < left) }
}
