import DaybookCore
import Seeds

/// What somebody did in some years, made at random, and what of it counts, known by the way in which it was made.
struct SomeYears {
    private(set) var operations: [SyncOperation] = []
    /// What happened to tasks once they were done, in a push of its own.
    private(set) var afterwards: [SyncOperation] = []
    /// Completions that count for ever.
    private(set) var facts: [CompletionFact] = []
    /// When a task was moved to a later day, and by how many days.
    private(set) var moves: [(task: Identifier, at: Instant, days: Int)] = []
    /// When a task was written down.
    private(set) var additions: [Instant] = []
    /// Dates of tasks that still wait.
    private(set) var waiting: [CalendarDate] = []
    let lists = (1...4 as ClosedRange<UInt64>).map { Identifier(high: 0x1157, low: $0) }
    let end: Instant
    private var random: SeededRandom
    private var clock: Int64 = 0

    init(seed: UInt64, end: Instant, tasks: Int, near moments: [Instant]) {
        random = SeededRandom(seed: seed)
        self.end = end
        for list in lists {
            operations.append(
                SyncOperation(
                    opId: identifier(), entity: .list, id: list, at: tick(end.adding(seconds: -900 * 86_400)),
                    fields: [JSONMember("name", .string("List \(list.low)"))]))
        }
        for _ in 0..<tasks { addTask(near: moments) }
    }

    private mutating func pick(_ count: UInt64) -> UInt64 { random.next() % count }
    private mutating func identifier() -> Identifier { Identifier(high: random.next(), low: random.next()) }

    /// No two changes have the same clock.
    private mutating func tick(_ at: Instant) -> HybridTime {
        clock += 1
        return HybridTime(
            milliseconds: at.milliseconds, counter: UInt16(clock % 60_000), device: StatisticsHouse.device)
    }

    /// Some time in two years, now and then close to a moment at which dates or clocks change.
    private mutating func instant(near moments: [Instant]) -> Instant {
        if pick(3) == 0, let moment = moments.randomElement(using: &random) {
            return min(moment.adding(milliseconds: Int64(pick(14_400_000)) - 7_200_000), end.adding(seconds: -3600))
        }
        return end.adding(milliseconds: -3_600_000 - Int64(pick(2 * 365 * 86_400_000)))
    }

    private mutating func addTask(near moments: [Instant]) {
        let task = identifier()
        let done = instant(near: moments)
        let made = done.adding(milliseconds: -Int64(pick(20) == 0 ? 0 : pick(30 * 86_400_000)))
        let list = pick(4) == 0 ? nil : lists.randomElement(using: &random)
        let category = pick(2) == 0 ? nil : ["health", "work", "Familie \u{1F331}"][Int(pick(3))]
        let region = pick(2) == 0 ? nil : ["morning", "evening", "backlog"][Int(pick(3))]
        let tags = ["home", "Ä, b"].prefix(Int(pick(3))).sorted()
        var fields = [
            JSONMember("tags", .array(tags.map { .string($0) })),
            JSONMember("title", .string("Task \(task.text)")), JSONMember("createdAt", .string(made.text)),
            JSONMember("listId", list.map { .string($0.text) } ?? .null),
            JSONMember("category", category.map { .string($0) } ?? .null),
        ]
        let date = made.utcDate.adding(days: Int(pick(6)))
        fields.append(JSONMember("scheduledDate", .string(date.text)))
        change(task, made, fields)
        additions.append(made)
        let last = move(task, from: date, after: made)
        guard pick(6) > 0 else {
            waiting.append(last)
            return
        }
        let fate = pick(8)
        // Where it is when it is done is what counts, not where it goes later.
        var doing = [JSONMember("state", "completed"), JSONMember("completedAt", .string(done.text))]
        // Open tasks stay out of regions, which have limits.
        if let region, fate > 0 { doing.append(JSONMember("region", .string(region))) }
        let completion = change(task, max(made, done).adding(milliseconds: 1000), doing)
        switch fate {
        case 0:
            // Taken back, it counts no more.
            afterwards.append(
                SyncOperation(
                    opId: identifier(), id: task, at: tick(end), fields: [JSONMember("state", "notStarted")],
                    reopens: completion))
            waiting.append(last)
            return
        case 1:
            afterwards.append(SyncOperation(opId: identifier(), id: task, at: tick(end), kind: .delete))
        case 2:
            afterwards.append(
                SyncOperation(
                    opId: identifier(), id: task, at: tick(end),
                    fields: [JSONMember("listId", .null), JSONMember("category", "changed")]))
        default: break
        }
        facts.append(
            CompletionFact(
                task: task, completedAt: done, createdAt: made, list: list, category: category,
                region: region.flatMap { Region(name: $0) }, tags: tags))
    }

    /// Some moves to other days, there and back; answers where it ends.
    private mutating func move(_ task: Identifier, from date: CalendarDate, after made: Instant) -> CalendarDate {
        var date = date
        for step in 0..<pick(4) {
            let next = date.adding(days: Int(pick(9)) - 3)
            let at = made.adding(milliseconds: 1 + Int64(step))
            change(task, at, [JSONMember("scheduledDate", .string(next.text))])
            if next > date { moves.append((task, at, next.days(since: date))) }
            date = next
        }
        return date
    }

    @discardableResult
    private mutating func change(_ task: Identifier, _ at: Instant, _ fields: [JSONMember]) -> HybridTime {
        let clock = tick(at)
        operations.append(SyncOperation(opId: identifier(), id: task, at: clock, fields: fields))
        return clock
    }
}
