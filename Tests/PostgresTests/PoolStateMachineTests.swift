import Reactor
import Testing

@testable import Postgres

/// The pool's decisions, with a clock and chance of the test's own.
@Suite struct PoolStateMachineTests {
    private typealias Action = PoolStateMachine.Action

    private func time(_ milliseconds: Int) -> LoopTime { LoopTime(nanoseconds: Int64(milliseconds) * 1_000_000) }

    private func machine(
        maximum: Int = 4, warm: Int = 1, _ change: (inout PoolStateMachine.Configuration) -> Void = { _ in }
    ) -> PoolStateMachine {
        var configuration = PoolStateMachine.Configuration()
        configuration.maximum = maximum
        configuration.warm = warm
        change(&configuration)
        return PoolStateMachine(configuration: configuration, seed: 7)
    }

    /// With all its connections ready.
    private func ready(
        maximum: Int = 4, _ change: (inout PoolStateMachine.Configuration) -> Void = { _ in }
    ) -> PoolStateMachine {
        var pool = machine(maximum: maximum, warm: maximum, change)
        var open = pool.start(at: time(0))
        while !open.isEmpty {
            guard case .connect(let slot) = open.removeFirst() else { continue }
            open += pool.connected(slot: slot, at: time(0))
        }
        #expect(pool.readyCount == maximum)
        return pool
    }

    private func request(
        _ pool: inout PoolStateMachine, _ use: PoolStateMachine.Use, weight: Int = 1, at now: Int, deadline: Int = 5_000
    ) -> PoolStateMachine.Decision {
        pool.request(use, weight: weight, deadline: time(deadline), at: time(now)).decision
    }

    @Test func whoComesBeforeTheFirstConnectionWaitsForIt() {
        var pool = machine()
        #expect(pool.start(at: time(0)) == [.connect(slot: 0)])
        let first = pool.request(.read, deadline: time(5_000), at: time(1))
        #expect(first.decision == .wait(waiter: 1))
        #expect(request(&pool, .lease, at: 1) == .wait(waiter: 2))
        // A lease would be the last shared connection, so it waits for another one.
        let actions = pool.connected(slot: 0, at: time(2))
        #expect(actions.contains(.grant(waiter: 1, slot: 0)))
        #expect(!actions.contains(.grant(waiter: 2, slot: 0)))
        #expect(pool.connected(slot: 1, at: time(3)).contains { if case .grant(2, _) = $0 { true } else { false } })
    }

    @Test func writesGoToTheLeastBusy() {
        var pool = ready(maximum: 3)
        #expect(request(&pool, .read, weight: 5, at: 1) == .connection(slot: 0))
        #expect(request(&pool, .write, at: 1) == .connection(slot: 1))
        #expect(request(&pool, .write, at: 1) == .connection(slot: 2))
        #expect(request(&pool, .write, at: 1) == .connection(slot: 1))
        _ = pool.finished(slot: 0, weight: 5, at: time(2))
        #expect(request(&pool, .write, at: 2) == .connection(slot: 0))
    }

