import Testing

@testable import Postgres

/// When connections are opened, replaced and closed.
extension PoolStateMachineTests {
    @Test func demandOpensConnectionsUpToTheLimit() {
        var pool = machine(maximum: 3)
        _ = pool.start(at: time(0))
        _ = pool.connected(slot: 0, at: time(1))
        #expect(pool.request(.write, deadline: time(99), at: time(2)).actions == [])
        let second = pool.request(.write, deadline: time(99), at: time(2))
        #expect(second.decision == .wait(waiter: 1) && second.actions == [.connect(slot: 1)])
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
        #expect(pool.connected(slot: 1, at: time(2)) == [.grant(waiter: 1, slot: 1)])
        _ = pool.finished(slot: 1, writes: 1, at: time(2))
        _ = pool.finished(slot: 0, writes: 1, at: time(10))
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
}
