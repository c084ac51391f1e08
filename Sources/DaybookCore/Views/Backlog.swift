/// The open tasks of the backlog by the time they came there.
public struct Backlog: Hashable, Sendable {
    public enum Age: String, Hashable, Sendable, CaseIterable {
        case today = "Today"
        case yesterday = "Yesterday"
        /// Before yesterday, in the account's current week.
        case thisWeek = "This Week"
        case older = "Older"
    }

    public struct Group: Hashable, Sendable {
        public let age: Age
        public let tasks: [TaskItem]
        public var count: Int { tasks.count }
    }

    /// All four groups, the youngest first; a group may be empty, so that its count can be shown.
    public let groups: [Group]
    public var total: Int { groups.reduce(0) { $0 + $1.count } }
}

extension Moment {
    public func backlog(_ tasks: some Sequence<TaskItem>) -> Backlog {
        let ages = BacklogAges(self)
        var byAge: [Backlog.Age: [TaskItem]] = [:]
        for task in tasks where !task.isDeleted && !task.isCompleted {
            guard let entered = task.enteredBacklogAt else { continue }
            byAge[ages.age(of: entered), default: []].append(task)
        }
        return Backlog(groups: Backlog.Age.allCases.map { .init(age: $0, tasks: ViewOrder.sorted(byAge[$0] ?? [])) })
    }
}

/// The instants between the ages, found once for all tasks.
private struct BacklogAges {
    private let today: Instant
    private let yesterday: Instant
    private let week: Instant

    init(_ moment: Moment) {
        let day = moment.day
        today = day.start(of: moment.today)
        yesterday = day.start(of: day.yesterday(at: moment.now))
        week = day.start(of: day.week(of: moment.today).lowerBound)
    }

    func age(of entered: Instant) -> Backlog.Age {
        if entered >= today { return .today }
        if entered >= yesterday { return .yesterday }
        return entered >= week ? .thisWeek : .older
    }
}
