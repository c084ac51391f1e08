/// The open tasks of the backlog by the time they came there.
public struct Backlog: Hashable, Sendable {
    /// When a task came to the backlog.
    public enum Age: String, Hashable, Sendable, CaseIterable {
        /// Since the account's day began. What came as the day turned, as a rollover does it, came with the day that
        /// ended.
        case today
        /// On the day before.
        case yesterday
        /// Before yesterday, in the account's current week.
        case thisWeek
        /// Before the account's current week.
        case older

        package var phrase: Phrase {
            switch self {
            case .today: .today
            case .yesterday: .yesterday
            case .thisWeek: .earlierThisWeek
            case .older: .older
            }
        }
    }

    /// The tasks that came at about the same time.
    public struct Group: Hashable, Sendable {
        /// When its tasks came.
        public let age: Age
        /// Of the whole group, where the tasks are a page of it.
        public let count: Int
        /// Its tasks, in the order of the view.
        public let tasks: [TaskItem]

        package init(age: Age, count: Int, tasks: [TaskItem]) {
            self.age = age
            self.count = count
            self.tasks = tasks
        }
    }

    /// All four groups, the youngest first; a group may be empty, so that its count can be shown.
    public let groups: [Group]
    /// The tasks of all groups.
    public var total: Int { groups.reduce(0) { $0 + $1.count } }

    package init(groups: [Group]) { self.groups = groups }
}

extension Moment {
    package func backlog(_ tasks: some Sequence<TaskItem>, _ settings: AccountSettings) -> Backlog {
        let ages = BacklogAges(self, settings)
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

/// The instants between the ages, found once for all tasks; also for counting where the rows are. What came at one of
/// them came before it.
package struct BacklogAges: Hashable, Sendable {
    package let today: Instant
    package let yesterday: Instant
    package let week: Instant
    /// When the account took its days up in the middle of one, which turned the day, and where that day begins.
    package let moved: Instant
    package let movedDay: Instant

    package init(_ moment: Moment, _ settings: AccountSettings) {
        let day = moment.day
        today = day.start(of: moment.today)
        yesterday = day.start(of: day.yesterday(at: moment.now))
        week = day.start(of: day.week(of: moment.today).lowerBound)
        moved = settings.daysMovedAt
        movedDay = day.start(of: day.date(of: moved))
    }

    package func age(of entered: Instant) -> Backlog.Age {
        let came = entered == moved ? movedDay : entered
        if came > today { return .today }
        if came > yesterday { return .yesterday }
        return came > week ? .thisWeek : .older
    }
}
