import Reactor
import Testing

@testable import WebClient

@Suite struct TurnTakingTests {
    private let now = LoopTime(nanoseconds: 0)

    private func all(_ turns: inout TurnTaking<String>) -> [String] {
        var items: [String] = []
        while let item = turns.next() { items.append(item) }
        return items
    }

    @Test func hostsTakeTurnsAndNoneTakesMoreThanItsRoom() {
        var turns = TurnTaking<String>(most: 10, mostPerHost: 2)
        for number in 1...3 { turns.arrive("a\(number)", at: "a", now: now) }
        turns.arrive("b1", at: "b", now: now)
        #expect(all(&turns) == ["a1", "b1", "a2"])
        #expect(turns.waiting == 1)
        turns.end(at: "b")
        #expect(all(&turns) == [])
        turns.end(at: "a")
        #expect(all(&turns) == ["a3"])
    }

    @Test func neverMoreAreUnderWayThanMay() {
        var turns = TurnTaking<String>(most: 3, mostPerHost: 2)
        for host in ["a", "b", "c"] { for number in 1...2 { turns.arrive("\(host)\(number)", at: host, now: now) } }
        #expect(all(&turns) == ["a1", "b1", "c1"])
        turns.end(at: "c")
        #expect(all(&turns) == ["a2"])
    }

    @Test func aHostThatTakesMoreGetsMore() {
        var turns = TurnTaking<String>(most: 100, mostPerHost: 1)
        for number in 1...5 { turns.arrive("\(number)", at: "a", now: now) }
        #expect(all(&turns) == ["1"])
        turns.widen("a", to: 4)
        #expect(all(&turns) == ["2", "3", "4"])
        for _ in 1...4 { turns.end(at: "a") }
        #expect(all(&turns) == ["5"])
    }

    @Test func whoWaitsTooLongIsSentAway() {
        var turns = TurnTaking<String>(most: 100, mostPerHost: 1)
        for second in 0..<200 {
            turns.arrive("\(second)", at: "a", now: LoopTime(nanoseconds: 0) + .seconds(second))
        }
        #expect(all(&turns) == ["0"])
        #expect(turns.expire(before: now + .seconds(150)).count == 149)
        #expect(turns.waiting == 50)
        turns.end(at: "a")
        #expect(all(&turns) == ["150"])
        #expect(turns.removeAll().count == 49)
        #expect(turns.waiting == 0)
    }
}
