import Reactor

/// Decides who gets which connection, and which are opened and closed: every decision of a pool and none of its I/O.
///
/// A connection is either shared, its pipeline carrying the single statements of many callers, or leased to one caller
/// for a transaction. Leases take the least busy connection away from the shared. Nobody can take a write back that was
/// sent, so none is sent behind another. One connection carries nothing but reads whatever the demand for leases and
/// writes: from there, what is slow can be taken away.
///
/// Time and chance come from outside. The caller performs the returned actions in their order.
struct PoolStateMachine {
    struct Configuration {
        var maximum = 8
        var warm = 1
        var depth = 512
        var queueLimit = 10_000
        var maximumAge: Duration = .seconds(3600)
        var idleTimeout: Duration = .seconds(300)
        var outageGrace: Duration = .milliseconds(500)
        var backoffFirst: Duration = .milliseconds(50)
        var backoffLast: Duration = .seconds(2)
    }

    enum Action: Equatable {
        case connect(slot: Int)
        case close(slot: Int)
        case grant(waiter: UInt64, slot: Int)
        /// To a slow read, which has it alone.
        case grantAlone(waiter: UInt64, slot: Int)
        case refuse(waiter: UInt64, PostgresError.Unavailability)
    }

    /// Reads of one turn go together to one connection; writes are spread, so that their commits are flushed together;
    /// a lease takes a connection out of the shared ones. A slow read, which others had to wait for, has a lease where
    /// nobody else wants it.
    enum Use: Int, CaseIterable { case read, write, lease, slowRead }

    enum Decision: Equatable {
        case connection(slot: Int)
        case wait(waiter: UInt64)
        case refused(PostgresError.Unavailability)
    }

    enum Slot {
        case empty
        case connecting
        case ready(Ready)
    }

    struct Ready {
        /// Shared statements under way.
        var load = 0
        /// Those of them that are writes.
        var writes = 0
        var isLeased = false
        /// Its present work takes long; other connections are preferred.
        var isSlow = false
        /// Gets nothing new and is closed when it has no work left.
        var isRetiring = false
        var retireAt: LoopTime
        var idleSince: LoopTime
    }

    let configuration: Configuration
    var random: SplitMix64
    var slots: [Slot]
    var queue = WaitingQueue()
    /// When a slow read last had a connection that others wanted.
    var lastTurn: LoopTime?
    var isClosing = false
    /// Attempts to connect that failed since the last success.
    var failures = 0
    var retryAt: LoopTime?
    /// Since when there has been no connection at all, despite an attempt.
    var lostSince: LoopTime?

    init(configuration: Configuration, seed: UInt64) {
        self.configuration = configuration
        random = SplitMix64(seed: seed)
        slots = Array(repeating: .empty, count: max(1, configuration.maximum))
    }

    mutating func start(at now: LoopTime) -> [Action] { keepWarm(at: now) }

    // MARK: Asking

    /// The connection for this much shared work, or for a lease; or a place in the queue.
    mutating func request(
        _ use: Use, weight: Int = 1, deadline: LoopTime, at now: LoopTime
    ) -> (decision: Decision, actions: [Action]) {
        guard !isClosing else { return (.refused(.closed), []) }
        // Whoever waits already comes first.
        if queue.isEmpty(use), let slot = take(use, weight: weight, at: now) {
            return (.connection(slot: slot), growIfBusy(after: use, slot: slot, at: now))
        }
        if isOut(at: now) { return (.refused(.noServer), []) }
        guard queue.count < configuration.queueLimit else { return (.refused(.queueFull), []) }
        let waiter = queue.append(use, weight: weight, since: now, deadline: deadline)
        return (.wait(waiter: waiter), grow(at: now))
    }

    /// The waiter does not wait any more.
    mutating func forget(_ waiter: UInt64) { queue.remove(waiter) }

