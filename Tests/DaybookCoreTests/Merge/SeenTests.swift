import Testing

@testable import DaybookCore

/// What a device had seen, which no clock can say.
@Suite struct SeenTests {
    var desk = Desk()
    let one = Desk.task(1)

    /// A clock that is half a minute behind loses nothing that was made after reading.
    @Test mutating func anEditMadeAfterSeeingAValueBeatsIt() {
        desk.do(one, .title("fast clock"), at: 100, by: Desk.b)
        let seen = desk.slice.revision
        #expect(desk.do(one, .title("slow clock"), at: 70, by: Desk.a, base: seen) == .applied)
        #expect(desk[1].title == "slow clock")
        // And the next of the same push, which saw its own change too.
        let (next, last) = (
            desk.operation(one, .title("again"), at: 71, base: seen),
            desk.operation(one, [JSONMember("notes", "n")], at: 72, base: seen)
        )
        desk.push([next, last], from: Desk.a)
        #expect(desk[1].title == "slow clock")
        let now = desk.slice.revision
        desk.push(
            [desk.operation(one, .title("x"), at: 71, base: now), desk.operation(one, .title("y"), at: 72, base: now)],
            from: Desk.a)
        #expect(desk[1].title == "y")
    }

    /// Also where others changed the row since: a clock that was read is never shifted.
    @Test mutating func aChangeComesAfterWhatWasRead() {
        desk.do(one, .title("read"), at: 100, by: Desk.b)
        desk.do(one, [JSONMember("notes", "since")], at: 120, by: Desk.c)
        var edit = desk.operation(one, .title("answer"), at: 70)
        edit.after = Desk.time(100, Desk.b)
        desk.push([edit], from: Desk.a)
        #expect(desk[1].title == "answer" && desk[1].notes == "since")
        // Nobody has read the future.
        var forged = desk.operation(one, .title("forged"), at: 71)
        forged.after = Desk.time(9_000_000, Desk.b)
        desk.push([forged], from: Desk.a)
        #expect(desk[1].clocks[.title]!.milliseconds <= desk.now.milliseconds + 1)
    }

    /// What comes later in the push comes later, also on another row, and though it says nothing of what was seen.
    @Test mutating func whatFollowsAChangeThatCameLaterFollowsIt() {
        desk.do(one, .title("read"), at: 5000, by: Desk.b)
        var first = desk.operation(one, .title("first"), at: 70)
        first.after = Desk.time(5000, Desk.b)
        var twin = desk.operation(one, [JSONMember("notes", "n")], at: 70)
        twin.after = first.after
        desk.push([first, twin, desk.operation(one, .title("second"), at: 71)], from: Desk.a)
        #expect(desk[1].title == "second")
        #expect(Set(desk.ledger.map(\.operation.at)).count == desk.ledger.count)
        // What was made before it keeps its place.
        var edit = desk.operation(one, .title("third"), at: 80)
        edit.after = desk[1].lastChange
        desk.push([edit, desk.operation(one, .title("overtaken"), at: 72)], from: Desk.a)
        #expect(desk[1].title == "third")
    }

    @Test mutating func aTaskThatWasPutIntoAListGoesWithIt() {
        let home = Desk.list(1)
        desk.do(home, [JSONMember("name", "Home")], at: 1, entity: .list)
        desk.do(one, .title("x"), at: 5000, by: Desk.b)
        let seen = desk.slice.revision
        let move = desk.operation(one, .list(home), at: 70, base: seen)
        let deletion = desk.operation(home, at: 71, kind: .delete, entity: .list, base: seen)
        desk.push([move, deletion], from: Desk.a)
        #expect(desk[1].isDeleted)
    }

