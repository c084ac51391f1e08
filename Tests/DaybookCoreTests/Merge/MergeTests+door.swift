import Testing

@testable import DaybookCore

/// Whole pushes: said again, dangerous, or from a device whose clock is wrong.
extension MergeTests {
    @Test mutating func aRepeatedOperationGetsItsFirstAnswer() throws {
        desk.do(one, .title("x"), at: 1)
        desk.do(one, .title("late"), at: 20)
        let operation = desk.operation(one, .title("early"), at: 10)
        let first = try #require(desk.push([operation, operation]).merged)
        let second = try #require(desk.push([operation]).merged)
        #expect(first.outcomes[0] == first.outcomes[1] && first.entries.count == 1)
        #expect(second.outcomes == [first.outcomes[0]] && second.entries.isEmpty && second.tasks.isEmpty)
    }

    @Test mutating func manyDeletionsWantAWord() {
        for number in 1...100 as ClosedRange<UInt64> { desk.do(Desk.task(number), .title("t"), at: Int64(number)) }
        let half = (1...50 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), at: 200, kind: .delete) }
        let more = (1...51 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), at: 200, kind: .delete) }
        let before = desk.slice
        #expect(desk.push(more) == .massDeleteRefused(deletions: 51, of: 100))
        #expect(desk.slice == before)
        var other = desk
        other.push(half)
        #expect(other.slice.liveTasks == 50)
        desk.push(more, confirmed: true)
        #expect(desk.slice.liveTasks == 49)
    }

    @Test mutating func manyDeletionsOfALargeAccountNeedNoWord() {
        for number in 1...103 as ClosedRange<UInt64> { desk.do(Desk.task(number), .title("t"), at: Int64(number)) }
        let some = (1...51 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), at: 200, kind: .delete) }
        desk.push(some)
        #expect(desk.slice.liveTasks == 52)
    }

    @Test mutating func whatAPushBringsBackIsNotDeletedByIt() {
        for number in 1...60 as ClosedRange<UInt64> { desk.do(Desk.task(number), .title("t"), at: Int64(number)) }
        let all = 1...60 as ClosedRange<UInt64>
        let gone = all.map { desk.operation(Desk.task($0), at: 200, kind: .delete) }
        let back = all.map { desk.operation(Desk.task($0), at: 300, kind: .restore) }
        #expect(desk.push(gone + back.prefix(9)) == .massDeleteRefused(deletions: 51, of: 60))
        #expect(desk.push(gone + back).merged != nil)
        #expect(desk.slice.liveTasks == 60)
    }

    @Test mutating func aDeletedListCountsItsTasks() {
        let list = Desk.list(1)
        desk.do(list, [JSONMember("name", "all")], at: 1, entity: .list)
        for number in 1...60 as ClosedRange<UInt64> {
            desk.do(Desk.task(number), .title("t") + .list(list), at: Int64(number) + 1)
        }
        let deletion = desk.operation(list, at: 200, kind: .delete, entity: .list)
        #expect(desk.push([deletion]) == .massDeleteRefused(deletions: 60, of: 60))
        // What is made and deleted within one push was nobody's.
        let made = (100...160 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), .title("t"), at: 300) }
        let gone = (100...160 as ClosedRange<UInt64>).map { desk.operation(Desk.task($0), at: 301, kind: .delete) }
        #expect(desk.push(made + gone).merged != nil)
    }

    @Test mutating func aWrongClockIsSetRight() {
        desk.do(one, .title("x"), at: 1)
        let wrong = desk.now.adding(seconds: 86_400)
        var operation = desk.operation(one, .title("tomorrow"), at: 0)
        operation.at = HybridTime(wrong.adding(seconds: -10), device: Desk.a)
        #expect(desk.push([operation], from: Desk.a, sentAt: wrong).merged?.outcomes == [.applied])
        #expect(desk.clocks[Desk.a]?.shift == -86_400_000)
        #expect(desk[1].updatedAt == desk.now.adding(seconds: -10))
    }

    @Test mutating func reopeningWorksOnAWrongClock() {
        desk.do(one, .title("x"), at: 1)
        let slow = desk.now.adding(seconds: -86_400)
        var complete = desk.operation(one, .state("completed"), at: 0)
        complete.at = HybridTime(slow.adding(seconds: -20), device: Desk.a)
        var reopen = desk.operation(one, .state("notStarted"), at: 0, reopens: complete.at)
        reopen.at = HybridTime(slow.adding(seconds: -10), device: Desk.a)
        desk.push([complete], from: Desk.a, sentAt: slow)
        #expect(desk[1].isCompleted)
        desk.push([reopen], from: Desk.a, sentAt: slow)
        #expect(!desk[1].isCompleted)
    }
}
