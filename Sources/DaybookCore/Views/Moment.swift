/// What an account sees at one instant. The views are functions of it: nothing in them asks for the time again, so all
/// parts of one screen agree about what today is.
public struct Moment: Hashable, Sendable {
    /// The instant itself.
    public let now: Instant
    /// How the account counts days.
    public let day: LocalDay
    /// The account's date at that instant.
    public let today: CalendarDate
    /// The date after it.
    public let tomorrow: CalendarDate

    /// An instant, in the days of an account.
    public init(_ now: Instant, in day: LocalDay) {
        self.now = now
        self.day = day
        today = day.today(at: now)
        tomorrow = day.tomorrow(at: now)
    }
}

/// The order of tasks inside a view: active, then not started, then completed; inside each by order key, then by id, so
/// that two devices with equal tasks show equal views.
package enum ViewOrder {
    /// The tasks that a view holds, in its order. Deleted tasks are in no view.
    package static func sorted(
        _ tasks: some Sequence<TaskItem>, where belongs: (TaskItem) -> Bool = { _ in true }
    ) -> [TaskItem] {
        // A task is a large value; sorting moves only its key.
        var held: [TaskItem] = []
        var places: [(rank: UInt8, head: UInt64, key: OrderKey, id: Identifier, index: Int)] = []
        for task in tasks where !task.isDeleted && belongs(task) {
            places.append((rank(of: task.state), task.sortOrder.head, task.sortOrder, task.id, held.count))
            held.append(task)
        }
        places.sort { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.head != right.head { return left.head < right.head }
            if left.key != right.key { return left.key < right.key }
            return left.id < right.id
        }
        return places.map { held[$0.index] }
    }

    package static func rank(of state: TaskState) -> UInt8 {
        switch state {
        case .active: 0
        case .notStarted: 1
        case .completed: 2
        }
    }
}

extension Moment {
    /// What the account's clock shows at an instant.
    package func clock(_ instant: Instant) -> TimeOfDay {
        let second = instant.milliseconds.flooredQuotient(by: 1000) + Int64(day.zone.offset(at: instant))
        let minute = Int(second.flooredQuotient(by: 60) % 1440 + 1440) % 1440
        return TimeOfDay(hour: minute / 60, minute: minute % 60) ?? .midnight
    }
}