    /// Shared work is done, some of it writes.
    mutating func finished(slot: Int, weight: Int = 1, writes: Int = 0, at now: LoopTime) -> [Action] {
        guard case .ready(var ready) = slots[slot] else { return [] }
        ready.load -= weight
        ready.writes -= writes
        if ready.load == 0 {
            ready.idleSince = now
            ready.isSlow = false
        }
        slots[slot] = .ready(ready)
        if ready.load == 0, ready.isRetiring, !ready.isLeased { return retire(slot, at: now) }
        return queue.isEmpty ? [] : serve(at: now)
    }

    /// The lease is over and the connection clean.
    mutating func released(slot: Int, at now: LoopTime) -> [Action] {
        guard case .ready(var ready) = slots[slot], ready.isLeased else { return [] }
        ready.isLeased = false
        // The sweep may have met it amid a long statement, and the next sweep is too late for who waits.
        ready.isSlow = false
        ready.idleSince = now
        slots[slot] = .ready(ready)
        if ready.isRetiring, ready.load == 0 { return retire(slot, at: now) }
        return queue.isEmpty ? [] : serve(at: now)
    }

    // MARK: Connections coming and going

    mutating func connected(slot: Int, at now: LoopTime) -> [Action] {
        guard case .connecting = slots[slot] else { return [] }
        if isClosing {
            slots[slot] = .empty
            return [.close(slot: slot)]
        }
        failures = 0
        retryAt = nil
        lostSince = nil
        // Ages are spread, so that connections opened together are not replaced together.
        let age = Double(configuration.maximumAge.nanoseconds) * random.fraction(in: 0.9...1.1)
        slots[slot] = .ready(Ready(retireAt: now + .nanoseconds(Int64(min(age, 9e18))), idleSince: now))
        return serve(at: now) + keepWarm(at: now)
    }

    mutating func connectFailed(slot: Int, at now: LoopTime) -> [Action] {
        slots[slot] = .empty
        failures += 1
        let doubled =
            Double(configuration.backoffFirst.nanoseconds) * Double(UInt64(1) << UInt64(min(failures - 1, 30)))
        let capped = min(doubled, Double(configuration.backoffLast.nanoseconds))
        retryAt = now + .nanoseconds(Int64(capped * random.fraction(in: 0.5...1)))
        if readyCount == 0, lostSince == nil { lostSince = now }
        if isOut(at: now) { return refuseAll(.noServer) }
        // What is there must do.
        return readyCount > 0 && !queue.isEmpty ? serve(at: now) : []
    }

    /// Another reactor has reached the server, so there is no point in waiting until the next attempt is due. Callers
    /// wait for that attempt again: somebody may have told them already that the server is back.
    mutating func serverIsBack(at now: LoopTime) -> [Action] {
        guard failures > 0, !isClosing else { return [] }
        retryAt = nil
        if lostSince != nil { lostSince = now }
        return keepWarm(at: now)
    }

    /// A connection that was ready has ended.
    mutating func lost(slot: Int, at now: LoopTime) -> [Action] {
        slots[slot] = .empty
        guard !isClosing else { return [] }
        if readyCount == 0, lostSince == nil { lostSince = now }
        return keepWarm(at: now) + (queue.isEmpty ? [] : grow(at: now))
    }

    /// The connection must not be used any more than it is: its server is going, or not what was asked for.
    mutating func condemn(slot: Int, at now: LoopTime) -> [Action] {
        guard case .ready(var ready) = slots[slot] else { return [] }
        ready.isRetiring = true
        slots[slot] = .ready(ready)
        return ready.load == 0 && !ready.isLeased ? retire(slot, at: now) : []
    }

    mutating func mark(slot: Int, slow: Bool) {
        guard case .ready(var ready) = slots[slot], ready.isSlow != slow else { return }
        ready.isSlow = slow
        slots[slot] = .ready(ready)
    }

    /// No new work; connections close as theirs ends.
    mutating func close(at now: LoopTime) -> [Action] {
        isClosing = true
        retryAt = nil
        var actions = refuseAll(.closed)
        for slot in slots.indices { actions += condemn(slot: slot, at: now) }
        return actions
    }
}

/// A small generator of good randomness that replays from its seed.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func fraction(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}