    @Test mutating func whoReopensAndCompletesHasCompleted() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .state("completed"), at: 5000, by: Desk.b)
        let completion = desk[1].completion?.clock
        desk.push(
            [
                desk.operation(one, .state("active"), at: 70, reopens: completion),
                desk.operation(one, .state("completed"), at: 71),
            ], from: Desk.a)
        #expect(desk[1].isCompleted)
    }

    /// Nobody has seen what came in between: clocks decide, field by field.
    @Test mutating func whatWasNotSeenIsDecidedByClocks() {
        desk.do(one, .title("begun"), at: 1)
        let seen = desk.slice.revision
        desk.do(one, .title("meanwhile"), at: 100, by: Desk.b)
        #expect(desk.do(one, .title("older"), at: 50, by: Desk.a, base: seen).name == "superseded")
        // Of a future that never was, and of another incarnation of the database, nothing is believed.
        #expect(desk.do(one, .title("older"), at: 51, by: Desk.a, base: 1000).name == "superseded")
        var stranger = desk.operation(one, .title("older"), at: 52, base: desk.slice.revision)
        stranger.base?.epoch = Identifier(high: 9, low: 9)
        desk.push([stranger])
        #expect(desk[1].title == "meanwhile")
    }

    /// The phone's clock is ahead by 35 seconds; the laptop reopens at once.
    @Test mutating func aReopeningThatNamesTheCompletionWorksWhateverItsClock() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .state("completed"), at: 135, by: Desk.b)
        let named = Desk.time(135, Desk.b)
        #expect(desk.do(one, .state("notStarted"), at: 101, by: Desk.a, reopens: named) == .applied)
        #expect(!desk[1].isCompleted)
        // With a base it need not name it.
        desk.do(one, .state("completed"), at: 200, by: Desk.b)
        #expect(desk.do(one, .state("active"), at: 150, by: Desk.a, base: desk.slice.revision) == .applied)
        #expect(desk[1].state == .active)
    }

    /// Whatever a device claims to have seen: it cannot take back a completion that comes afterwards.
    @Test mutating func nobodyHasSeenACompletionOfTheFuture() {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .state("completed"), at: 100, by: Desk.b)
        desk.do(one, .state("notStarted"), at: 101, by: Desk.a, reopens: Desk.time(9_999_999, Desk.b))
        #expect(!desk[1].isCompleted)
        desk.now = desk.now.adding(seconds: 60)
        let now = HybridTime(desk.now, device: Desk.b)
        var complete = desk.operation(one, .state("completed"), at: 0, by: Desk.b)
        complete.at = now
        desk.push([complete])
        #expect(desk[1].isCompleted)
    }

    /// Such a line of the ledger was written when only its own time bounded it, and is read again.
    @Test func aStoredReopeningReachesNoFurtherThanItsOwnTime() throws {
        var desk = desk
        var row: TaskItem?
        let lines = [
            desk.operation(one, .title("x"), at: 1),
            desk.operation(one, .state("notStarted"), at: 100, reopens: Desk.time(500, Desk.b)),
            desk.operation(one, .state("completed"), at: 200, by: Desk.b),
        ]
        for line in lines { _ = TaskItem.apply(line, to: &row) }
        #expect(try #require(row).isCompleted)
    }

    /// It completes, reads that, and reopens; a completion that it never saw arrives late and counts.
    @Test mutating func onlyWhatWasSeenIsTakenBack() {
        desk.do(one, .title("x"), at: 1)
        let behind = desk.now.adding(seconds: -7_200)
        var complete = desk.operation(one, .state("completed"), at: 0)
        complete.at = HybridTime(behind.adding(seconds: -60), device: Desk.a)
        desk.push([complete], from: Desk.a, sentAt: behind)
        let told = desk[1].completion!.clock
        let unseen = desk.operation(one, .state("completed"), at: 0, by: Desk.b)
        var late = unseen
        late.at = HybridTime(told.instant.adding(seconds: 20), device: Desk.b)
        var reopen = desk.operation(one, .state("notStarted"), at: 0, reopens: told)
        reopen.at = HybridTime(behind.adding(seconds: -30), device: Desk.a)
        desk.push([reopen], from: Desk.a, sentAt: behind)
        #expect(!desk[1].isCompleted)
        desk.push([late])
        #expect(desk[1].isCompleted)
    }

    @Test mutating func whoClearsTheTimeOfACompletionReopens() {
        desk.do(one, .title("x") + .state("completed"), at: 1)
        let blind = desk.do(one, [JSONMember("completedAt", .null)], at: 5)
        #expect(blind.conflicts.map(\.reason) == [.completed] && desk[1].isCompleted)
        #expect(desk.do(one, [JSONMember("completedAt", .null)], at: 6, base: desk.slice.revision) == .applied)
        #expect(!desk[1].isCompleted && desk[1].completedAt == nil)
    }

    @Test mutating func carriesAreTheServersToCount() {
        let create = desk.operation(one, .title("x") + [JSONMember("carryCount", 7)], at: 1)
        #expect(desk.push([create], from: Desk.a).merged?.outcomes[0].conflicts.map(\.field) == ["carryCount"])
        #expect(desk[1].carryCount == 0 && desk[1].title == "x")
        // A row that is sent back whole says nothing new.
        let same = desk.operation(one, .title("y") + [JSONMember("carryCount", 0)], at: 2)
        #expect(desk.push([same], from: Desk.a).merged?.outcomes == [.applied])
        // Alone it says that it changes nothing, whatever the number.
        for (seconds, number) in [(3, 0), (4, 5)] as [(Int64, JSONValue)] {
            let alone = desk.operation(one, [JSONMember("carryCount", number)], at: seconds)
            let merged = desk.push([alone], from: Desk.a).merged
            #expect(
                merged?.outcomes == [
                    .superseded([Conflict(field: "carryCount", mine: number, theirs: 0, reason: .immutable)])
                ])
            #expect(merged?.entries.last?.changed == false)
        }
    }
}
