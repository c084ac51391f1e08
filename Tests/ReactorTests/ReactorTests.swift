import Synchronization
import TestWire
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

/// Long work and those who wait beside it.
@Suite struct WorkBudgetTests {
    /// Two tasks that work without end, and a socket (here: the wake-up from another thread) that wants to be served.
    @Test func longWorkThatYieldsLetsTheSocketsGoFirst() async throws {
        let group = try ReactorGroup(count: 1)
        defer { group.stop() }
        let reactor = group.reactors[0]
        let hogs = (0..<2).map { _ in
            Task(executorPreference: reactor) {
                var budget = WorkBudget()
                while !Task.isCancelled { await budget.pause() }
            }
        }
        for _ in 0..<20 {
            let began = ContinuousClock.now
            // The end is looked at on the reactor: what this test waits for behind others is not its business.
            let ended = await Task(executorPreference: reactor) {
                await reactor.sleep(for: .milliseconds(1))
                return ContinuousClock.now
            }.value
            // A few turns of a moment each, and some seconds where the machine is busy; a turn that ran 4,096 jobs of a
            // moment each would take 20.
            measured { #expect(began.duration(to: ended) < .seconds(15)) }
        }
        for hog in hogs { hog.cancel() }
        for hog in hogs { await hog.value }
    }

    @Test func aSlowJobIsBlamedOnWhatItWasForAlsoAfterAPause() async throws {
        let group = try ReactorGroup(count: 1)
        defer { group.stop() }
        let reactor = group.reactors[0]
        let told = Mutex<[Int?]>([])
        reactor.statistics.slowJobs.report(to: { cause, held in
            told.withLock { $0.append(held >= SlowJobs.threshold ? cause : -1) }
        })
        func work(_ duration: Duration) {
            let end = LoopTime.worked() + duration
            while LoopTime.worked() < end {}
        }
        await Task(executorPreference: reactor) {
            reactor.cause = 7
            work(.milliseconds(40))
            await reactor.sleep(for: .milliseconds(1))
            work(.milliseconds(40))
            var budget = WorkBudget()
            work(.milliseconds(6))
            await budget.pause()
            work(.milliseconds(40))
        }.value
        await Task(executorPreference: reactor) { work(.milliseconds(40)) }.value
        // The figures of a job are written after it.
        await Task(executorPreference: reactor) {}.value
        let figures = reactor.statistics.slowJobs.figures
        #expect(figures[7]?.count == 3 && (figures[7]?.seconds ?? 0) > 0.1)
        #expect(figures[Int?.none]?.count == 1)
        // The others may have come within the same second.
        #expect(told.withLock { $0.first } == 7)
    }
}

@Suite struct LongWorkTests {
    @Test func longWorkIsDoneAsideAndItsTaskComesBack() async throws {
        struct Refusal: Error {}
        let group = try ReactorGroup(count: 1)
        defer { group.stop() }
        let reactor = group.reactors[0]
        let (whileAway, after, cause, isRefused) = await Task(executorPreference: reactor) {
            reactor.cause = 3
            let whileAway = await aside(if: true) { Reactor.current == nil }
            let stayed = await aside(if: false) { reactor.isCurrent }
            var isRefused = false
            do { try await aside(if: true) { () throws(Refusal) in throw Refusal() } } catch { isRefused = true }
            return (whileAway, stayed && reactor.isCurrent, reactor.cause, isRefused)
        }.value
        #expect(whileAway && after && cause == 3 && isRefused)
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

@Suite struct BellTests {
    private final class Told: Sendable {
        let count = Atomic<Int>(0)
    }

    /// However the ringing and the waiting fall together, nothing that was told is left lying.
    @Test func whatIsRungIsHeard() async throws {
        let group = try ReactorGroup(count: 2)
        defer { group.stop() }
        let bell = Bell()
        let told = Told()
        let listener = Task(executorPreference: group.reactors[0]) {
            while told.count.load(ordering: .acquiring) < 20_000 { await bell.wait() }
        }
        await withTaskGroup { tasks in
            for part in 0..<4 {
                tasks.addTask(executorPreference: group.reactors[part % 2]) {
                    for _ in 0..<5_000 {
                        told.count.add(1, ordering: .acquiringAndReleasing)
                        bell.ring()
                        if told.count.load(ordering: .relaxed).isMultiple(of: 64) { await Task.yield() }
                    }
                }
            }
        }
        await listener.value
    }

    @Test func ringingOftenIsHeardOnce() async throws {
        let group = try ReactorGroup(count: 1)
        defer { group.stop() }
        let bell = Bell()
        for _ in 0..<3 { bell.ring() }
        await bell.wait()
        let began = LoopTime.current()
        let again = Task(executorPreference: group.reactors[0]) { await bell.wait(atMost: .milliseconds(20)) }
        await again.value
        #expect(LoopTime.current() - began >= .milliseconds(15))
    }

    @Test func aCancelledTaskWaitsNoLonger() async throws {
        let group = try ReactorGroup(count: 1)
        defer { group.stop() }
        let bell = Bell()
        let listener = Task(executorPreference: group.reactors[0]) { await bell.wait() }
        listener.cancel()
        await listener.value
        let patient = Task(executorPreference: group.reactors[0]) { await bell.wait(atMost: .seconds(3600)) }
        patient.cancel()
        await patient.value
    }
}
