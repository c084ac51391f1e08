import Testing

@testable import Postgres

/// Who waits, and for how long.
extension PoolStateMachineTests {
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

    @Test func slowReadsHaveWhatNobodyElseWantsAndNowAndThenATurn() {
        var pool = ready(maximum: 2)
        #expect(request(&pool, .lease, at: 0) == .connection(slot: 0))
        // Among the reads, since there is no lease to be had.
        #expect(request(&pool, .slowRead, at: 1) == .connection(slot: 1) && !pool.isLeased(1))
        #expect(request(&pool, .slowRead, at: 2, deadline: 9_000) == .wait(waiter: 1))
        #expect(pool.finished(slot: 1, at: time(3)) == [])
        #expect(request(&pool, .lease, at: 4, deadline: 9_000) == .wait(waiter: 2))
        // Who wants a lease comes first ...
        #expect(pool.released(slot: 0, at: time(5)) == [.grant(waiter: 2, slot: 0)])
        #expect(request(&pool, .lease, at: 6, deadline: 9_000) == .wait(waiter: 3))
        #expect(pool.tick(at: time(1_990)) == [])
        // ... but not for ever ...
        #expect(pool.tick(at: time(2_010)) == [.grant(waiter: 1, slot: 1)])
        #expect(pool.finished(slot: 1, at: time(2_020)) == [])
        #expect(request(&pool, .slowRead, at: 2_030, deadline: 9_000) == .wait(waiter: 4))
        #expect(pool.released(slot: 0, at: time(2_040)) == [.grant(waiter: 3, slot: 0)])
        // ... and what nobody wants is a slow read's alone.
        #expect(pool.released(slot: 0, at: time(2_050)) == [.grantAlone(waiter: 4, slot: 0)] && pool.isLeased(0))
    }

    /// Then what is slow gives way.
    @Test func itIsShortWhereSomebodyWaitsAndNothingCanBeOpened() {
        var pool = ready(maximum: 2)
        #expect(request(&pool, .lease, at: 0) == .connection(slot: 0))
        #expect(request(&pool, .lease, at: 10) == .wait(waiter: 1))
        #expect(!pool.isShort(for: [.lease], at: time(250)) && pool.isShort(for: [.lease], at: time(260)))
        #expect(!pool.isShort(for: [.read, .write, .slowRead], at: time(260)))
        _ = pool.released(slot: 0, at: time(270))
        #expect(!pool.isShort(for: [.lease], at: time(600)))
        var growing = machine(maximum: 2)
        _ = growing.start(at: time(0))
        #expect(request(&growing, .lease, at: 1) == .wait(waiter: 1))
        #expect(!growing.isShort(for: [.lease], at: time(900)), "a connection is on its way")
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
}
