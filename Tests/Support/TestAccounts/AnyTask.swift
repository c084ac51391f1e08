import DaybookCore
import Seeds

/// A task with anything that a task can hold, which need make no sense together.
enum AnyTask {
    static let list: TaskList = {
        var list = TaskList(id: Identifier(high: 0x1157, low: 1))
        list.name = "Home"
        list.revision = 1
        return list
    }()

    static func draw(_ random: inout SeededRandom, revision: Int) -> TaskItem {
        var task = TaskItem(id: .random(using: &random))
        let clocks = (0..<random.below(4) + 1).map { _ in clock(&random) }
        task.title = "x" + text(&random)
        if random.chance(50) { task.notes = text(&random) }
        if random.chance(3) { task.notes = String(repeating: "\"long\"\n", count: random.below(20_000)) }
        if random.chance(30) { task.openState = .active }
        if random.chance(30) { task.completion = .init(clock: random.pick(clocks)!, at: instant(&random)) }
        if random.chance(30) { task.reopenedThrough = random.pick(clocks) }
        task.createdAt = instant(&random)
        if random.chance(50) { task.scheduledDate = date(&random) }
        if random.chance(50) { task.dueAt = instant(&random) }
        if random.chance(50) { task.reminderAt = instant(&random) }
        if random.chance(50) { task.listId = list.id }
        task.sortOrder = OrderKey(random.pick(["a0", "V", "zzzz9", String(repeating: "z", count: 255)])!)!
        if random.chance(70) { task.region = random.pick(Region.allCases) }
        task.chosenBucket = random.pick(Bucket.allCases)!
        task.carryCount = random.pick([0, 1, 12, 4000, Int(Int32.max)])!
        task.sticky = random.chance(50)
        task.autoCarry = random.chance(50)
        if random.chance(50) { task.category = text(&random) }
        if random.chance(50) { task.priority = .random(in: TaskItem.priorities, using: &random) }
        if random.chance(20) {
            for tag in ["a", "\"b\"", "ü"] {
                if random.chance(60) { task.tagSet.add(tag, at: clock(&random)) }
                if random.chance(30) { task.tagSet.remove(tag, through: clock(&random)) }
            }
        }
        if random.chance(20) {
            task.recurrence = random.pick([.weekly(Weekdays([1, 7])!), .rule("FREQ=MONTHLY;BYDAY=-1FR")])
        }
        if random.chance(30) { task.parentRecurringId = .random(using: &random) }
        if random.chance(30) { task.parentId = .random(using: &random) }
        if random.chance(30) { task.deletion = random.pick(clocks + [clock(&random)]) }
        for field in TaskField.allCases where random.chance(80) { task.clocks[field] = random.pick(clocks) }
        if random.chance(50) { task.enterBacklog(at: instant(&random)) }
        if random.chance(10) {
            task.unknown = UnknownFields([.init(name: "mood", value: .integer(3), clock: clock(&random))])
        }
        task.revision = Int64(revision)
        return task
    }

    /// With what has to be escaped at any place, and letters of any length.
    static func text(_ random: inout SeededRandom) -> String {
        let letters = ["a", "Z", " ", "ü", "数", "🧀", "e\u{301}", "\"", "\\", "/", "\u{7F}", "\u{2028}"]
        let controls = (1..<0x20).map { String(Unicode.Scalar(UInt8($0))) }
        let rarely = random.chance(50)
        return (0..<random.below(70)).map { _ in
            rarely ? "w" : random.pick(random.chance(80) ? letters : controls)!
        }.joined() + (random.chance(20) ? random.pick(controls)! : "")
    }

    /// Texts of one to twenty letters with one of these at each of their places.
    static func texts(withOneOf special: [Character]) -> [String] {
        (1...20).flatMap { length in
            (0..<length).map { place in
                var letters = Array(repeating: "w" as Character, count: length)
                letters[place] = special[(length + place) % special.count]
                return String(letters)
            }
        }
    }

    private static func instant(_ random: inout SeededRandom) -> Instant {
        let edges = [Instant.earliest, .latest, Instant(milliseconds: 0), Instant(milliseconds: -1)]
        return random.chance(20)
            ? random.pick(edges)!
            : Instant(milliseconds: .random(in: -99_000_000_000...99_000_000_000_000, using: &random))
    }

    private static func date(_ random: inout SeededRandom) -> CalendarDate {
        let edges = [CalendarDate.earliest, .latest, CalendarDate("2028-02-29")!, CalendarDate("1969-12-31")!]
        return random.chance(20)
            ? random.pick(edges)! : CalendarDate(dayNumber: .random(in: -30_000...900_000, using: &random))!
    }

    /// Some of one time, told apart by their counter or their device.
    private static func clock(_ random: inout SeededRandom) -> HybridTime {
        let times: [Int64] = [
            -1, 0, 1_795_000_000_000, .random(in: 1_600_000_000_000...1_900_000_000_000, using: &random),
        ]
        return HybridTime(
            milliseconds: random.pick(times)!, counter: random.pick([0, 1, 255, .max])!,
            device: random.chance(50) ? .random(using: &random) : Identifier(high: 0xD, low: 1))
    }
}
