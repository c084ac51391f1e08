import Testing

@testable import DaybookCore

@Suite struct MergeTests {
    var desk = Desk()
    let one = Desk.task(1)

    @Test mutating func aTitleAloneMakesATask() {
        #expect(desk.do(one, .title("  Buy milk \n"), at: 5) == .applied)
        let task = desk[1]
        #expect(task.title == "Buy milk")
        #expect(task.state == .notStarted && task.notes == nil && task.listId == nil && task.region == nil)
        #expect(task.createdAt == Desk.time(5).instant && task.updatedAt == task.createdAt)
        #expect(task.sortOrder == .created(at: Desk.time(5)))
        #expect(desk.slice.liveTasks == 1 && task.revision == 1)
    }

    @Test mutating func lastWriterWinsByField() {
        desk.do(one, .title("first"), at: 1)
        desk.do(one, [JSONMember("title", "late"), JSONMember("notes", "n")], at: 20, by: Desk.b)
        let outcome = desk.do(one, [JSONMember("title", "early"), JSONMember("category", "c")], at: 10, by: Desk.a)
        #expect(
            outcome
                == .merged([
                    Conflict(field: "title", mine: "early", theirs: "late", reason: .newer, by: Desk.time(20, Desk.b))
                ]))
        #expect(desk[1].title == "late" && desk[1].category == "c" && desk[1].notes == "n")
        #expect(desk[1].updatedAt == Desk.time(20).instant)
        #expect(desk.do(one, .title("older still"), at: 2).name == "superseded")
        // Nothing is lost where both say the same.
        #expect(desk.do(one, .title("late"), at: 3) == .applied)
    }

    @Test mutating func equalTimesAreDecidedByTheDevice() {
        desk.do(one, .title("first"), at: 1)
        desk.do(one, .title("of B"), at: 9, by: Desk.b)
        #expect(desk.do(one, .title("of A"), at: 9, by: Desk.a).name == "superseded")
        #expect(desk.do(one, .title("of C"), at: 9, by: Desk.c) == .applied)
        #expect(desk[1].title == "of C")
    }

    @Test mutating func aClientWithoutCounterKeepsItsOrder() {
        let create = desk.operation(one, .title("first"), at: 1)
        let edit = desk.operation(one, .title("second"), at: 1)
        let delete = desk.operation(one, at: 1, kind: .delete)
        desk.push([create, edit], from: Desk.a)
        #expect(desk[1].title == "second")
        desk.push([delete], from: Desk.a)
        #expect(desk[1].isDeleted)
        let again = desk.operation(Desk.task(2), .title("x"), at: 1)
        let gone = desk.operation(Desk.task(2), at: 1, kind: .delete)
        desk.push([again, gone], from: Desk.a)
        #expect(desk[2].isDeleted)
    }

    // MARK: Completion

    @Test mutating func completionBeatsWhateverHasNotSeenIt() {
        desk.do(one, .title("x"), at: 1)
        #expect(desk.do(one, .state("completed"), at: 5, by: Desk.a) == .applied)
        let outcome = desk.do(one, .state("active"), at: 50, by: Desk.b)
        #expect(
            outcome
                == .superseded([
                    Conflict(
                        field: "state", mine: "active", theirs: "completed", reason: .completed, by: Desk.time(5))
                ]))
        #expect(desk[1].state == .completed && desk[1].completedAt == Desk.time(5).instant)
    }

    @Test mutating func reopeningNamesTheCompletionItSaw() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .state("completed"), at: 5, by: Desk.a)
        desk.do(one, .state("completed"), at: 7, by: Desk.b)
        #expect(desk.do(one, .state("notStarted"), at: 9, by: Desk.c, reopens: Desk.time(5)).name == "superseded")
        #expect(desk[1].isCompleted)
        #expect(desk.do(one, .state("active"), at: 10, by: Desk.c, reopens: Desk.time(7, Desk.b)) == .applied)
        #expect(desk[1].state == .active && desk[1].completedAt == nil)
        // A completion that arrives late and is older than the one taken back does not come back.
        #expect(desk.do(one, .state("completed"), at: 6, by: Desk.a).conflicts.map(\.reason) == [.reopened])
        #expect(desk[1].state == .active)
        #expect(desk.do(one, .state("completed"), at: 8, by: Desk.a) == .applied)
        #expect(desk[1].completedAt == Desk.time(8).instant)
    }

    @Test mutating func nobodyReopensTheFuture() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .state("active"), at: 2, by: Desk.b, reopens: Desk.time(90_000))
        desk.now = desk.now.adding(seconds: 100)
        #expect(desk.do(one, .state("completed"), at: 10_050) == .applied)
        #expect(desk[1].isCompleted)
    }

    @Test mutating func aCompletionMayNameItsTime() {
        let at = Desk.time(3).instant
        desk.do(
            one,
            [JSONMember("title", "x"), JSONMember("state", "completed"), JSONMember("completedAt", .string(at.text))],
            at: 9)
        #expect(desk[1].completedAt == at)
        let refused = desk.do(one, [JSONMember("completedAt", .string(at.text))], at: 10)
        #expect(refused.rejection?.fields.map(\.field) == ["completedAt"])
    }

    // MARK: Deletion

    @Test mutating func theLaterOfEditAndDeletionCounts() {
        desk.do(one, .title("x"), at: 1)
        #expect(desk.do(one, at: 10, by: Desk.a, kind: .delete) == .applied)
        #expect(desk[1].isDeleted && desk[1].deletedAt == Desk.time(10).instant && desk.slice.liveTasks == 0)
        let early = desk.do(one, .title("early"), at: 5, by: Desk.b)
        #expect(early.name == "superseded" && early.conflicts.map(\.reason) == [.deleted])
        #expect(desk[1].isDeleted)
        #expect(desk.do(one, .title("late"), at: 15, by: Desk.b) == .applied)
        #expect(!desk[1].isDeleted && desk[1].title == "late" && desk.slice.liveTasks == 1)
        let lost = desk.do(one, at: 12, by: Desk.a, kind: .delete)
        #expect(lost.name == "superseded" && lost.conflicts.map(\.reason) == [.edited])
    }

    @Test mutating func restoringBringsBackWhatLayBeneath() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, at: 10, kind: .delete)
        desk.do(one, .title("beneath"), at: 5, by: Desk.b)
        #expect(desk.do(one, at: 9, by: Desk.b, kind: .restore).name == "superseded")
        #expect(desk.do(one, at: 11, by: Desk.b, kind: .restore) == .applied)
        #expect(!desk[1].isDeleted && desk[1].title == "beneath")
        #expect(desk.do(Desk.task(9), at: 12, kind: .restore) == .waiting)
    }

    @Test mutating func whatIsNotThereIsWaitedFor() {
        #expect(desk.do(one, at: 2, kind: .delete) == .waiting)
        #expect(desk.slice.tasks.isEmpty)
        #expect(desk.do(one, [JSONMember("notes", "n")], at: 3) == .waiting)
    }
}
