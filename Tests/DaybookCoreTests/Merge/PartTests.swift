import Testing

@testable import DaybookCore

/// Tasks that are parts of others.
@Suite struct PartTests {
    var desk = Desk()
    let one = Desk.task(1)
    let two = Desk.task(2)
    let three = Desk.task(3)

    private static func part(of parent: Identifier?) -> [JSONMember] {
        [JSONMember("parentId", parent.map { .string($0.text) } ?? .null)]
    }

    @Test mutating func aPartMayComeBeforeWhatItIsPartOf() {
        #expect(desk.do(two, .title("part") + Self.part(of: one), at: 1) == .applied)
        #expect(desk.slice.parts(of: one).map(\.id) == [two])
        #expect(desk.do(one, .title("whole"), at: 2) == .applied)
        desk.do(one, at: 3, kind: .delete)
        #expect(!desk[2].isDeleted && desk[2].parentId == one)
    }

    /// Whichever arrives first, what was said last gives way.
    @Test(arguments: [false, true]) mutating func twoDevicesMakeACircle(_ isReversed: Bool) {
        for task in [one, two, three] { desk.do(task, .title("x"), at: 1) }
        desk.do(two, Self.part(of: three), at: 2)
        let changes: [(Identifier, Identifier, Int64, Identifier)] = [(one, two, 5, Desk.a), (three, one, 9, Desk.b)]
        var outcomes: [Outcome] = []
        for (task, parent, at, device) in isReversed ? changes.reversed() : changes {
            outcomes.append(desk.do(task, Self.part(of: parent), at: at, by: device))
        }
        #expect(desk[3].parentId == nil && desk[1].parentId == two && desk[2].parentId == three)
        let line = desk.ledger.last
        #expect(line?.operation.purpose == .untangling && line?.operation.id == three)
        #expect(outcomes.last?.conflicts.map(\.reason) == (isReversed ? [] : [.tangled]))
    }

    @Test mutating func nothingIsPartOfItself() {
        desk.do(one, .title("x"), at: 1)
        #expect(desk.do(one, Self.part(of: one), at: 2).rejection?.fields.map(\.field) == ["parentId"])
    }

    @Test mutating func thereIsABottom() {
        for number in 1...40 as ClosedRange<UInt64> {
            let parent = number > 1 ? Desk.task(number - 1) : nil
            desk.do(Desk.task(number), .title("\(number)") + Self.part(of: parent), at: Int64(number))
        }
        var depth = 0
        for number in 1...40 as ClosedRange<UInt64> {
            depth = desk[number].parentId == nil ? 0 : depth + 1
            #expect(depth <= Slice.deepestPart)
        }
        // A circle that is longer than anybody looks is none either.
        desk.do(one, Self.part(of: Desk.task(33)), at: 100)
        #expect(desk[1].parentId == nil)
    }

    /// What somebody does to a task and its parts at once is taken back at once.
    @Test mutating func oneDeedOfSeveralOperations() {
        desk.do(one, .title("whole"), at: 1)
        desk.do(two, .title("part") + Self.part(of: one), at: 1)
        let first = desk.operation(one, at: 2, kind: .delete)
        var second = desk.operation(two, at: 3, kind: .delete)
        second.cause = first.opId
        desk.push([first, second])
        let lines = desk.ledger.filter { $0.operation.opId == first.opId || $0.cause == first.opId }
        #expect(lines.count == 2 && desk[1].isDeleted && desk[2].isDeleted)
        desk.push(desk.slice.undo(lines, at: Desk.time(4, Desk.c), request: .zero).operations)
        #expect(!desk[1].isDeleted && !desk[2].isDeleted)
        // What makes a row, or names what is not in the push, is nobody's part.
        var third = desk.operation(three, .title("x"), at: 5)
        third.cause = first.opId
        desk.push([third])
        #expect(desk.ledger.last?.cause == nil)
    }

    // MARK: Series

    private mutating func series() {
        let rule = JSONMember("recurrence", .object([JSONMember("days", .array([1]))]))
        desk.do(one, .title("weekly") + [rule, JSONMember("scheduledDate", "2026-06-01")], at: 1)
        desk.do(two, .title("part") + Self.part(of: one) + [JSONMember("scheduledDate", "2026-06-02")], at: 2)
        desk.do(three, .title("of the part") + Self.part(of: two) + [JSONMember("tags", .array(["a"]))], at: 3)
        desk.do(two, .state("completed"), at: 4)
    }

