import Testing

@testable import DaybookCore

/// Rows that are not there yet: whatever arrives first, the same comes out.
@Suite struct WaitingTests {
    let one = Desk.task(1)
    let home = Desk.list(1)

    /// Every order of some changes ends alike.
    func endsAlike(
        _ changes: (inout Desk) -> [SyncOperation], _ check: (Desk) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var begun = Desk()
        let operations = changes(&begun)
        var first: Desk?
        for order in permutations(operations.count) {
            for alone in [true, false] {
                var desk = begun
                if alone {
                    for index in order { desk.push([operations[index]]) }
                } else {
                    desk.push(order.map { operations[$0] })
                }
                check(desk)
                guard let first else {
                    first = desk
                    continue
                }
                #expect(Self.rows(desk) == Self.rows(first), "\(order)", sourceLocation: sourceLocation)
                #expect(desk.slice.waitingCount == 0, sourceLocation: sourceLocation)
            }
        }
    }

    /// What the rows say. A conclusion that was made and taken back leaves the clock a tick later.
    static func rows(_ desk: Desk) -> [Identifier: TaskItem] {
        desk.slice.tasks.mapValues {
            var task = $0
            task.revision = 0
            task.clocks[.listId] = nil
            return task
        }
    }

    func permutations(_ count: Int) -> [[Int]] {
        guard count > 1 else { return [Array(0..<count)] }
        return permutations(count - 1).flatMap { shorter in
            (0...shorter.count).map { place in
                var order = shorter
                order.insert(count - 1, at: place)
                return order
            }
        }
    }

    @Test func anEditBeforeItsCreation() {
        endsAlike({ desk in
            [
                desk.operation(one, .title("made") + [JSONMember("notes", "kept")], at: 1),
                desk.operation(one, [JSONMember("category", "life")], at: 5, by: Desk.b),
                desk.operation(one, .state("completed"), at: 6, by: Desk.c),
            ]
        }) { desk in
            #expect(desk[1].notes == "kept" && desk[1].category == "life" && desk[1].isCompleted)
        }
    }

    /// It could be the creation itself, and must not wipe what the creation says.
    @Test func anEditOfTheTitleBeforeItsCreation() {
        endsAlike({ desk in
            [
                desk.operation(
                    one, .title("made") + [JSONMember("notes", "kept"), JSONMember("dueAt", "2026-06-01T10:00:00Z")],
                    at: 1),
                desk.operation(one, .title("renamed"), at: 5, by: Desk.b),
            ]
        }) { desk in
            #expect(desk[1].title == "renamed" && desk[1].notes == "kept" && desk[1].dueAt != nil)
            #expect(desk[1].createdAt == Desk.time(1).instant)
        }
    }

