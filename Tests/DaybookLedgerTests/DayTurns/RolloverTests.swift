import DaybookCore
import TestWire
import Testing

@testable import DaybookLedger
@testable import TestAccounts

/// Rollovers over SQL, at times of the tests' own.
@Suite(.closing) struct RolloverTests {
    private let days: DayHouse

    init() async throws { days = try await DayHouse.open() }

    private let evening = at("2026-06-01T20:00:00Z")
    private let night = at("2026-06-02T00:00:05Z")

    @Test func nothingMovesUnlessTheAccountSaysSo() async throws {
        try await days.task(1, on: "2026-06-01", at: evening)
        #expect(try await days.dueAt() == nil)
        #expect(try await days.turn(at: at("2026-07-01T00:00:00Z")) == 0)
        #expect(try await days.task(1).region == .morning)
    }

    @Test func whatIsOpenGoesToTheBacklogAtTheBoundaryOnce() async throws {
        try await days.settings(["rollover": "backlog"], at: evening)
        #expect(try await days.dueAt() == at("2026-06-02T00:00:00Z"))
        try await days.task(1, on: "2026-06-01", [JSONMember("notes", "n")], at: evening)
        try await days.task(2, on: "2026-06-02", at: evening)
        #expect(try await days.turn(at: evening) == 0, "it is not due")
        #expect(try await days.turn(at: night) == 1)
        let task = try await days.task(1)
        #expect(task.region == .backlog && task.bucket == .none && task.scheduledDate == nil)
        #expect(task.carryCount == 1 && task.notes == "n" && task.createdAt == evening)
        #expect(task.enteredBacklogAt == at("2026-06-02T00:00:00Z"))
        #expect(try await days.task(2).region == .morning)
        let (_, ledger) = try await days.stored()
        #expect(ledger.last?.operation.at.device == .zero, "it is the server's own change")
        #expect(try await days.turn(at: night) == 0)
        #expect(try await days.dueAt() == at("2026-06-03T00:00:00Z"))
    }

    /// Also where the server comes late to it; and whoever puts a task there on the new day sees it under that.
    @Test(arguments: ["2026-06-02T00:00:05Z", "2026-06-02T00:10:00Z"])
    func whatTheDayCarriedIsOfTheDayThatEnded(_ night: String) async throws {
        let bare = [JSONMember("bucket", "none"), JSONMember("scheduledDate", .null)]
        try await days.settings(["rollover": "backlog"], at: evening)
        try await days.task(1, on: "2026-06-01", at: evening)
        try await days.task(2, "backlog", on: "2026-06-01", bare, at: at("2026-06-01T23:50:00Z"))
        try await days.turn(at: at(night))
        try await days.task(3, "backlog", on: "2026-06-02", bare, at: at("2026-06-02T00:20:00Z"))
        let slice = try await days.stored().slice
        let morning = Moment(at("2026-06-02T07:00:00Z"), in: LocalDay(of: slice.settings))
        let groups = morning.backlog(slice.tasks.values, slice.settings).groups
        #expect(groups.map { $0.tasks.map(\.id) } == [[DayHouse.id(3)], [DayHouse.id(1), DayHouse.id(2)], [], []])
    }

    /// A turn of the day does not read long notes, and leaves them; an occurrence takes them along.
    @Test func longNotesStay() async throws {
        try await days.settings(["rollover": "backlog"], at: evening)
        let notes = String(repeating: "n", count: 100_000)
        try await days.task(1, on: "2026-06-01", [JSONMember("notes", .string(notes))], at: evening)
        try await days.task(2, on: "2026-06-01", [JSONMember("notes", .string(notes)), daily], at: evening)
        try await days.turn(at: night)
        let (slice, _) = try await days.stored()
        #expect(slice.tasks.count == 3 && slice.tasks.values.allSatisfy { $0.notes == notes })
        #expect(try await days.task(1).region == .backlog)
    }

