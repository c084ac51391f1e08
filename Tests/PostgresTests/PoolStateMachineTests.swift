import Reactor
import Testing

@testable import Postgres

/// The pool's decisions, with a clock and chance of the test's own.
@Suite struct PoolStateMachineTests {
    func time(_ milliseconds: Int) -> LoopTime { LoopTime(nanoseconds: Int64(milliseconds) * 1_000_000) }

    func machine(
        maximum: Int = 4, warm: Int = 1, _ change: (inout PoolStateMachine.Configuration) -> Void = { _ in }
    ) -> PoolStateMachine {
        var configuration = PoolStateMachine.Configuration()
        configuration.maximum = maximum
        configuration.warm = warm
        change(&configuration)
        return PoolStateMachine(configuration: configuration, seed: 7)
    }

    /// With all its connections ready.
    func ready(
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

    func request(
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

    @Test func writesGoToTheLeastBusyAndNeverBehindEachOther() {
        var pool = ready(maximum: 3)
        #expect(request(&pool, .read, weight: 5, at: 1) == .connection(slot: 0))
        #expect(request(&pool, .write, at: 1) == .connection(slot: 1))
        #expect(request(&pool, .write, at: 1) == .connection(slot: 2))
        // The last connection is for reads, which do not wait for writes that wait.
        #expect(request(&pool, .write, at: 1) == .wait(waiter: 1))
        #expect(request(&pool, .lease, at: 1) == .wait(waiter: 2))
        #expect(request(&pool, .read, at: 1) == .connection(slot: 0))
        #expect(pool.finished(slot: 2, writes: 1, at: time(2)) == [.grant(waiter: 2, slot: 2)])
        #expect(pool.finished(slot: 1, writes: 1, at: time(2)) == [.grant(waiter: 1, slot: 1)])
    }

    /// A lease may be a long one.
    @Test func ofTwoConnectionsTheLastTakesAWriteBesideALease() {
        var pool = ready(maximum: 2)
        #expect(request(&pool, .lease, at: 1) == .connection(slot: 0))
        #expect(request(&pool, .write, at: 1) == .connection(slot: 1))
        #expect(request(&pool, .write, at: 1) == .wait(waiter: 1))
        #expect(pool.finished(slot: 1, writes: 1, at: time(2)) == [.grant(waiter: 1, slot: 1)])
        #expect(pool.released(slot: 0, at: time(3)) == [])
        #expect(request(&pool, .lease, at: 4) == .wait(waiter: 2))
    }

    @Test func whereLeasesHaveAllOthersTheLastTakesAWrite() {
        var pool = ready(maximum: 3)
        #expect(request(&pool, .lease, at: 1) == .connection(slot: 0))
        #expect(request(&pool, .lease, at: 1) == .connection(slot: 1))
        #expect(request(&pool, .lease, at: 1) == .wait(waiter: 1))
        #expect(request(&pool, .write, at: 1) == .connection(slot: 2))
        #expect(request(&pool, .write, at: 1) == .wait(waiter: 2))
    }

    @Test func aLeaseThatWasSlowIsHandedOnAtOnce() {
        var pool = ready(maximum: 2)
        #expect(request(&pool, .lease, at: 1) == .connection(slot: 0))
        #expect(request(&pool, .lease, at: 1) == .wait(waiter: 1))
        pool.mark(slot: 0, slow: true)
        #expect(pool.released(slot: 0, at: time(100)) == [.grant(waiter: 1, slot: 0)])
    }

    @Test func writesShareAConnectionWhereTheServerHasNoOther() {
        var pool = machine(maximum: 3)
        _ = pool.start(at: time(0))
        _ = pool.connected(slot: 0, at: time(0))
        #expect(request(&pool, .write, at: 1) == .connection(slot: 0))
        #expect(request(&pool, .write, at: 1) == .wait(waiter: 1))
        #expect(pool.connectFailed(slot: 1, at: time(2)) == [.grant(waiter: 1, slot: 0)])
        #expect(request(&pool, .write, at: 3) == .connection(slot: 0))
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
        #expect(decision == .wait(waiter: 1) && actions == [.connect(slot: 1)])
        #expect(pool.connected(slot: 1, at: time(3)).contains(.grant(waiter: 1, slot: 1)))
    }

    @Test func oneConnectionAlwaysStaysShared() throws {
        var pool = ready(maximum: 3)
        // Two of three are to be had, and reads never wait for leases.
        let first = try #require(request(&pool, .lease, at: 1).slot)
        let second = try #require(request(&pool, .lease, at: 1).slot)
        #expect(request(&pool, .lease, at: 1) == .wait(waiter: 1))
        let shared = try #require(request(&pool, .read, at: 1).slot)
        #expect(Set([first, second, shared]).count == 3)
        #expect(pool.released(slot: first, at: time(2)) == [.grant(waiter: 1, slot: first)])
    }

    @Test func theOnlyConnectionThereMayBeCanBeLeased() {
        var pool = ready(maximum: 1)
        #expect(request(&pool, .lease, at: 1) == .connection(slot: 0))
        #expect(request(&pool, .read, at: 1) == .wait(waiter: 1))
        #expect(pool.released(slot: 0, at: time(2)) == [.grant(waiter: 1, slot: 0)])
    }
}

extension PoolStateMachine.Decision {
    fileprivate var slot: Int? { if case .connection(let slot) = self { slot } else { nil } }
}
