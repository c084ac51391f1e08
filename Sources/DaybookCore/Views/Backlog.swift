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
        /// Of the whole group, where the tasks are a page of it.
        public let count: Int
        public let tasks: [TaskItem]

        public init(age: Age, count: Int, tasks: [TaskItem]) {
            self.age = age
            self.count = count
            self.tasks = tasks
        }
    }

    /// All four groups, the youngest first; a group may be empty, so that its count can be shown.
    public let groups: [Group]
    public var total: Int { groups.reduce(0) { $0 + $1.count } }

    public init(groups: [Group]) { self.groups = groups }
}

extension Moment {
    public func backlog(_ tasks: some Sequence<TaskItem>) -> Backlog {
        let ages = BacklogAges(self)
        var byAge: [Backlog.Age: [TaskItem]] = [:]
        for task in tasks where !task.isDeleted && !task.isCompleted {
            guard let entered = task.enteredBacklogAt else { continue }
            byAge[ages.age(of: entered), default: []].append(task)
        }
        return Backlog(
            groups: Backlog.Age.allCases.map { age in
                let tasks = ViewOrder.sorted(byAge[age] ?? [])
                return .init(age: age, count: tasks.count, tasks: tasks)
            })
    }
}

/// The instants between the ages, found once for all tasks; also for counting where the rows are.
public struct BacklogAges: Hashable, Sendable {
    public let today: Instant
    public let yesterday: Instant
    public let week: Instant

    public init(_ moment: Moment) {
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
