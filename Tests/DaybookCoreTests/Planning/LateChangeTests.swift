import Testing

@testable import DaybookCore

/// What a person did before the boundary stands, whenever it arrives.
@Suite struct LateChangeTests {
    let one = Desk.task(1)
    let boundary = Instant("2026-06-02T00:00:00Z")!
    var desk = Desk()

    init() {
        desk.now = Instant("2026-06-02T08:00:00Z")!
        desk.slice.settings.rollover = .backlog
    }

    func before(_ minutes: Int64, _ device: Identifier = Desk.b) -> HybridTime {
        HybridTime(boundary.adding(seconds: -minutes * 60), device: device)
    }

    mutating func `do`(
        _ fields: [JSONMember], before minutes: Int64, kind: SyncOperation.Kind = .set, by device: Identifier = Desk.b,
        id: Identifier? = nil
    ) -> Outcome {
        var operation = desk.operation(id ?? one, fields, at: 0, by: device, kind: kind)
        operation.at = before(minutes, device)
        return desk.push([operation]).merged?.outcomes[0] ?? .waiting
    }

    mutating func turn() {
        desk.push(desk.slice.dayTurn(to: CalendarDate("2026-06-02")!, boundary: boundary))
    }

    mutating func begin(_ more: [JSONMember] = []) {
        _ = self.do(.title("x") + .place("morning", "mustDo") + more, before: 600, by: Desk.a)
        turn()
        #expect(desk[1].region == .backlog && desk[1].carryCount == 1)
    }

    @Test mutating func completedOffline() {
        begin()
        #expect(self.do(.state("completed"), before: 30) == .applied)
        #expect(desk[1].isCompleted && desk[1].region == .morning && desk[1].carryCount == 0)
        #expect(desk[1].scheduledDate == CalendarDate("2026-06-01") && desk[1].bucket == .mustDo)
        // Once: what comes now finds nothing to take back.
        let lines = desk.ledger.count
        _ = self.do([JSONMember("notes", "n")], before: 20)
        #expect(desk.ledger.count == lines + 1)
    }

    @Test mutating func rescheduled() {
        begin()
        #expect(self.do([JSONMember("scheduledDate", "2026-06-05")], before: 30) == .applied)
        #expect(desk[1].region == .morning && desk[1].scheduledDate == CalendarDate("2026-06-05"))
        #expect(desk[1].carryCount == 0)
    }

    @Test mutating func madeSticky() {
        begin()
        #expect(self.do([JSONMember("sticky", true)], before: 30) == .applied)
        #expect(desk[1].region == .morning && desk[1].carryCount == 0 && desk[1].sticky)
    }

    @Test mutating func deleted() {
        begin()
        #expect(self.do([], before: 30, kind: .delete) == .applied)
        #expect(desk[1].isDeleted)
    }

    /// It is rolled over when it arrives, as if it had been there.
    @Test mutating func madeAltogether() {
        turn()
        #expect(self.do(.title("late") + .place("morning", "misc"), before: 30) == .applied)
        #expect(desk[1].region == .backlog && desk[1].carryCount == 1 && desk[1].scheduledDate == nil)
        // The turn itself finds nothing left.
        let lines = desk.ledger.count
        turn()
        #expect(desk.ledger.count == lines)
    }

    @Test mutating func whatDoesNotTakeTheCauseAwayLeavesTheRollover() {
        begin()
        #expect(self.do(.title("renamed"), before: 30) == .applied)
        #expect(self.do([JSONMember("bucket", "misc")], before: 25).name != "rejected")
        #expect(desk[1].region == .backlog && desk[1].carryCount == 1 && desk[1].title == "renamed")
    }

    /// A person worked on it after the boundary: that stands beside what came late.
    @Test mutating func whatWasDoneSinceStands() {
        begin()
        var since = desk.operation(
            one, .place("evening", "misc", "2026-06-02"), at: 0, by: Desk.a)
        since.at = HybridTime(boundary.adding(seconds: 3600), device: Desk.a)
        desk.push([since])
        #expect(self.do([JSONMember("sticky", true)], before: 30) == .applied)
        #expect(desk[1].region == .evening && desk[1].scheduledDate == CalendarDate("2026-06-02"))
        #expect(desk[1].carryCount == 0)
    }

    /// The same comes out as if it had come in time, in whatever order several things come late.
    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]]) func anyOrder(_ order: [Int]) {
        let changes: [(fields: [JSONMember], minutes: Int64)] = [
            ([JSONMember("scheduledDate", "2026-06-04")], 50), ([JSONMember("scheduledDate", "2026-06-01")], 40),
            (.title("last"), 30),
        ]
        var inTime = LateChangeTests()
        _ = inTime.do(.title("x") + .place("morning", "mustDo"), before: 600, by: Desk.a)
        for change in changes { _ = inTime.do(change.fields, before: change.minutes) }
        inTime.turn()
        var late = LateChangeTests()
        late.begin()
        for index in order { _ = late.do(changes[index].fields, before: changes[index].minutes) }
        for (left, right) in [(inTime.desk[1], late.desk[1])] {
            #expect(left.title == right.title && left.region == right.region && left.bucket == right.bucket)
            #expect(left.scheduledDate == right.scheduledDate && left.carryCount == right.carryCount)
        }
    }

    @Test mutating func theLedgerGivesTheRow() {
        begin()
        _ = self.do([JSONMember("scheduledDate", "2026-06-05")], before: 30)
        _ = self.do(.state("completed"), before: 20)
        var replayed = Slice(account: desk.slice.account)
        for entry in desk.ledger { replayed.replay(entry) }
        #expect(replayed.tasks == desk.slice.tasks)
    }
}
