import DaybookCore
import DaybookLedger
import Postgres
import RowWriting
import Seeds
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestAccounts

/// Tasks that are passed on from where they lie in an answer are told byte for byte as the model tells them.
@Suite(.closing) struct StoredTasksTests {
    @Test(arguments: RandomSeed.all(for: "StoredTasksTests/storedTasksAreToldAsTheModelTellsThem"))
    func storedTasksAreToldAsTheModelTellsThem(seed: RandomSeed) async throws {
        let house = try await ViewHouse.open()
        var random = seed.generator()
        for _ in 0..<Proofs.scale(gate: 6, proof: 60) {
            let tasks = (1...60).map { AnyTask.draw(&random, revision: $0) }
            try await house.fill(tasks, [AnyTask.list], AccountSettings())
            let rows = try await house.database.read(
                of: house.account,
                """
                SELECT 'before', \(TaskItem.columns), \(PlainTask.columns) FROM task
                WHERE account_id = \(house.account) ORDER BY revision
                """)
            #expect(rows.count == tasks.count)
            let shownFrom = 31
            try expect(rows, .whole, from: 1, .replica, seed) { try TaskItem(&$0).write(to: &$1, .replica) }
            try expect(rows, .whole, from: 1, .plain, seed) { try TaskItem(&$0).write(to: &$1) }
            try expect(rows, .shown, from: shownFrom, .plain, seed) { try PlainTask(&$0).write(to: &$1) }
        }
    }

    private func expect(
        _ rows: Rows, _ columns: TaskColumns, from first: Int, _ form: RowForm, _ seed: RandomSeed,
        _ model: (inout StoredColumns, inout JSONWriter) throws -> Void
    ) throws {
        var passed = JSONWriter()
        passed.beginArray()
        try passed.storedTasks(rows.prefix(rows.count), columns, from: first, form)
        passed.endArray()
        var expected = JSONWriter()
        expected.beginArray()
        for row in rows {
            var stored = StoredColumns(row, from: first)
            try model(&stored, &expected)
        }
        expected.endArray()
        #expect(
            String(decoding: passed.bytes, as: UTF8.self) == String(decoding: expected.bytes, as: UTF8.self),
            "\(columns) \(form) \(seed)")
    }

    @Test func anAccountWithoutTasksHasNoElements() async throws {
        let house = try await ViewHouse.open()
        let rows = try await house.database.read(
            of: house.account,
            """
            SELECT \(TaskItem.columns) FROM account_clock AS clock LEFT JOIN task USING (account_id)
            WHERE account_id = \(house.account)
            """)
        #expect(rows.count == 1)
        var json = JSONWriter()
        json.beginArray()
        try json.storedTasks(rows.prefix(1), .whole)
        json.endArray()
        #expect(json.bytes == Array("[]".utf8))
    }

    @Test func columnsOfOtherTypesAreNotReadAsTasks() async throws {
        let house = try await ViewHouse.open()
        var random = RandomSeed.generator()
        try await house.fill([AnyTask.draw(&random, revision: 1)], [AnyTask.list], AccountSettings())
        let rows = try await house.database.read(
            of: house.account, "SELECT 1, \(TaskItem.columns) FROM task WHERE account_id = \(house.account)")
        #expect(TaskColumns.whole.stand(in: rows[0], from: 1))
        #expect(throws: PostgresError.self) {
            var json = JSONWriter()
            try json.storedTasks(rows.prefix(1), .whole)
        }
    }
}

/// A task with anything that a task can hold, which need make no sense together.
private enum AnyTask {
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
    private static func text(_ random: inout SeededRandom) -> String {
        let letters = ["a", "Z", " ", "ü", "数", "🧀", "e\u{301}", "\"", "\\", "/", "\u{7F}", "\u{2028}"]
        let controls = (1..<0x20).map { String(Unicode.Scalar(UInt8($0))) }
        let rarely = random.chance(50)
        return (0..<random.below(70)).map { _ in
            rarely ? "w" : random.pick(random.chance(80) ? letters : controls)!
        }.joined() + (random.chance(20) ? random.pick(controls)! : "")
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