    @Test func daysOfDowntimeAreCaughtUpInOne() async throws {
        try await days.settings(["rollover": "backlog"], at: evening)
        try await days.task(1, on: "2026-06-01", at: evening)
        try await days.task(2, on: "2026-06-09", at: evening)
        #expect(try await days.turn(at: at("2026-06-10T07:00:00Z")) == 1)
        #expect(try await days.task(1).carryCount == 1)
        #expect(try await days.task(2).carryCount == 1)
        #expect(try await days.task(1).enteredBacklogAt == at("2026-06-10T00:00:00Z"))
        #expect(try await days.dueAt() == at("2026-06-11T00:00:00Z"))
    }

    @Test func stickyAndCompletedTasksStay() async throws {
        try await days.settings(["rollover": "backlog"], at: evening)
        try await days.task(1, on: "2026-06-01", [JSONMember("sticky", true)], at: evening)
        try await days.task(2, on: "2026-06-01", [JSONMember("state", "completed")], at: evening)
        try await days.task(3, "backlog", on: "2026-06-01", [JSONMember("bucket", "none")], at: evening)
        try await days.turn(at: night)
        for number in [1, 2] as [UInt64] {
            let task = try await days.task(number)
            #expect(task.region == .morning && task.scheduledDate == CalendarDate("2026-06-01"))
            #expect(task.carryCount == 0)
        }
        #expect(try await days.task(3).carryCount == 0)
    }