    @Test func readsStayTogetherAndAvoidWhatIsSlow() {
        var pool = ready(maximum: 3)
        for _ in 0..<3 { #expect(request(&pool, .read, weight: 5, at: 1) == .connection(slot: 0)) }
        pool.mark(slot: 0, slow: true)
        #expect(request(&pool, .read, at: 2) == .connection(slot: 1))
        #expect(request(&pool, .write, at: 2) == .connection(slot: 2))
        // With nothing left to do it is as good as any.
        _ = pool.finished(slot: 0, weight: 15, at: time(3))
        #expect(request(&pool, .read, at: 3) == .connection(slot: 0))
        // Where everything is slow, slow has to do.
        for slot in 0..<3 { pool.mark(slot: slot, slow: true) }
        #expect(!pool.hasBetterPlace)
        #expect(request(&pool, .read, at: 4) == .connection(slot: 0))
    }

    @Test func nobodyIsPutBehindSlowWorkWhileAConnectionCanBeOpened() {
        var pool = PoolStateMachine(configuration: .init(maximum: 2, warm: 1), seed: 1)
        _ = pool.start(at: time(0))
        _ = pool.connected(slot: 0, at: time(0))
        #expect(request(&pool, .read, at: 1) == .connection(slot: 0))
        pool.mark(slot: 0, slow: true)
        let (decision, actions) = pool.request(.read, deadline: time(5_000), at: time(2))
        guard case .wait(let waiter) = decision else {
            Issue.record("put behind slow work")
            return
        }
        #expect(actions == [.connect(slot: 1)])
        #expect(pool.connected(slot: 1, at: time(3)).contains(.grant(waiter: waiter, slot: 1)))
    }

    @Test func oneConnectionAlwaysStaysShared() {
        var pool = ready(maximum: 3)
        guard case .connection(let first) = request(&pool, .lease, at: 1),
            case .connection(let second) = request(&pool, .lease, at: 1)
        else {
            Issue.record("two of three are to be had")
            return
        }
        #expect(first != second)
        #expect(request(&pool, .lease, at: 1) == .wait(waiter: 1))
        guard case .connection(let shared) = request(&pool, .read, at: 1) else {
            Issue.record("reads never wait for leases")
            return
        }
        #expect(shared != first && shared != second)
        #expect(pool.released(slot: first, at: time(2)) == [.grant(waiter: 1, slot: first)])
    }

    @Test func theOnlyConnectionThereMayBeCanBeLeased() {
        var pool = ready(maximum: 1)
        #expect(request(&pool, .lease, at: 1) == .connection(slot: 0))
        #expect(request(&pool, .read, at: 1) == .wait(waiter: 1))
        #expect(pool.released(slot: 0, at: time(2)) == [.grant(waiter: 1, slot: 0)])
    }

    @Test func waitersAreServedInTheirOrder() {
        var pool = ready(maximum: 2)
        #expect(request(&pool, .lease, at: 0) == .connection(slot: 0))
        for waiter in 1...4 { #expect(request(&pool, .lease, at: waiter) == .wait(waiter: UInt64(waiter))) }
        pool.forget(2)
        pool.forget(2)
        #expect(pool.queue.count == 3)
        #expect(pool.released(slot: 0, at: time(5)) == [.grant(waiter: 1, slot: 0)])
        #expect(pool.released(slot: 0, at: time(6)) == [.grant(waiter: 3, slot: 0)])
        #expect(pool.released(slot: 0, at: time(7)) == [.grant(waiter: 4, slot: 0)])
        #expect(pool.released(slot: 0, at: time(8)) == [])
    }

    @Test func waitersAreRefusedAtTheirDeadline() {
        var pool = ready(maximum: 2)
        _ = request(&pool, .lease, at: 0)
        #expect(request(&pool, .lease, at: 0, deadline: 100) == .wait(waiter: 1))
        #expect(request(&pool, .lease, at: 0, deadline: 50) == .wait(waiter: 2))
        #expect(pool.nextTick(after: time(0)) == time(50))
        #expect(pool.tick(at: time(49)) == [])
        #expect(pool.tick(at: time(50)) == [.refuse(waiter: 2, .poolExhausted)])
        #expect(pool.tick(at: time(200)) == [.refuse(waiter: 1, .poolExhausted)])
        #expect(pool.queue.isEmpty)
    }

    @Test func theQueueHasAnEnd() {
        var pool = ready(maximum: 2) { $0.queueLimit = 2 }
        for _ in 0..<3 { _ = request(&pool, .lease, at: 0) }
        #expect(request(&pool, .lease, at: 0) == .refused(.queueFull))
    }

    @Test func aFullPipelineMakesWait() {
        var pool = ready(maximum: 1) { $0.depth = 4 }
        #expect(request(&pool, .read, weight: 3, at: 0) == .connection(slot: 0))
        #expect(request(&pool, .read, weight: 2, at: 0) == .wait(waiter: 1))
        // Nobody overtakes.
        #expect(request(&pool, .read, weight: 1, at: 0) == .wait(waiter: 2))
        let actions = pool.finished(slot: 0, weight: 3, at: time(1))
        #expect(actions == [.grant(waiter: 1, slot: 0), .grant(waiter: 2, slot: 0)])
    }

    @Test func demandOpensConnectionsUpToTheLimit() {
        var pool = machine(maximum: 3)
        _ = pool.start(at: time(0))
        _ = pool.connected(slot: 0, at: time(1))
        #expect(pool.request(.write, deadline: time(99), at: time(2)).actions == [])
        let second = pool.request(.write, deadline: time(99), at: time(2))
        #expect(second.decision == .connection(slot: 0) && second.actions == [.connect(slot: 1)])
        #expect(pool.request(.write, deadline: time(99), at: time(2)).actions == [.connect(slot: 2)])
        #expect(pool.request(.write, deadline: time(99), at: time(2)).actions == [])
        // Reads behind each other are no reason to open more.
        var reading = machine(maximum: 3)
        _ = reading.start(at: time(0))
        _ = reading.connected(slot: 0, at: time(1))
        #expect(reading.request(.read, weight: 20, deadline: time(99), at: time(2)).actions == [])
    }

    @Test func idleConnectionsBeyondTheWarmAreClosed() {
        var pool = machine(maximum: 3) { $0.idleTimeout = .milliseconds(1_000) }
        _ = pool.start(at: time(0))
        _ = pool.connected(slot: 0, at: time(0))
        _ = request(&pool, .write, at: 1)
        _ = request(&pool, .write, at: 1)
        _ = pool.connected(slot: 1, at: time(2))
        _ = pool.finished(slot: 0, weight: 2, at: time(10))
        #expect(pool.nextTick(after: time(10)) == time(1_002))
        #expect(pool.tick(at: time(1_001)) == [])
        let actions = pool.tick(at: time(1_010))
        #expect(actions.count == 1 && pool.readyCount == 1)
        #expect(pool.tick(at: time(9_999)) == [])
    }

    @Test func oldConnectionsAreReplacedAfterTheirWork() {
        var pool = machine(maximum: 2) { $0.maximumAge = .milliseconds(10_000) }
        _ = pool.start(at: time(0))
        _ = pool.connected(slot: 0, at: time(0))
        #expect(request(&pool, .read, at: 1) == .connection(slot: 0))
        #expect(pool.tick(at: time(8_999)) == [])
        #expect(pool.tick(at: time(11_001)) == [])
        // It gets nothing new ...
        #expect(request(&pool, .read, at: 11_002, deadline: 20_000) == .wait(waiter: 1))
        // ... and goes when its work is done.
        let actions = pool.finished(slot: 0, at: time(11_003))
        #expect(actions.contains(.close(slot: 0)))
    }

    @Test func agesAreSpread() {
        var pool = machine(maximum: 40, warm: 40) { $0.maximumAge = .milliseconds(10_000) }
        var open = pool.start(at: time(0))
        while !open.isEmpty {
            if case .connect(let slot) = open.removeFirst() { open += pool.connected(slot: slot, at: time(0)) }
        }
        var ages: Set<Int64> = []
        for slot in pool.slots { if case .ready(let ready) = slot { ages.insert(ready.retireAt.nanoseconds) } }
        #expect(ages.count == 40)
        #expect(ages.allSatisfy { (9_000_000_000...11_000_000_000).contains($0) })
    }

    @Test func aLostServerIsTriedAgainAtGrowingIntervals() throws {
        var pool = machine { $0.outageGrace = .milliseconds(500) }
        var now = 0
        #expect(pool.start(at: time(now)) == [.connect(slot: 0)])
        var previous = 0
        for attempt in 0..<12 {
            _ = pool.connectFailed(slot: 0, at: time(now))
            let retry = try #require(pool.nextTick(after: time(now)))
            let pause = Int((retry - time(now)).nanoseconds / 1_000_000)
            let limit = min(2_000, 50 << attempt)
            #expect(pause >= limit / 2 - 1 && pause <= limit)
            // One at a time, and not before its time.
            #expect(pool.tick(at: time(now + pause - 2)) == [])
            now += pause + 1
            #expect(pool.tick(at: time(now)) == [.connect(slot: 0)])
            previous = max(previous, pause)
        }
        #expect(previous >= 1_000)
        // Success ends it.
        _ = pool.connected(slot: 0, at: time(now))
        #expect(pool.failures == 0 && pool.lostSince == nil)
        #expect(request(&pool, .read, at: now) == .connection(slot: 0))
    }

    @Test func anOutageIsWaitedOutForALittleWhileOnly() {
        var pool = ready(maximum: 2) { $0.outageGrace = .milliseconds(500) }
        _ = pool.lost(slot: 0, at: time(1_000))
        _ = pool.lost(slot: 1, at: time(1_000))
        _ = pool.connectFailed(slot: 0, at: time(1_001))
        #expect(request(&pool, .read, at: 1_100, deadline: 9_000) == .wait(waiter: 1))
        _ = pool.connectFailed(slot: 1, at: time(1_200))
        #expect(pool.queue.count == 1)
        #expect(pool.tick(at: time(1_501)).contains(.refuse(waiter: 1, .noServer)))
        #expect(request(&pool, .read, at: 1_600, deadline: 9_000) == .refused(.noServer))
        #expect(request(&pool, .lease, at: 1_600, deadline: 9_000) == .refused(.noServer))
    }

    @Test func newsOfTheServerEndsThePause() {
        var pool = machine()
        _ = pool.start(at: time(0))
        for attempt in 0..<8 {
            _ = pool.connectFailed(slot: 0, at: time(attempt * 10_000))
            if attempt < 7 { #expect(pool.tick(at: time(attempt * 10_000 + 5_000)) == [.connect(slot: 0)]) }
        }
        #expect(pool.tick(at: time(70_001)) == [])
        #expect(pool.serverIsBack(at: time(70_002)) == [.connect(slot: 0)])
        #expect(pool.serverIsBack(at: time(70_003)) == [])
    }

    @Test func aFailureToGrowIsNoOutage() {
        // The server has no room for more connections, but those there are work.
        var pool = machine(maximum: 3)
        _ = pool.start(at: time(0))
        _ = pool.connected(slot: 0, at: time(0))
        _ = request(&pool, .write, at: 1)
        #expect(pool.request(.write, deadline: time(99), at: time(1)).actions == [.connect(slot: 1)])
        _ = pool.connectFailed(slot: 1, at: time(2))
        #expect(pool.lostSince == nil)
        let next = pool.request(.write, deadline: time(99), at: time(3))
        #expect(next.decision == .connection(slot: 0) && next.actions == [])
    }

    @Test func closingLetsWorkFinish() {
        var pool = ready(maximum: 2)
        #expect(request(&pool, .lease, at: 0) == .connection(slot: 0))
        #expect(request(&pool, .read, at: 0) == .connection(slot: 1))
        #expect(request(&pool, .lease, at: 0) == .wait(waiter: 1))
        #expect(pool.close(at: time(1)) == [.refuse(waiter: 1, .closed)])
        #expect(request(&pool, .read, at: 1) == .refused(.closed))
        #expect(pool.finished(slot: 1, at: time(2)) == [.close(slot: 1)])
        #expect(pool.released(slot: 0, at: time(3)) == [.close(slot: 0)])
        #expect(pool.nextTick(after: time(4)) == nil)
    }

    /// Whatever happens in whatever order: nobody is forgotten, nobody is answered twice, no connection has two owners.
    @Test(arguments: 0..<20) func randomLivesKeepTheirPromises(_ number: Int) {
        var random = SplitMix64(seed: Seed.base &+ UInt64(number))
        var pool = machine(maximum: Int.random(in: 1...5, using: &random)) { $0.depth = 6 }
        var now = 0
        var waiting: Set<UInt64> = []
        var kinds: [UInt64: PoolStateMachine.Use] = [:]
        var loads: [Int: Int] = [:]
        var leases: Set<Int> = []
        var connecting: Set<Int> = []
        var open: Set<Int> = []

        func take(_ slot: Int, _ use: PoolStateMachine.Use) {
            #expect(open.contains(slot) && !leases.contains(slot))
            if use == .lease { leases.insert(slot) } else { loads[slot, default: 0] += 1 }
        }
        func perform(_ actions: [Action]) {
            for action in actions {
                switch action {
                case .connect(let slot):
                    #expect(!open.contains(slot) && connecting.insert(slot).inserted)
                case .close(let slot):
                    #expect(open.remove(slot) != nil && loads[slot, default: 0] == 0 && !leases.contains(slot))
                case .grant(let waiter, let slot):
                    #expect(waiting.remove(waiter) != nil)
                    take(slot, kinds[waiter] ?? .read)
                case .refuse(let waiter, _):
                    #expect(waiting.remove(waiter) != nil)
                }
            }
        }

        perform(pool.start(at: time(0)))
        for _ in 0..<2_000 {
            now += Int.random(in: 0...40, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3:
                let use: PoolStateMachine.Use = [.read, .write, .lease].randomElement(using: &random) ?? .read
                let (decision, actions) = pool.request(use, deadline: time(now + 300), at: time(now))
                switch decision {
                case .connection(let slot): take(slot, use)
                case .wait(let waiter):
                    waiting.insert(waiter)
                    kinds[waiter] = use
                case .refused: break
                }
                perform(actions)
            case 4, 5:
                if let slot = loads.filter({ $0.value > 0 }).keys.sorted().randomElement(using: &random) {
                    loads[slot, default: 0] -= 1
                    perform(pool.finished(slot: slot, at: time(now)))
                }
            case 6:
                if let slot = leases.sorted().randomElement(using: &random) {
                    leases.remove(slot)
                    perform(pool.released(slot: slot, at: time(now)))
                }
            case 7:
                if let slot = connecting.sorted().randomElement(using: &random) {
                    connecting.remove(slot)
                    if Bool.random(using: &random) {
                        open.insert(slot)
                        perform(pool.connected(slot: slot, at: time(now)))
                    } else {
                        perform(pool.connectFailed(slot: slot, at: time(now)))
                    }
                }
            case 8:
                perform(pool.tick(at: time(now)))
                if Int.random(in: 0..<8, using: &random) == 0, let slot = open.sorted().randomElement(using: &random) {
                    open.remove(slot)
                    loads[slot] = 0
                    leases.remove(slot)
                    perform(pool.lost(slot: slot, at: time(now)))
                }
            default:
                if let waiter = waiting.sorted().randomElement(using: &random) {
                    waiting.remove(waiter)
                    pool.forget(waiter)
                }
            }
            #expect(pool.queue.count == waiting.count)
            #expect(pool.readyCount == open.count && pool.leasedCount == leases.count)
        }
        perform(pool.tick(at: time(now + 100_000)))
        #expect(waiting.isEmpty, "seed \(Seed.base)")
    }
}
