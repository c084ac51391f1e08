import Synchronization
import Testing

@testable import Reactor

@Suite struct ReactorTests {
    @Test func aTaskRunsOnItsReactorsThreadAndStaysThere() async throws {
        let group = try ReactorGroup(count: 2)
        defer { group.stop() }
        for reactor in group.reactors {
            let stayed = await Task(executorPreference: reactor) {
                let before = reactor.isCurrent
                await Task.yield()
                return before && reactor.isCurrent && Reactor.current === reactor
            }.value
            #expect(stayed)
        }
        #expect(Reactor.current == nil)
    }

    @Test func timersFireInTheOrderOfTheirDeadlinesAndCancelledOnesNever() async throws {
        let group = try ReactorGroup(count: 1)
        defer { group.stop() }
        let reactor = group.reactors[0]
        let fired = await Task(executorPreference: reactor) {
            let order = Mutex<[Int]>([])
            for delay in [30, 10, 20] {
                reactor.schedule(after: .milliseconds(delay)) { order.withLock { $0.append(delay) } }
            }
            let cancelled = reactor.schedule(after: .milliseconds(15)) { order.withLock { $0.append(15) } }
            reactor.cancel(cancelled)
            await reactor.sleep(for: .milliseconds(40))
            return order.withLock { $0 }
        }.value
        #expect(fired == [10, 20, 30])
    }

    @Test func aSleepingTaskWakesWhenItIsCancelled() async throws {
        let group = try ReactorGroup(count: 1)
        defer { group.stop() }
        let reactor = group.reactors[0]
        let sleeper = Task(executorPreference: reactor) { await reactor.sleep(for: .seconds(3600)) }
        sleeper.cancel()
        await sleeper.value
    }
}

@Suite struct SlotTableTests {
    @Test func aTokenOfAnEarlierTenantNamesNothing() {
        var table = SlotTable<String>()
        let first = table.insert("first")
        table.remove(first)
        let second = table.insert("second")
        #expect(first.index == second.index)
        #expect(table[first] == nil)
        #expect(table.remove(first) == nil)
        #expect(table[second] == "second")
    }
}
