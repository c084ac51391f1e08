import Reactor
import Testing

@testable import Postgres

/// What happens while no server answers.
extension PoolStateMachineTests {
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

    /// Nothing would be open, were it not for the one that asks.
    @Test func whatKeepsNoConnectionAsksAllTheSameUntilTheServerAnswers() {
        var pool = machine(maximum: 2, warm: 0)
        #expect(pool.start(at: time(0)) == [])
        #expect(pool.request(.read, deadline: time(5_000), at: time(1)).actions == [.connect(slot: 0)])
        _ = pool.connectFailed(slot: 0, at: time(2))
        #expect(pool.tick(at: time(1_000)).contains(.refuse(waiter: 1, .noServer)))
        #expect(request(&pool, .read, at: 1_001) == .refused(.noServer))
        _ = pool.connected(slot: 0, at: time(1_002))
        #expect(request(&pool, .read, at: 1_003) == .connection(slot: 0))
        _ = pool.finished(slot: 0, at: time(1_004))
        _ = pool.lost(slot: 0, at: time(2_000))
        #expect(pool.nextTick(after: time(2_000)) == nil && pool.readyCount + pool.connectingCount == 0)
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

    /// One reactor answers that the service is ready; whoever asks another next is not refused by it.
    @Test func whoAsksAfterTheNewsWaits() {
        var pool = machine()
        _ = pool.start(at: time(0))
        _ = pool.connectFailed(slot: 0, at: time(0))
        #expect(request(&pool, .read, at: 60_000, deadline: 90_000) == .refused(.noServer))
        #expect(pool.serverIsBack(at: time(60_001)) == [.connect(slot: 0)])
        guard case .wait = request(&pool, .read, at: 60_002, deadline: 90_000) else {
            Issue.record("it was refused while the connection was being made")
            return
        }
        // Only for as long as at the beginning of an outage.
        #expect(request(&pool, .read, at: 120_000, deadline: 130_000) == .refused(.noServer))
    }

    @Test func aFailureToGrowIsNoOutage() {
        // The server has no room for more connections, but those there are work.
        var pool = machine(maximum: 3)
        _ = pool.start(at: time(0))
        _ = pool.connected(slot: 0, at: time(0))
        _ = request(&pool, .write, at: 1)
        #expect(pool.request(.write, deadline: time(99), at: time(1)).actions == [.connect(slot: 1)])
        #expect(pool.connectFailed(slot: 1, at: time(2)) == [.grant(waiter: 1, slot: 0)])
        #expect(pool.lostSince == nil)
        let next = pool.request(.write, deadline: time(99), at: time(3))
        #expect(next.decision == .connection(slot: 0) && next.actions == [])
    }
}
