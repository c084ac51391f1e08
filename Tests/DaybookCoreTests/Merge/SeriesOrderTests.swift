import Testing

@testable import DaybookCore

/// Series do not depend on the order in which things arrive.
@Suite struct SeriesOrderTests {
    let one = Desk.task(1)

    private var desk = Desk()

    init() {
        let daily = JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=DAILY")]))
        desk.do(one, .title("run") + [daily, JSONMember("scheduledDate", "2026-06-01")], at: 1)
    }

    func next(_ desk: Desk) -> TaskItem? { desk.slice.tasks.values.first { $0.id != one && !$0.isDeleted } }

    @Test(arguments: [true, false]) mutating func deletedAndCompleted(_ inOrder: Bool) {
        let changes = [
            desk.operation(one, at: 10, kind: .delete), desk.operation(one, .state("completed"), at: 15, by: Desk.b),
        ]
        for change in inOrder ? changes : changes.reversed() { desk.push([change]) }
        #expect(next(desk)?.scheduledDate == CalendarDate("2026-06-02"))
        #expect(desk[1].isCompleted && !desk[1].isDeleted)
    }

    @Test(arguments: [true, false]) mutating func completedAndDeleted(_ inOrder: Bool) {
        let changes = [
            desk.operation(one, .state("completed"), at: 10, by: Desk.b), desk.operation(one, at: 15, kind: .delete),
        ]
        for change in inOrder ? changes : changes.reversed() { desk.push([change]) }
        #expect(next(desk)?.scheduledDate == CalendarDate("2026-06-02") && desk[1].isDeleted)
    }

    @Test(arguments: [true, false]) mutating func anOlderEditReachesTheNextOccurrence(_ inOrder: Bool) {
        let changes = [
            desk.operation(one, .title("run far") + [JSONMember("notes", "shoes")], at: 10),
            desk.operation(one, .state("completed"), at: 15, by: Desk.b),
        ]
        for change in inOrder ? changes : changes.reversed() { desk.push([change]) }
        #expect(next(desk)?.title == "run far" && next(desk)?.notes == "shoes")
    }

    @Test(arguments: [true, false]) mutating func anOlderChangeOfTheDateMovesTheNextOccurrence(_ inOrder: Bool) {
        let changes = [
            desk.operation(one, [JSONMember("scheduledDate", "2026-06-10")], at: 10),
            desk.operation(one, .state("completed"), at: 15, by: Desk.b),
        ]
        for change in inOrder ? changes : changes.reversed() { desk.push([change]) }
        #expect(next(desk)?.scheduledDate == CalendarDate("2026-06-11"))
        #expect(desk.slice.liveTasks == 2)
    }

    /// Who moves tomorrow's to today and does it is not to do it tomorrow again, nor is the series over.
    @Test(arguments: [true, false]) mutating func doneBeforeItsDayItIsFollowedByTheDayAfter(_ inOrder: Bool) {
        desk.do(one, .state("completed"), at: 15)
        let made = next(desk)!
        let changes = [
            desk.operation(made.id, [JSONMember("scheduledDate", "2026-06-01")], at: 20),
            desk.operation(made.id, .state("completed"), at: 25, by: Desk.b),
        ]
        for change in inOrder ? changes : changes.reversed() { desk.push([change]) }
        let open = desk.slice.tasks.values.filter { !$0.isDeleted && !$0.isCompleted }
        #expect(open.map(\.scheduledDate) == [CalendarDate("2026-06-03")])
    }

    /// Nor one that is moved to before others that are done.
    @Test mutating func movedBeforeThoseThatAreDoneItGoesOnBehindThem() {
        var id = one
        for second in 1...3 {
            desk.do(id, .state("completed"), at: 10 * Int64(second))
            id = desk.slice.tasks.values.first { !$0.isDeleted && !$0.isCompleted }!.id
        }
        desk.do(id, [JSONMember("scheduledDate", "2026-05-31")], at: 50)
        desk.do(id, .state("completed"), at: 60)
        let open = desk.slice.tasks.values.filter { !$0.isDeleted && !$0.isCompleted }
        #expect(open.map(\.scheduledDate) == [CalendarDate("2026-06-05")])
    }

    /// However long before its day it is done, and where its day was taken from it.
    @Test(
        arguments: [
            ("FREQ=WEEKLY;INTERVAL=62", "2026-06-02", "2028-10-16"),
            ("FREQ=YEARLY;INTERVAL=2", "2026-12-01", "2030-06-01"),
            ("FREQ=YEARLY;INTERVAL=2", nil, "2030-06-01"), ("FREQ=YEARLY;INTERVAL=30", "2026-12-01", "2086-06-01"),
        ] as [(String, String?, String)])
    mutating func longBeforeItsDayItIsNotItsOwnNextOne(rule: String, date: String?, after: String) {
        desk.do(one, [JSONMember("recurrence", .object([JSONMember("rrule", .string(rule))]))], at: 2)
        desk.do(one, .state("completed"), at: 15)
        let made = next(desk)!
        desk.do(made.id, [JSONMember("scheduledDate", date.map { .string($0) } ?? .null)], at: 20)
        desk.do(made.id, .state("completed"), at: 25)
        let open = desk.slice.tasks.values.filter { !$0.isDeleted && !$0.isCompleted }
        #expect(open.map(\.scheduledDate) == [CalendarDate(after)])
    }