    private func occurrence(after number: UInt64) -> TaskItem? {
        desk[number].nextOccurrence(in: desk.slice.settings).flatMap { desk.slice.tasks[$0.id] }
    }

    @Test mutating func theNextOccurrenceHasItsSubtasksOpen() throws {
        series()
        desk.do(one, .state("completed"), at: 5)
        let next = try #require(occurrence(after: 1))
        let parts = desk.slice.parts(of: next.id)
        #expect(parts.map(\.title) == ["part", "of the part"] && parts.allSatisfy { !$0.isCompleted })
        #expect(parts.map(\.scheduledDate?.text) == ["2026-06-09", nil] && parts[1].tags == ["a"])
        #expect(parts[1].parentId == parts[0].id)
        // The completed one keeps its own.
        #expect(desk.slice.parts(of: one).map(\.id) == [two, three] && desk[2].isCompleted)
    }

    @Test mutating func takenBackTheyGoAndComeAgain() throws {
        series()
        desk.do(one, .state("completed"), at: 5)
        let next = try #require(occurrence(after: 1))
        desk.do(one, .state("active"), at: 6, reopens: desk[1].completion?.clock)
        #expect(desk.slice.tasks[next.id]?.isDeleted == true && desk.slice.parts(of: next.id).isEmpty)
        desk.do(one, .state("completed"), at: 7)
        #expect(desk.slice.parts(of: next.id).count == 2)
        // What somebody worked on stays.
        let worked = desk.slice.parts(of: next.id)[0]
        desk.do(worked.id, .title("mine"), at: 8)
        desk.do(one, .state("active"), at: 9, reopens: desk[1].completion?.clock)
        #expect(desk.slice.tasks.values.filter { !$0.isDeleted && $0.parentId == next.id }.map(\.title) == ["mine"])
    }

    /// A next one that somebody has worked on is there already: completed again, the task brings it nothing.
    @Test mutating func completedAgainNothingComesToANextOneThatIsWorkedOn() throws {
        series()
        desk.do(one, .state("completed"), at: 5)
        let next = try #require(occurrence(after: 1))
        desk.do(next.id, .title("mine"), at: 6)
        desk.do(one, .state("active"), at: 7, reopens: desk[1].completion?.clock)
        desk.do(Desk.task(4), .title("late part") + Self.part(of: one), at: 8)
        desk.do(one, .state("completed"), at: 9)
        #expect(desk.slice.tasks[next.id]?.title == "mine")
        #expect(!desk.slice.parts(of: next.id).contains { $0.title == "late part" })
    }

    @Test mutating func anUndoOfTheCompletionTakesThemBack() throws {
        series()
        desk.do(one, .state("completed"), at: 5)
        let next = try #require(occurrence(after: 1))
        let done = try #require(desk.ledger.last { $0.cause == nil })
        let lines = desk.ledger.filter { $0.operation.opId == done.operation.opId || $0.cause == done.operation.opId }
        desk.push(desk.slice.undo(lines, at: Desk.time(6, Desk.c), request: .zero).operations)
        #expect(!desk[1].isCompleted && desk.slice.parts(of: next.id).isEmpty)
    }

    @Test func aDayTurnMakesThemToo() throws {
        let today = try #require(CalendarDate("2026-06-03"))
        let boundary = try #require(Instant("2026-06-03T00:00:00Z"))
        var slice = Slice(account: .zero)
        var first = TaskItem(id: one)
        first.title = "daily"
        first.scheduledDate = CalendarDate("2026-06-01")
        first.recurrence = Recurrence(.rule("FREQ=DAILY"), onSchedule: true)
        var part = TaskItem(id: two)
        part.title = "part"
        part.parentId = one
        slice.tasks = [one: first, two: part]
        let turn = slice.dayTurn(to: today, boundary: boundary)
        #expect(turn.compactMap { $0.ofTask[.title]?.text } == ["part", "daily"])
        #expect(turn[0].ofTask[.parentId] == .identifier(turn[1].id))
    }
}