    @Test func autoCarryGoesToTheNewDayUntilItsRegionIsFull() async throws {
        try await days.settings(
            [
                "rollover": "backlog",
                "regionLimits": .object([
                    JSONMember("mustDo", 1), JSONMember("complementary", 3), JSONMember("misc", 2),
                ]),
            ], at: evening)
        try await days.task(1, "evening", on: "2026-06-02", at: evening)
        for number in 2...3 as ClosedRange<UInt64> {
            try await days.task(
                number, "evening", on: "2026-06-01", [JSONMember("autoCarry", true)],
                at: evening.adding(seconds: Int64(number)))
        }
        try await days.turn(at: night)
        #expect(try await days.task(2).scheduledDate == CalendarDate("2026-06-02"))
        #expect(try await days.task(2).region == .evening)
        #expect(try await days.task(3).region == .backlog)
        #expect(try await days.task(3).scheduledDate == nil)
        for number in 2...3 as ClosedRange<UInt64> { #expect(try await days.task(number).carryCount == 1) }
    }

    @Test func aRolloverThatWasUndoneIsNotDoneAgainThatDay() async throws {
        try await days.settings(["rollover": "backlog"], at: evening)
        try await days.task(1, on: "2026-06-01", at: evening)
        try await days.turn(at: night)
        let (slice, ledger) = try await days.stored()
        let clock = HybridTime(night.adding(seconds: 60), device: days.house.devices[0])
        let plan = slice.undo([try #require(ledger.last)], at: clock, request: .random())
        try await days.push(plan.operations, now: night.adding(seconds: 60))
        #expect(try await days.task(1).region == .morning)
        #expect(try await days.task(1).carryCount == 0)
        try await days.database.write("UPDATE day_turn SET due_at = \(night)")
        #expect(try await days.turn(at: night.adding(seconds: 120)) == 1)
        #expect(try await days.task(1).region == .morning)
        try await days.turn(at: at("2026-06-03T00:00:01Z"))
        #expect(try await days.task(1).region == .backlog)
    }

    @Test func whatADeviceDoesMeanwhileIsMerged() async throws {
        try await days.settings(["rollover": "backlog"], at: evening)
        try await days.tasks(1...3, on: "2026-06-01", at: evening)
        try await days.turn(at: night)
        // After the boundary and offline: the person's word stands. Before it: it stands as well, and the rollover
        // goes.
        try await days.change(
            DayHouse.id(1),
            [
                JSONMember("region", "evening"), JSONMember("bucket", "misc"),
                JSONMember("scheduledDate", "2026-06-02"),
            ],
            at: night)
        #expect(try await days.task(1).region == .evening)
        #expect(try await days.task(1).carryCount == 1)
        let late = SyncOperation(
            opId: .random(), id: DayHouse.id(2),
            at: HybridTime(evening.adding(seconds: 600), device: days.house.devices[1]),
            fields: [JSONMember("scheduledDate", "2026-06-02"), JSONMember("title", "Renamed")])
        let commit = try await days.push([late], now: night.adding(seconds: 60))
        #expect(commit.outcomes == [.applied])
        let moved = try await days.task(2)
        #expect(moved.title == "Renamed" && moved.region == .morning && moved.carryCount == 0)
        #expect(moved.scheduledDate == CalendarDate("2026-06-02"))
        // A completion of yesterday that arrives late completes the task where it was then.
        let done = SyncOperation(
            opId: .random(), id: DayHouse.id(3),
            at: HybridTime(evening.adding(seconds: 900), device: days.house.devices[2]),
            fields: [JSONMember("state", "completed")])
        try await days.push([done], now: night.adding(seconds: 90))
        let completed = try await days.task(3)
        #expect(completed.isCompleted && completed.region == .morning && completed.carryCount == 0)
        #expect(completed.scheduledDate == CalendarDate("2026-06-01"))
        _ = try await days.stored()
    }

    @Test func devicesPushWhileTheDayTurns() async throws {
        try await days.settings(["rollover": "backlog"], at: evening)
        try await days.tasks(1...5, on: "2026-06-01", at: evening)
        let other = DayHouse.turns(
            Ledger(database: days.database, announcements: Announcements(), projections: [DayBoundaries()]))
        async let turned = atOnce([days.turns, other]) { process in try await process.turnAll { night } }
        try await atOnce(0..<3) { device in
            for number in 1...5 as ClosedRange<UInt64> {
                try await days.change(
                    DayHouse.id(number), [JSONMember("notes", .string("by \(device)"))],
                    at: night.adding(seconds: Int64(device)), device: device)
            }
        }
        _ = try await turned
        let (slice, ledger) = try await days.stored()
        #expect(slice.tasks.values.allSatisfy { $0.region == .backlog && $0.carryCount == 1 && $0.notes == "by 2" })
        #expect(ledger.count { $0.operation.at.device == .zero } == 5)
    }

    @Test func anAccountThatIsGoneHoldsNobodyUp() async throws {
        try await days.settings(["rollover": "backlog"], at: evening)
        try await days.task(1, on: "2026-06-01", at: evening)
        let other = try await SomeAccount.make(in: days.database)
        try await days.database.write("INSERT INTO day_turn VALUES (\(other.id), \(evening))")
        // In the middle of its deletion: the clock goes first, other rows follow.
        try await days.database.write("DELETE FROM account_clock WHERE account_id = \(other.id)")
        #expect(try await days.turn(at: night) == 1)
        #expect(try await days.task(1).region == .backlog)
        try await SomeAccount.delete(days.account, in: days.database)
        #expect(try await days.dueAt() == nil)
    }

    @Test func aFullAccountIsRolledOverAllTheSame() async throws {
        let days = try await DayHouse.open(quotas: Quotas(tasks: 2, bytes: 0))
        try await days.settings(["rollover": "backlog"], at: evening)
        try await days.task(1, on: "2026-06-01", [daily], at: evening)
        try await days.task(2, on: "2026-06-01", at: evening)
        #expect(try await days.turn(at: night) == 1)
        #expect(try await days.task(1).region == .backlog)
        let (slice, _) = try await days.stored()
        #expect(slice.tasks.count == 2, "there was no room for another")
    }

    @Test func manyTasksOfOneAccountGoInSeveralTransactions() async throws {
        try await days.settings(["rollover": "backlog"], at: evening)
        let operations = (1...40 as ClosedRange<UInt64>).map { number in
            SyncOperation(
                opId: .random(), id: DayHouse.id(number),
                at: HybridTime(evening.adding(seconds: Int64(number)), device: days.house.devices[0]),
                fields: [
                    JSONMember("title", "t"), JSONMember("region", "morning"), JSONMember("bucket", "misc"),
                    JSONMember("scheduledDate", .string("2026-05-\(number % 10 + 10)")),
                ])
        }
        try await days.push(operations, now: evening.adding(seconds: 60))
        var turn = DayTurn(days.house.ledger)
        turn.batch = 7
        #expect(try await turn.turn(days.account, now: night) == 40)
        let (slice, _) = try await days.stored()
        #expect(slice.tasks.values.allSatisfy { $0.region == .backlog && $0.carryCount == 1 })
        #expect(try await days.dueAt() == at("2026-06-03T00:00:00Z"))
    }
}
