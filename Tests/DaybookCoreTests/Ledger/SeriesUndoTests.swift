import Testing

@testable import DaybookCore

/// What becomes of a series whose completions are taken back.
@Suite struct SeriesUndoTests {
    var table = UndoTests()
    let one = Desk.task(1)
    let next: Identifier

    init() throws {
        next = .occurrence(of: Desk.task(1), on: try #require(CalendarDate("2026-06-02")))
        let rule = JSONValue.object([JSONMember("rrule", "FREQ=DAILY")])
        let fields = [JSONMember("recurrence", rule), JSONMember("scheduledDate", "2026-06-01")]
        table.desk.do(one, .title("Run") + fields, at: 1)
    }

    var isThere: Bool { table.desk.slice.tasks[next]?.isDeleted == false }

    /// Completes the first one; answers what that led to.
    mutating func complete(at seconds: Int64) -> [LedgerEntry] {
        table.desk.do(one, .state("completed"), at: seconds)
        return table.latest
    }

    @Test mutating func itGoesOnHoweverOftenACompletionIsTakenBack() {
        for round in 0..<3 as Range<Int64> {
            let completion = complete(at: 10 + round * 10)
            #expect(isThere && table.desk[1].isCompleted)
            let plan = table.undo(completion, at: 12 + round * 10)
            #expect(plan.kept.isEmpty)
            #expect(!isThere && !table.desk[1].isCompleted)
            // What happens between does not matter.
            table.desk.do(one, .title("Run \(round)") + .state("active"), at: 14 + round * 10)
        }
        _ = complete(at: 50)
        #expect(isThere && table.desk.slice.tasks[next]?.title == "Run 2")
        var again = Slice(account: table.desk.slice.account)
        for entry in table.desk.ledger { again.replay(entry) }
        #expect(again.tasks == table.desk.slice.tasks)
    }

    @Test mutating func anUndoingThatIsTakenBackBringsTheNextOneAlong() {
        let completion = complete(at: 10)
        table.undo(completion, at: 12)
        let undoing = table.desk.ledger.last { $0.operation.id == one }
        table.undo([undoing].compactMap { $0 }, at: 14)
        #expect(table.desk[1].isCompleted && isThere)
    }

    /// Of what was completed, moved and taken back there is one next occurrence when that is taken back in turn, in one
    /// go or line by line in any order: the one that follows from where the completed one is now.
    @Test(arguments: [[0, 1], [1, 0], [2]]) mutating func ofAMovedOneThereIsOneNext(_ lines: [Int]) {
        let completion = complete(at: 10)
        table.desk.do(one, [JSONMember("scheduledDate", "2026-06-05")], at: 11)
        let before = table.desk.ledger.count
        table.undo(completion, at: 12)
        let undoing = Array(table.desk.ledger[before...])
        #expect(undoing.map(\.operation.id) == [one, next] && undoing[1].cause == undoing[0].operation.opId)
        #expect(!isThere && !table.desk[1].isCompleted)
        for (round, line) in lines.enumerated() {
            table.undo(line == 2 ? undoing : [undoing[line]], at: 14 + Int64(round))
        }
        #expect(table.desk[1].isCompleted)
        let open = table.desk.slice.tasks.values.filter { !$0.isDeleted && !$0.isCompleted }
        #expect(open.map(\.scheduledDate?.text) == ["2026-06-06"])
    }

    /// Nothing is taken back by a series that goes on: who takes only that back gets it again.
    @Test mutating func whatWasTakenBackByItselfComesBackByItself() {
        let completion = complete(at: 10)
        table.undo(Array(completion.dropFirst()), at: 12)
        #expect(!isThere && table.desk[1].isCompleted)
        table.undo(table.latest, at: 14)
        #expect(isThere)
    }

    @Test mutating func aReopeningThatIsTakenBackBringsOneNext() {
        _ = complete(at: 10)
        table.desk.do(one, [JSONMember("scheduledDate", "2026-06-05")], at: 11)
        table.desk.do(one, .state("active"), at: 12, base: table.desk.slice.revision)
        #expect(!isThere)
        table.undo(table.latest, at: 14)
        let open = table.desk.slice.tasks.values.filter { !$0.isDeleted && !$0.isCompleted }
        #expect(open.map(\.scheduledDate?.text) == ["2026-06-06"])
    }

    @Test mutating func whatSomebodyDeletedStaysDeleted() {
        let completion = complete(at: 10)
        table.desk.do(next, at: 11, kind: .delete)
        table.undo(completion, at: 12)
        _ = complete(at: 14)
        #expect(table.desk[1].isCompleted && !isThere)
    }

    @Test mutating func whatSomebodyBroughtBackAndDeletedStaysDeleted() {
        let completion = complete(at: 10)
        table.undo(completion, at: 12)
        table.desk.do(next, at: 13, kind: .restore)
        #expect(isThere)
        table.desk.do(next, at: 14, kind: .delete)
        _ = complete(at: 16)
        #expect(!isThere)
    }

    @Test mutating func whatSomebodyWorkedOnSinceStays() {
        let completion = complete(at: 10)
        table.undo(completion, at: 12)
        let second = complete(at: 14)
        table.desk.do(next, .title("Run far"), at: 15)
        let plan = table.undo(second, at: 16)
        #expect(plan.kept.map(\.field) == ["deletedAt"])
        #expect(isThere && !table.desk[1].isCompleted)
    }

    /// A completion from before the taking-back that arrives after it.
    @Test mutating func aLateCompletionHasANextOne() {
        let completion = complete(at: 10)
        table.undo(completion, at: 14)
        table.desk.do(one, .state("completed"), at: 12, by: Desk.b)
        #expect(table.desk[1].isCompleted && isThere)
    }

    /// The server loads by `needs`: the place that the occurrence takes again is among them.
    @Test mutating func whatIsNeededIsNamed() {
        table.desk.do(one, .place("morning", "mustDo"), at: 2)
        let completion = complete(at: 10)
        table.undo(completion, at: 12)
        let push = Push(operations: [table.desk.operation(one, .state("completed"), at: 14)])
        let needs = table.desk.slice.needs(for: push, MergeContext(now: table.desk.now))
        #expect(needs.tasks.contains(next))
        #expect(needs.places.contains(RegionDay(date: CalendarDate("2026-06-02"), region: .morning)))
    }

    /// And the place that it takes and leaves in one push: meanwhile it may have moved others.
    @Test mutating func whatIsWithdrawnAtOnceIsNamed() {
        table.desk.do(one, .place("morning", "mustDo"), at: 2)
        let completion = table.desk.operation(one, .state("completed"), at: 14)
        let reopening = table.desk.operation(one, .state("active"), at: 15, reopens: completion.at)
        let push = Push(operations: [completion, reopening])
        let context = MergeContext(now: table.desk.now, isServer: true)
        var slice = table.desk.slice
        slice.lines[one] = table.desk.ledger.filter { $0.operation.id == one }
        let needs = slice.needs(for: push, context)
        _ = slice.mergeUnguarded(push, context)
        #expect(slice.tasks[next]?.isDeleted == true)
        #expect(needs.places.contains(RegionDay(date: CalendarDate("2026-06-02"), region: .morning)))
    }

    /// What becomes part of an occurrence in the push that completes it brings its own parts along.
    @Test mutating func thePartsOfWhatHasOnlyJustBecomeAPartAreNamed() {
        let (old, part) = (Desk.task(2), Desk.task(3))
        table.desk.do(old, .title("Stretch") + [JSONMember("parentId", .string(one.text))], at: 2)
        table.desk.do(part, .title("Shoes"), at: 3)
        let joining = table.desk.operation(part, [JSONMember("parentId", .string(one.text))], at: 13)
        let completion = table.desk.operation(one, .state("completed"), at: 14)
        let needs = table.desk.slice.needs(
            for: Push(operations: [joining, completion]), MergeContext(now: table.desk.now, isServer: true))
        // Those of the other are loaded with the occurrence's.
        #expect(needs.parts == [one, part])
    }

    /// Without a date an occurrence stands for that on which it was made, and which one that is depends on the
    /// account's settings: what its completion made is found again also where that has changed since.
    @Test(arguments: [("timeZone", "Pacific/Kiritimati"), ("dayStart", "23:00")])
    mutating func settingsThatChangedMeanwhileLeaveNoSecondNext(_ setting: String, _ value: String) throws {
        table.desk.do(one, [JSONMember("scheduledDate", .null)], at: 5)
        _ = complete(at: 10)
        let made = try #require(open.first)
        table.desk.do(table.desk.slice.account, [JSONMember(setting, .string(value))], at: 11, entity: .settings)
        table.desk.do(one, .state("active"), at: 12, base: table.desk.slice.revision)
        #expect(open.map(\.id) == [one])
        _ = complete(at: 14)
        #expect(open.count == 1)
        // A late change retells the story; the next one stays.
        let next = open.map(\.id)
        table.desk.do(one, .title("Run early"), at: 13, by: Desk.b)
        #expect(open.map(\.id) == next && made.parentRecurringId == one)
    }

    /// That days end in the backlog is known late. Told again, the occurrence was carried to the day on which it was
    /// completed: its next one follows from there, and the one that followed from where it stood goes.
    @Test mutating func aRolloverThatIsKnownLateLeavesNoSecondNext() throws {
        let day: Int64 = 86_400
        let place = [JSONMember].place("morning", "mustDo", "2026-05-28") + [JSONMember("autoCarry", .bool(true))]
        table.desk.do(one, place, at: 2)
        table.desk.now = table.desk.now.adding(seconds: 4 * day)
        _ = complete(at: 3 * day)
        let rollover = [JSONMember("rollover", "backlog")]
        table.desk.do(table.desk.slice.account, rollover, at: 3, by: Desk.b, entity: .settings)
        #expect(open.map(\.scheduledDate?.text) == ["2026-05-29"])
        table.desk.do(one, .title("Run early"), at: 4, by: Desk.b)
        #expect(table.desk[1].scheduledDate?.text == "2026-05-31")
        #expect(open.map(\.parentRecurringId) == [one] && open.first?.title == "Run early")
        #expect(open.first?.id == .occurrence(of: one, on: try #require(CalendarDate("2026-06-01"))))
    }

    private var open: [TaskItem] { table.desk.slice.tasks.values.filter { !$0.isDeleted && !$0.isCompleted } }
}