    @Test func aDeletionBeforeItsCreation() {
        endsAlike({ desk in
            [
                desk.operation(one, .title("made"), at: 1),
                desk.operation(one, at: 5, by: Desk.b, kind: .delete),
            ]
        }) { desk in #expect(desk[1].isDeleted && desk.slice.liveTasks == 0) }
    }

    @Test func aTaskBeforeItsList() {
        endsAlike({ desk in
            [
                desk.operation(home, [JSONMember("name", "Home")], at: 1, entity: .list),
                desk.operation(one, .title("in it") + .list(home), at: 2, by: Desk.b),
                desk.operation(home, [JSONMember("colorHex", "#AABBCC")], at: 3, by: Desk.c, entity: .list),
            ]
        }) { desk in
            #expect(desk[1].listId == home && desk.slice.lists[home]?.colorHex == "#AABBCC")
        }
    }

    /// Whoever moves the task meanwhile has the last word.
    @Test func aTaskThatWasMovedMeanwhileStaysWhereItIs() {
        var desk = Desk()
        desk.do(one, .title("x") + .list(home), at: 1)
        #expect(desk[1].listId == nil && desk.slice.waitingCount == 1)
        desk.do(Desk.list(2), [JSONMember("name", "Elsewhere")], at: 2, entity: .list)
        desk.do(one, .list(Desk.list(2)), at: 3, by: Desk.b)
        desk.do(home, [JSONMember("name", "Home")], at: 0, entity: .list)
        #expect(desk[1].listId == Desk.list(2) && desk.slice.waitingCount == 0)
    }

    /// A list that comes back brings along what was added to it while it was gone.
    @Test func aListThatIsRestoredTakesItsNewcomersBack() {
        var desk = Desk()
        desk.do(home, [JSONMember("name", "Home")], at: 1, entity: .list)
        desk.do(home, at: 10, kind: .delete, entity: .list)
        let outcome = desk.do(one, .title("newcomer") + .list(home), at: 20, by: Desk.b)
        #expect(outcome.conflicts.map(\.reason) == [.listGone] && desk[1].listId == nil)
        desk.do(home, [JSONMember("name", "Home again")], at: 30, by: Desk.c, entity: .list)
        #expect(desk[1].listId == home)
    }

    /// What waits is read whole when its row comes, so long changes wait beside few others.
    @Test func fewLongChangesWait() {
        var desk = Desk()
        let long = [JSONMember("notes", .string(String(repeating: "n", count: 20_000)))]
        for number in 1...UInt64(Slice.mostWithLong) {
            #expect(desk.do(Desk.task(number), long, at: 1) == .waiting)
        }
        #expect(desk.do(Desk.task(5000), long, at: 1) == .rejected(.tooManyWaiting))
        #expect(desk.do(Desk.task(5000), [JSONMember("notes", "n")], at: 1) == .waiting)
    }

    @Test func waitingIsBoundedAndTold() {
        var desk = Desk()
        for number in 1...UInt64(Slice.mostWaiting) {
            #expect(desk.do(Desk.task(number), [JSONMember("notes", "n")], at: 1) == .waiting)
        }
        let refused = desk.do(Desk.task(5000), [JSONMember("notes", "n")], at: 1)
        #expect(refused == .rejected(.tooManyWaiting))
        desk.do(Desk.task(1), .title("came"), at: 1)
        #expect(desk[1].notes == "n" && desk.slice.waitingCount == Slice.mostWaiting - 1)
        #expect(desk.do(Desk.task(5001), [JSONMember("notes", "n")], at: 1) == .waiting)
        // The ledger says that it waited, and that it took part.
        let lines = desk.ledger.filter { $0.operation.id == Desk.task(1) }
        #expect(
            lines.map(\.outcome) == [.waiting, .applied, .applied] && lines.map(\.created) == [false, true, false])
    }

    @Test func whatIsReplayedIsTheSame() {
        var desk = Desk()
        desk.do(one, [JSONMember("notes", "n")], at: 3)
        desk.do(one, at: 2, by: Desk.b, kind: .delete)
        desk.do(one, .title("x") + .list(home), at: 1)
        desk.do(home, [JSONMember("name", "Home")], at: 4, entity: .list)
        var replayed = Slice(account: desk.slice.account)
        for entry in desk.ledger { replayed.replay(entry) }
        #expect(replayed.tasks == desk.slice.tasks && replayed.lists == desk.slice.lists)
    }

