import DaybookCore
import Seeds

/// Tasks that crowd around everything at which a view could go wrong: boundaries of days, weeks and months, the present
/// instant, equal order keys.
struct RandomAccount {
    let tasks: [TaskItem]
    let lists: [TaskList]

    init(_ random: inout SeededRandom, around moment: Moment, count: Int) {
        let author = Identifier(high: 0xD, low: 1)
        let past = HybridTime(milliseconds: moment.now.milliseconds - 90 * Instant.dayLength, device: author)
        let gone = HybridTime(milliseconds: moment.now.milliseconds + 90 * Instant.dayLength, device: author)
        let lists = (1...3 as ClosedRange<UInt64>).map { number -> TaskList in
            var list = TaskList(id: Identifier(high: 0x1157, low: number))
            list.name = "List \(number)"
            list.sortOrder = OrderKey("V\(number)")!
            list.createdAt = past.instant
            list.clocks[.title] = past
            list.revision = 1
            return list
        }
        self.lists = lists
        let made: [TaskList] = lists
        let instants = Self.instants(around: moment)
        tasks = (0..<count).map { _ -> TaskItem in
            var task = TaskItem(id: .random(using: &random))
            func clock(_ random: inout SeededRandom) -> HybridTime {
                HybridTime(random.pick(instants)!, device: author)
            }
            task.title = random.pick(["Buy milk", "Käse 🧀", "a \"b\"\n\\", "数据", "x"])!
            task.createdAt = past.instant
            task.clocks[.title] = past
            task.revision = 1
            task.sortOrder = OrderKey(random.pick(["a0", "a1", "V", "b", "aZ", "az", "Z9"])!)!
            task.openState = random.chance(30) ? .active : .notStarted
            if random.chance(35) {
                let at = clock(&random)
                task.completion = TaskItem.Completion(clock: at, at: at.instant)
                if random.chance(15) { task.reopenedThrough = at }
            }
            if random.chance(65) {
                task.scheduledDate = moment.today.adding(days: random.pick([-40, -2, -1, 0, 0, 0, 1, 1, 2, 3, 40])!)
            }
            if random.chance(50) { task.dueAt = random.pick(instants) }
            if random.chance(50) { task.listId = random.pick(made)?.id }
            if random.chance(60) {
                task.region = random.pick(Region.allCases) ?? .morning
                task.chosenBucket = random.pick(Bucket.allCases) ?? .none
                task.clocks[.region] = clock(&random)
                task.sticky = random.chance(40)
            }
            if random.chance(10) { task.recurrence = .weekly(Weekdays([1, 3])!) }
            if random.chance(10) { task.notes = "by\tthe way" }
            if random.chance(8) { task.category = "health" }
            if random.chance(8) { task.unknown = UnknownFields([.init(name: "mood", value: .integer(3), clock: past)]) }
            if random.chance(12) { task.deletion = gone }
            return task
        }
    }

    private static func instants(around moment: Moment) -> [Instant] {
        let day = moment.day
        let ages = BacklogAges(moment, AccountSettings())
        let month = day.interval(of: day.month(of: moment.today))
        let tonight = day.nextBoundary(after: moment.now)
        let edges = [
            moment.now, ages.today, ages.yesterday, ages.week, tonight, day.nextBoundary(after: tonight),
            month.lowerBound, month.upperBound,
        ]
        let near = edges.flatMap { edge in [-1, 0, 1].map { edge.adding(milliseconds: $0) } }
        return near + (-40...40).map { moment.now.adding(seconds: $0 * 4099) }
    }
}
