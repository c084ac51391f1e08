import Testing

@testable import DaybookCore

/// Lists and regions: what follows for tasks from where they are.
extension MergeTests {
    // MARK: Lists

    @Test mutating func aDeletedListTakesOlderTasksAlong() {
        let list = Desk.list(1)
        desk.do(list, [JSONMember("name", "Home"), JSONMember("colorHex", "#ff8800")], at: 1, entity: .list)
        #expect(desk.slice.lists[list]?.colorHex == "#FF8800")
        desk.do(one, .title("older") + .list(list), at: 2)
        desk.do(Desk.task(2), .title("newer") + .list(list), at: 30, by: Desk.b)
        desk.do(list, at: 10, kind: .delete, entity: .list)
        #expect(desk[1].isDeleted && desk[1].deletion == Desk.time(10))
        #expect(!desk[2].isDeleted && desk[2].listId == nil)
        #expect(desk.ledger.filter { $0.cause != nil }.count == 2)
        // Whoever adds to it now, knowing or not, finds the task in the Inbox and is told.
        let outcome = desk.do(Desk.task(3), .title("newcomer") + .list(list), at: 5, by: Desk.c)
        #expect(outcome.conflicts.map(\.reason) == [.listGone])
        #expect(desk[3].listId == nil && !desk[3].isDeleted)
        // A list that comes back brings along what went with it.
        desk.do(list, [JSONMember("name", "Home again")], at: 20, by: Desk.b, entity: .list)
        #expect(desk.slice.lists[list]?.isDeleted == false)
        #expect(!desk[1].isDeleted && desk[1].listId == list)
        #expect(desk.slice.liveTasks == 3)
    }

    /// Two devices delete the same list, whoever comes first: it comes back with what went with it.
    @Test func aListThatWasDeletedTwiceComesBackWithItsTasks() {
        for order in [[10, 12], [12, 10]] as [[Int64]] {
            var desk = Desk()
            let list = Desk.list(1)
            desk.do(list, [JSONMember("name", "Home")], at: 1, entity: .list)
            desk.do(one, .title("with it") + .list(list), at: 2)
            desk.do(Desk.task(2), .title("gone before") + .list(list), at: 3)
            desk.do(Desk.task(2), at: 4, kind: .delete)
            for time in order {
                desk.do(list, at: time, by: time == 10 ? Desk.a : Desk.b, kind: .delete, entity: .list)
            }
            #expect(desk[1].deletion == Desk.time(12, Desk.b) && desk.slice.liveTasks == 0)
            desk.do(list, at: 20, kind: .restore, entity: .list)
            #expect(!desk[1].isDeleted && desk[1].listId == list && desk[2].isDeleted)
            #expect(desk.slice.liveTasks == 1)
            var replayed = Slice(account: desk.slice.account)
            for entry in desk.ledger { replayed.replay(entry) }
            #expect(replayed.tasks == desk.slice.tasks)
        }
    }

    /// Whichever comes first: who moves a task elsewhere before its list is deleted keeps it.
    @Test func aTaskThatLeftItsListBeforeThatWasDeletedStays() {
        for movesFirst in [true, false] {
            var desk = Desk()
            let (old, new) = (Desk.list(1), Desk.list(2))
            desk.do(old, [JSONMember("name", "Old")], at: 1, entity: .list)
            desk.do(new, [JSONMember("name", "New")], at: 1, entity: .list)
            desk.do(one, .title("T") + .list(old), at: 2)
            desk.do(Desk.task(2), .title("Goes along") + .list(old), at: 3)
            if !movesFirst { desk.do(old, at: 10, by: Desk.b, kind: .delete, entity: .list) }
            let outcome = desk.do(one, .list(new), at: 5)
            if movesFirst { desk.do(old, at: 10, by: Desk.b, kind: .delete, entity: .list) }
            #expect(outcome == .applied && desk.slice.liveTasks == 1)
            #expect(!desk[1].isDeleted && desk[1].listId == new && desk[2].isDeleted)
            desk.do(old, at: 20, kind: .restore, entity: .list)
            #expect(desk[1].listId == new && desk[2].listId == old && desk.slice.liveTasks == 2)
            var replayed = Slice(account: desk.slice.account)
            for entry in desk.ledger { replayed.replay(entry) }
            #expect(replayed.tasks == desk.slice.tasks)
        }
    }

    /// Into a list that is gone as well it does not come back.
    @Test mutating func aTaskThatLeftItsListForOneThatIsGoneStaysDeleted() {
        let (old, new) = (Desk.list(1), Desk.list(2))
        for list in [old, new] {
            desk.do(list, [JSONMember("name", "Some")], at: 1, entity: .list)
        }
        desk.do(one, .title("T") + .list(old), at: 2)
        for list in [old, new] { desk.do(list, at: 10, by: Desk.b, kind: .delete, entity: .list) }
        #expect(desk.do(one, .list(new), at: 5).name == "superseded")
        #expect(desk[1].isDeleted)
    }

    @Test mutating func anUnknownListIsTheInbox() {
        let outcome = desk.do(one, .title("x") + .list(Desk.list(7)), at: 1)
        #expect(outcome.conflicts.map(\.field) == ["listId"])
        #expect(desk[1].listId == nil)
    }

    // MARK: Regions

    @Test mutating func theLaterPlacedGoesDown() {
        for number in 1...12 as ClosedRange<UInt64> {
            desk.do(Desk.task(number), .title("\(number)") + .place("morning", "mustDo"), at: Int64(number))
        }
        let buckets = (1...12 as ClosedRange<UInt64>).map { desk[$0].bucket }
        #expect(
            buckets == [.mustDo] + Array(repeating: .complementary, count: 3) + Array(repeating: .misc, count: 5)
                + Array(repeating: .none, count: 3))
        #expect(desk[10].region == .backlog && desk[9].region == .morning)
        #expect(desk[10].enteredBacklogAt == Desk.time(10).instant)
    }

    @Test mutating func whoWasThereFirstStaysWhateverTheOrderOfArrival() {
        desk.do(Desk.task(1), .title("late") + .place("evening", "mustDo"), at: 9, by: Desk.a)
        let outcome = desk.do(Desk.task(2), .title("early") + .place("evening", "mustDo"), at: 3, by: Desk.b)
        #expect(outcome == .applied)
        #expect(desk[2].bucket == .mustDo && desk[1].bucket == .complementary)
        let told = desk.do(Desk.task(3), .title("third") + .place("evening", "mustDo"), at: 10, by: Desk.b)
        #expect(
            told
                == .merged([
                    Conflict(
                        field: "bucket", mine: "mustDo", theirs: "complementary", reason: .regionFull,
                        by: Desk.time(10, .zero, counter: 1))
                ]))
    }

    @Test mutating func completedTasksFreeTheirPlaceAndReopenedOnesComeLast() {
        desk.do(Desk.task(1), .title("a") + .place("morning", "mustDo"), at: 1)
        desk.do(Desk.task(1), .state("completed"), at: 2)
        #expect(desk.do(Desk.task(2), .title("b") + .place("morning", "mustDo"), at: 3) == .applied)
        desk.do(Desk.task(1), .state("active"), at: 4, reopens: Desk.time(2))
        #expect(desk[2].bucket == .mustDo && desk[1].bucket == .complementary)
        // Other days and regions count for themselves.
        desk.do(Desk.task(3), .title("c") + .place("morning", "mustDo", "2026-06-02"), at: 5)
        desk.do(Desk.task(4), .title("d") + .place("afternoon", "mustDo"), at: 6)
        #expect(desk[3].bucket == .mustDo && desk[4].bucket == .mustDo)
    }
}
