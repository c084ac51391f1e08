@testable import DaybookCore

/// Short words for building tasks in tables of examples. Titles are single words, and views are written as words.
enum Fixture {
    static let device = Identifier(high: 7, low: 7)

    static func id(_ number: UInt64) -> Identifier { Identifier(high: 0x550e_8400_e29b_41d4, low: number) }

    static func clock(_ instant: String) -> HybridTime { HybridTime(Instant(instant)!, device: device) }

    static func moment(_ now: String, _ zone: String = "UTC", dayStart: String = "00:00", week: Int = 1) -> Moment {
        Moment(Instant(now)!, in: LocalDay(zone: Zone(zone)!, dayStart: TimeOfDay(dayStart)!, firstWeekday: week))
    }

    static func words(_ tasks: [TaskItem]) -> String { tasks.map(\.title).joined(separator: " ") }
}

extension TaskItem {
    /// `order` is a single base-62 digit; the identifier follows from the title, so that equal keys have a known order.
    static func named(
        _ title: String, _ state: TaskState = .notStarted, order: String = "V", on date: String? = nil,
        due: String? = nil, list: UInt64? = nil, deleted: Bool = false
    ) -> TaskItem {
        var number: UInt64 = 0
        for byte in title.utf8.prefix(8) { number = number << 8 | UInt64(byte) }
        var task = TaskItem(id: Fixture.id(number))
        task.title = title
        task.sortOrder = OrderKey(order)!
        task.scheduledDate = date.map { CalendarDate($0)! }
        task.dueAt = due.map { Instant($0)! }
        task.listId = list.map(Fixture.id)
        task.clocks[.title] = Fixture.clock("2026-01-01T00:00:00Z")
        if deleted { task.deletion = Fixture.clock("2026-01-02T00:00:00Z") }
        switch state {
        case .completed: return task.completed(at: "2026-01-01T12:00:00Z")
        case .active, .notStarted:
            task.openState = state
            return task
        }
    }

    func completed(at instant: String) -> TaskItem {
        var task = self
        task.completion = Completion(clock: Fixture.clock(instant), at: Instant(instant)!)
        return task
    }

    func placed(_ region: Region, _ bucket: Bucket = .none, since instant: String = "2026-01-01T00:00:00Z") -> TaskItem
    {
        var task = self
        task.region = region
        task.chosenBucket = bucket
        task.clocks[.region] = Fixture.clock(instant)
        return task
    }

    func keptSticky() -> TaskItem {
        var task = self
        task.sticky = true
        return task
    }
}
