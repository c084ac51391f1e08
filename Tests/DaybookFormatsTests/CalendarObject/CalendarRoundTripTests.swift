import DaybookFormats
import Foundation
import Seeds
import Simulation
import Testing

@testable import DaybookCore

/// What a program puts is what it gets: in meaning always, and where it is not plain, line by line.
@Suite struct CalendarRoundTripTests {
    @Test func tasksComeBackAsTheyWerePut() throws {
        var person = TodoPerson(random: RandomSeed.generator())
        for round in 0..<CalendarDesk.rounds(50) {
            var server = ServerAccount(
                account: Identifier(high: 7, low: UInt64(round)), epoch: Identifier(high: 1, low: 2))
            for number in 0..<200 {
                let task = person.task()
                let lines = ["UID:task-\(number)"] + task.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap(\.value)
                let body = CalendarDesk.calendar(lines.joined(separator: "\n"), product: "-//Any//EN")
                let failure = try failure(of: body, in: &server, &person.random)
                guard let failure else { continue }
                Issue.record("\(RandomSeed.current): \(failure)\n\(String(decoding: body, as: UTF8.self))")
                return
            }
        }
    }

    private func failure(
        of body: [UInt8], in server: inout ServerAccount, _ random: inout SeededRandom
    ) throws -> String? {
        let now: Instant = "2026-12-01T08:00:00Z"
        let object = try CalendarObject(body)
        let put = CalendarPut(object, account: server.slice.account, settings: server.slice.settings, now: now)
        let steps = try put.decision().steps
        guard let step = steps.first, steps.count == 1 else { return "it comes to \(steps.count) steps" }
        let operation = SyncOperation(
            opId: .random(using: &random), id: step.id, at: HybridTime(now, device: Identifier(high: 3, low: 3)),
            kind: step.kind, .task(step.patch))
        guard case .merged(let merged) = server.push(Push(operations: [operation]), now: now),
            case .applied? = merged.outcomes.first, let row = server.slice.tasks[step.id]
        else { return "it was not taken" }
        var made: [UInt8] = []
        CalendarRendering.append(ShownTask(row, .head), to: &made)
        let shown = try CalendarObject(made)
        guard shown.means(object) else { return "it comes back as\n\(String(decoding: made, as: UTF8.self))" }
        // Put again as it was read, it says nothing new.
        var again = CalendarPut(shown, account: server.slice.account, settings: server.slice.settings, now: now)
        again.row = ShownTask(row, .head)
        let more = try again.decision().steps
        guard more.isEmpty else { return "read and put again it changes \(more.map { $0.patch.members.map(\.name) })" }
        // Nothing is longer than a line may be, and a character is in one line.
        for line in String(decoding: made, as: UTF8.self).split(separator: "\r\n") where line.utf8.count > 75 {
            return "a line of \(line.utf8.count) bytes"
        }
        return nil
    }

    /// Straight from the fields is what the long way writes.
    @Test func plainTasksAreWrittenTheSameEitherWay() throws {
        var random = RandomSeed.generator()
        for _ in 0..<5000 {
            let task = try Self.plain(&random)
            var long = task
            // What says that a client has written to it, and says nothing.
            let clock = try #require(task.clocks.greatest)
            long.unknown.set(.init(name: "ics:VCALENDAR", value: .array([]), clock: clock))
            for part in [ShownTask.Part.head, .earlier] {
                var (first, second): ([UInt8], [UInt8]) = ([], [])
                CalendarRendering.append(ShownTask(task, part, base: "b-1"), to: &first)
                CalendarRendering.append(ShownTask(long, part, base: "b-1"), to: &second)
                guard first != second else { continue }
                Issue.record(
                    """
                    \(RandomSeed.current): \(String(decoding: first, as: UTF8.self))
                    but \(String(decoding: second, as: UTF8.self))
                    """)
                return
            }
        }
    }

    private static func plain(_ random: inout SeededRandom) throws -> TaskItem {
        var task = TaskItem(id: .random(using: &random))
        let texts = ["Milk", "a, b; c\\d\ne", String(repeating: "long – ", count: 40), "日本", "x\u{1}y"]
        task.title = random.pick(texts) ?? ""
        if random.chance(40) { task.notes = random.pick(texts) }
        if random.chance(40) { task.dueAt = Instant(milliseconds: Int64(random.below(1_000_000)) * 3_333_333) }
        if random.chance(40) { task.scheduledDate = "2026-12-01" }
        if random.chance(30) { task.reminderAt = "2026-12-01T08:00:00.500Z" }
        if random.chance(30) { task.priority = random.below(10) }
        if random.chance(30) { task.category = "life" }
        if random.chance(30) { task.parentId = .random(using: &random) }
        if random.chance(20) { task.parentRecurringId = .random(using: &random) }
        if random.chance(20) { task.openState = .active }
        let device = Identifier(high: 1, low: UInt64(random.below(9)))
        let clock = try #require(HybridTime("2026-12-01T08:00:00Z", device: device))
        if random.chance(30) { task.tagSet = TagSet(["home", "a,b"], at: clock) }
        if random.chance(30) {
            task.recurrence =
                random.chance(50) ? .rule("FREQ=WEEKLY;COUNT=3") : .weekly(try #require(Weekdays([1, 3])))
            if random.chance(50) { task.recurrence?.except = ["2026-12-24", "2026-12-20"] }
        }
        if random.chance(30) { task.completion = .init(clock: clock, at: "2026-12-01T07:59:59.999Z") }
        task.clocks[.title] = clock
        return task
    }
}