    /// A task goes with its list, also where both the list and its deletion come after it.
    @Test func aDeletionThatWaitedTakesTheListsTasksAlong() {
        var desk = Desk()
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .list(home), at: 2)
        desk.do(home, at: 5, kind: .delete, entity: .list)
        #expect(desk[1].listId == nil && !desk[1].isDeleted)
        desk.do(home, [JSONMember("name", "Home")], at: 3, entity: .list)
        #expect(desk[1].isDeleted)
        // One that was changed since is nobody's to delete.
        desk.do(Desk.task(2), .title("y"), at: 1)
        desk.do(Desk.task(2), .list(Desk.list(2)), at: 20)
        desk.do(Desk.list(2), at: 15, kind: .delete, entity: .list)
        desk.do(Desk.list(2), [JSONMember("name", "Work")], at: 3, entity: .list)
        #expect(!desk[2].isDeleted && desk[2].listId == nil)
    }

    /// An edit after the deletion brings a task back, which needs room as a new one does.
    @Test func editsOfDeletedTasksPassNoLimit() {
        var desk = Desk()
        for number in 1...4 as ClosedRange<UInt64> {
            desk.do(Desk.task(number), .title("x"), at: Int64(number))
            desk.do(Desk.task(number), at: 10, kind: .delete)
        }
        desk.room = Room(tasks: 2)
        let back = (1...4 as ClosedRange<UInt64>).map { desk.do(Desk.task($0), .title("back"), at: 20).name }
        #expect(back == ["applied", "applied", "quota", "quota"])
        #expect(desk.slice.liveTasks == 2)
        #expect(desk.do(Desk.task(3), .title("too old"), at: 5).name == "superseded")
    }

    @Test func aFullAccountIsWorkedWith() {
        var desk = Desk()
        let everyDay = JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=DAILY")]))
        desk.do(one, .title("daily") + [everyDay, JSONMember("scheduledDate", "2026-06-01")], at: 1)
        desk.do(Desk.task(2), .title("other"), at: 1)
        desk.room = Room(tasks: 2)
        let (new, done, edit, gone) = (
            desk.operation(Desk.task(3), .title("new"), at: 2), desk.operation(one, .state("completed"), at: 3),
            desk.operation(one, .title("renamed"), at: 4), desk.operation(Desk.task(2), at: 5, kind: .delete)
        )
        let answer = desk.push([new, done, edit, gone], from: Desk.a)
        #expect(answer.merged?.outcomes == [.quota(.tasks), .applied, .applied, .applied])
        // The series goes on, and nothing is kept of what had no room.
        #expect(desk.slice.tasks.count == 3 && desk.known[new.opId] == nil)
        #expect(desk.push([new], from: Desk.a).merged?.outcomes == [.quota(.tasks)])
        desk.room = Room(tasks: 3)
        #expect(desk.push([new], from: Desk.a).merged?.outcomes == [.applied])
    }

    // MARK: Rows that the server makes itself

    /// The next occurrence of a series, by the rows that the service loads.
    @Test(arguments: [[0, 1, 2], [1, 2, 0], [1, 0, 2]])
    func aDeletionBeforeTheOccurrenceThatItDeletes(order: [Int]) {
        var (account, desk) = (Self.account(), Desk())
        let next = Self.occurrence(after: 1)
        let changes = [
            desk.operation(next, at: 20, by: Desk.b, kind: .delete),
            desk.operation(one, Self.daily, at: 1),
            desk.operation(one, .state("completed"), at: 10),
        ]
        for index in order { _ = account.push(Push(operations: [changes[index]]), now: desk.now) }
        #expect(account.slice.tasks[next]?.isDeleted == true)
        #expect(account.slice.waitingCount == 0 && account.slice.waiting.isEmpty)
    }

    /// What waits for one makes the next, for which something waits in turn.
    @Test func everyOccurrenceOfAChainComes() {
        var (account, desk) = (Self.account(), Desk())
        for number in 1...40 {
            let done = desk.operation(Self.occurrence(after: number), .state("completed"), at: Int64(100 + number))
            _ = account.push(Push(operations: [done]), now: desk.now)
        }
        #expect(account.slice.waitingCount == 40)
        let begun = desk.operation(one, Self.daily, at: 1)
        let done = desk.operation(one, .state("completed"), at: 10)
        _ = account.push(Push(operations: [begun, done]), now: desk.now)
        #expect(account.slice.waitingCount == 0)
        #expect(account.slice.tasks.values.count { $0.isCompleted } == 41)
    }

    /// Where something was left behind beside its row, whoever changes the row brings it.
    @Test func whatWasLeftBehindComesWithTheNextChange() {
        var desk = Desk()
        let deletion = desk.operation(one, at: 20, by: Desk.b, kind: .delete)
        desk.push([deletion])
        let (waiting, count) = (desk.slice.waiting, desk.slice.waitingCount)
        (desk.slice.waiting, desk.slice.waitingCount) = ([:], 0)
        desk.do(one, .title("made"), at: 1)
        (desk.slice.waiting, desk.slice.waitingCount) = (waiting, count)
        desk.do(one, .title("an older title"), at: 0)
        #expect(desk[1].isDeleted && desk.slice.waitingCount == 0)
    }

    private static let daily: [JSONMember] =
        .title("run") + [
            JSONMember("recurrence", .object([JSONMember("rrule", "FREQ=DAILY")])),
            JSONMember("scheduledDate", "2026-06-01"),
        ]

    private static func account() -> ServerAccount {
        var account = ServerAccount(account: Identifier(high: 1, low: 1), epoch: Identifier(high: 2, low: 1))
        account.loadsAsTheService = true
        return account
    }

    /// The identity of the occurrence so many days after the first one.
    private static func occurrence(after days: Int) -> Identifier {
        var desk = Desk()
        desk.do(Desk.task(1), daily, at: 1)
        var last = Desk.task(1)
        for day in 1...days {
            let known = Set(desk.slice.tasks.keys)
            desk.do(last, .state("completed"), at: Int64(10 + day))
            last = desk.slice.tasks.keys.first { !known.contains($0) } ?? last
        }
        return last
    }
}