    /// Somebody has worked on it: it stays, and only the rest follows.
    @Test mutating func whatSomebodyWorkedOnStays() {
        desk.do(one, .state("completed"), at: 15, by: Desk.b)
        let made = next(desk)!.id
        desk.do(made, .title("mine"), at: 20)
        desk.do(one, .title("theirs") + [JSONMember("notes", "n")], at: 10)
        #expect(desk.slice.tasks[made]?.title == "mine" && desk.slice.tasks[made]?.notes == "n")
        desk.do(one, [JSONMember("scheduledDate", "2026-06-20")], at: 11)
        #expect(desk.slice.tasks[made]?.isDeleted == false)
    }

    @Test mutating func anUndoOfAnUndoGivesTheSameNextOccurrence() {
        desk.do(one, .state("completed"), at: 15)
        let made = next(desk)!
        func undo(_ entries: [LedgerEntry], _ desk: inout Desk, at seconds: Int64) -> [LedgerEntry] {
            let before = desk.ledger.count
            let plan = desk.slice.undo(
                entries, at: Desk.time(seconds), request: Identifier(high: 77, low: UInt64(seconds)))
            #expect(plan.kept.isEmpty)
            desk.push(plan.operations, confirmed: true)
            return Array(desk.ledger[before...])
        }
        let completion = desk.ledger.suffix(2)
        let undone = undo(Array(completion), &desk, at: 20)
        #expect(next(desk) == nil && !desk[1].isCompleted)
        _ = undo(undone, &desk, at: 30)
        let again = next(desk)
        #expect(desk[1].isCompleted && again?.id == made.id && again?.title == made.title)
        #expect(again?.scheduledDate == made.scheduledDate && desk.slice.liveTasks == 2)
    }
}

extension SeriesOrderTests {
    /// A device that has concluded an occurrence sends it along with its work on it. Where it is there by now, others
    /// may have worked on it too, and nothing of theirs is written over.
    @Test mutating func anOccurrenceThatADeviceConcludedWritesOverNothing() throws {
        desk.do(one, .state("completed"), at: 15, by: Desk.b)
        let made = next(desk)!
        desk.do(made.id, .title("worked on"), at: 20, by: Desk.b)
        let cause = Identifier(high: 0x77, low: 1)
        var told = desk.operation(made.id, made.wholeFields, at: 30, by: Desk.c)
        told.cause = cause
        told.opId = .derived(.nextOccurrence, cause.high, cause.low, made.id.high, made.id.low)
        let merged = try #require(desk.push([told], from: Desk.c).merged)
        #expect(merged.outcomes == [.applied] && merged.entries.map(\.changed) == [false])
        #expect(desk.slice.tasks[made.id]?.title == "worked on")
    }

    /// It begins where the server's own would, not when the device got round to sending it, also where the device's
    /// clock was set meanwhile: another device may have had the same occurrence, and worked on it.
    @Test mutating func anOccurrenceThatADeviceConcludedBeginsWithItsSeries() {
        var elsewhere = desk
        elsewhere.do(one, .state("completed"), at: 15, by: Desk.c)
        let made = next(elsewhere)!
        let monthAgo = desk.now.adding(milliseconds: -30 * Instant.dayLength)
        desk.push([desk.operation(Desk.task(2), .title("new"), at: 9000, by: Desk.c)], from: Desk.c, sentAt: desk.now)
        let cause = Identifier(high: 0x77, low: 1)
        var told = desk.operation(made.id, made.wholeFields, at: 1, by: Desk.c)
        told.cause = cause
        told.opId = .derived(.nextOccurrence, cause.high, cause.low, made.id.high, made.id.low)
        let work = desk.operation(made.id, [JSONMember("notes", "n")], at: 40, by: Desk.c)
        desk.push([told, work], from: Desk.c, sentAt: monthAgo)
        #expect(desk.slice.tasks[made.id]?.beginning == desk[1].beginning?.successor(device: Desk.c))
        #expect(desk.do(made.id, .title("theirs"), at: 20, by: Desk.b) == .applied)
        #expect(desk.slice.tasks[made.id]?.title == "theirs" && desk.slice.tasks[made.id]?.notes == "n")
    }
}
