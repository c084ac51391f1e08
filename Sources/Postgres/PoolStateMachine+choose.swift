import Reactor

/// Choosing, growing and shrinking.
extension PoolStateMachine {
    var readyCount: Int {
        slots.count { if case .ready = $0 { true } else { false } }
    }

    var leasedCount: Int {
        slots.count { if case .ready(let ready) = $0 { ready.isLeased } else { false } }
    }

    func isLeased(_ slot: Int) -> Bool {
        if case .ready(let ready) = slots[slot] { ready.isLeased } else { false }
    }

    func isRetiring(_ slot: Int) -> Bool {
        if case .ready(let ready) = slots[slot] { ready.isRetiring } else { false }
    }

    var connectingCount: Int {
        slots.count { if case .connecting = $0 { true } else { false } }
    }

    /// The server has been away for longer than callers are asked to wait.
    func isOut(at now: LoopTime) -> Bool {
        guard let lostSince, failures > 0 else { return false }
        return now - lostSince >= configuration.outageGrace
    }

    /// Takes the connection that fits the use best.
    mutating func take(_ use: Use, weight: Int, at now: LoopTime) -> Int? {
        switch use {
        case .read: share(readSlot.flatMap { fits($0, weight) ? $0 : nil } ?? leastBusy(for: weight), weight)
        case .write: mayWrite ? share(leastBusy(for: weight, apart: isApart), weight, writes: weight) : nil
        case .lease: mayLease ? lease(leastBusy(apart: isApart)) : nil
        case .slowRead: takeForSlowRead(weight, at: now)
        }
    }

    private mutating func share(_ slot: Int?, _ weight: Int, writes: Int = 0) -> Int? {
        guard let slot, case .ready(var ready) = slots[slot] else { return nil }
        // Behind a slow statement is the last place to be: rather wait for a connection that is being opened.
        if ready.isSlow, canOpen { return nil }
        ready.load += weight
        ready.writes += writes
        slots[slot] = .ready(ready)
        return slot
    }

    /// Nor is a lease to be had from behind a slow statement, unless there is nothing else for ever.
    private mutating func lease(_ slot: Int?) -> Int? {
        guard let slot, case .ready(var ready) = slots[slot], !ready.isSlow || !isApart else { return nil }
        ready.isLeased = true
        slots[slot] = .ready(ready)
        return slot
    }

    /// What nobody else wants. Where there is always somebody who does, a slow read all the same has its turn now and
    /// then: a lease, or if there is none to be had then a place among the reads.
    private mutating func takeForSlowRead(_ weight: Int, at now: LoopTime) -> Int? {
        if queue.isEmpty(.lease), queue.isEmpty(.write), mayLease { return lease(leastBusy(apart: isApart)) }
        if canOpen { return nil }
        if let lastTurn, now - lastTurn < Self.betweenTurns { return nil }
        guard let slot = (mayLease ? lease(leastBusy(apart: isApart)) : nil) ?? share(readSlot, weight) else {
            return nil
        }
        lastTurn = now
        return slot
    }

    private static let betweenTurns = Duration.seconds(2)

    /// Writes and leases have connections of their own, where there may be more than one.
    private var isApart: Bool { slots.count > 1 && failures == 0 }

    /// Another connection is on its way, or can be opened.
    private var canOpen: Bool { failures == 0 && (firstEmpty != nil || connectingCount > 0) }

    /// Whether somebody has waited for a while for a connection, and none can be opened.
    func isShort(for uses: [Use], at now: LoopTime) -> Bool {
        guard !canOpen else { return false }
        return uses.contains { use in queue.first(use).map { now - $0.since >= Self.patience } ?? false }
    }

    /// So long something waits before slow reads give way to it.
    static let patience = Duration.milliseconds(250)

    /// The connection that takes reads: always the same, as long as it is not slow, for reads that go together share a
    /// round trip and a transaction, and every further connection is another process on the server that has to be
    /// woken.
    var readSlot: Int? {
        slots.firstIndex {
            guard case .ready(let ready) = $0 else { return false }
            return !ready.isLeased && !ready.isRetiring && !ready.isSlow
        }
    }

    /// Whether what waits behind a slow statement could go elsewhere.
    var hasBetterPlace: Bool { readSlot != nil || canOpen }

    /// Of the shared connections the least busy one; apart from writes only if asked for.
    private func leastBusy(for weight: Int? = nil, apart: Bool = false) -> Int? {
        var best: Int?
        var bestCost = Int.max
        for (index, slot) in slots.enumerated() {
            guard case .ready(let ready) = slot, !ready.isLeased, !ready.isRetiring else { continue }
            if apart, ready.writes > 0 { continue }
            if let weight, !fits(index, weight) { continue }
            let cost = ready.load + (ready.isSlow ? 1_000_000 : 0)
            if cost < bestCost {
                best = index
                bestCost = cost
            }
        }
        return best
    }

    private func fits(_ slot: Int, _ weight: Int) -> Bool {
        guard case .ready(let ready) = slots[slot] else { return false }
        return ready.load == 0 || ready.load + weight <= configuration.depth
    }

    /// The last shared connection is not leased away, unless it is the only one there may be.
    var mayLease: Bool {
        guard leasedCount < max(1, slots.count - 1) else { return false }
        return slots.count == 1 || sharedCount() >= 2 && mayWrite
    }

    /// The last connection that carries reads alone stays so, unless another can be opened; or leases, which may be
    /// long ones, have all others.
    private var mayWrite: Bool {
        !isApart || canOpen || sharedCount(apart: true) >= 2 || leasedCount > 0 && leasedCount >= slots.count - 1
    }

    private func sharedCount(apart: Bool = false) -> Int {
        slots.count {
            guard case .ready(let ready) = $0 else { return false }
            return !ready.isLeased && !ready.isRetiring && !(apart && ready.writes > 0)
        }
    }

    /// Gives what is free to those who wait, in their order.
    mutating func serve(at now: LoopTime) -> [Action] {
        var actions: [Action] = []
        // Slow reads last, but for the turn that they have now and then.
        for use in [Use.slowRead, .lease, .write, .read, .slowRead] {
            while let waiter = queue.first(use), let slot = take(use, weight: waiter.weight, at: now) {
                queue.removeFirst(use)
                let isAlone = use == .slowRead && isLeased(slot)
                actions.append(
                    isAlone ? .grantAlone(waiter: waiter.id, slot: slot) : .grant(waiter: waiter.id, slot: slot))
            }
        }
        if !queue.isEmpty { actions += grow(at: now) }
        return actions
    }

    /// Whether the work just taken needs another connection. A few reads in a row do not: they share a round trip.
    func growthIsUseful(after use: Use, slot: Int) -> Bool {
        guard case .ready(let ready) = slots[slot] else { return false }
        switch use {
        case .read: return ready.isSlow || ready.load > configuration.depth / 8
        case .write: return ready.isSlow || ready.load > 1
        case .lease, .slowRead: return true
        }
    }

    mutating func growIfBusy(after use: Use, slot: Int, at now: LoopTime) -> [Action] {
        growthIsUseful(after: use, slot: slot) ? grow(at: now) : []
    }

    /// Opens another connection if there is room. Two at a time: an opened connection may be all that was missing.
    mutating func grow(at now: LoopTime) -> [Action] {
        guard !isClosing, connectingCount < (failures == 0 ? 2 : 1) else { return [] }
        if let retryAt, now < retryAt { return [] }
        guard let slot = firstEmpty else { return [] }
        slots[slot] = .connecting
        retryAt = nil
        return [.connect(slot: slot)]
    }

    /// The connections there are to be whatever is asked for. A server that did not answer is asked until it does.
    private var fewest: Int { min(slots.count, max(configuration.warm, failures > 0 ? 1 : 0)) }

    /// Opens what is missing to the warm ones; after a failure one at a time.
    mutating func keepWarm(at now: LoopTime) -> [Action] {
        var actions: [Action] = []
        while readyCount + connectingCount < fewest {
            let opened = grow(at: now)
            guard !opened.isEmpty else { break }
            actions += opened
        }
        return actions
    }

    private var firstEmpty: Int? {
        slots.firstIndex { if case .empty = $0 { true } else { false } }
    }

    mutating func retire(_ slot: Int, at now: LoopTime) -> [Action] {
        slots[slot] = .empty
        guard !isClosing else { return [.close(slot: slot)] }
        return [.close(slot: slot)] + keepWarm(at: now) + (queue.isEmpty ? [] : grow(at: now))
    }

    mutating func refuseAll(_ reason: PostgresError.Unavailability) -> [Action] {
        queue.removeAll().map { .refuse(waiter: $0, reason) }
    }

    // MARK: Time

    /// Does what has become due: deadlines of waiters, the next attempt to connect, old and idle connections.
    mutating func tick(at now: LoopTime) -> [Action] {
        var actions: [Action] = []
        let reason: PostgresError.Unavailability = lostSince == nil ? .poolExhausted : .noServer
        for waiter in queue.removeExpired(at: now) { actions.append(.refuse(waiter: waiter, reason)) }
        if isOut(at: now) { actions += refuseAll(.noServer) }
        guard !isClosing else { return actions }
        for slot in slots.indices {
            guard case .ready(let ready) = slots[slot] else { continue }
            let isIdle = ready.load == 0 && !ready.isLeased
            if !ready.isRetiring, now >= ready.retireAt {
                actions += condemn(slot: slot, at: now)
            } else if isIdle, readyCount > configuration.warm, now - ready.idleSince >= configuration.idleTimeout {
                actions += retire(slot, at: now)
            }
        }
        actions += keepWarm(at: now)
        if !queue.isEmpty { actions += serve(at: now) }
        return actions
    }

    /// When ``tick(at:)`` is to be called next.
    func nextTick(after now: LoopTime) -> LoopTime? {
        guard !isClosing else { return nil }
        var next: LoopTime?
        func consider(_ time: LoopTime?) {
            guard let time else { return }
            next = min(next ?? time, time)
        }
        consider(queue.earliestDeadline)
        if readyCount + connectingCount < fewest || !queue.isEmpty { consider(retryAt) }
        if let lostSince, failures > 0, !queue.isEmpty { consider(lostSince + configuration.outageGrace) }
        let surplus = readyCount > configuration.warm
        for slot in slots {
            guard case .ready(let ready) = slot else { continue }
            if !ready.isRetiring { consider(ready.retireAt) }
            if surplus, ready.load == 0, !ready.isLeased { consider(ready.idleSince + configuration.idleTimeout) }
        }
        return next
    }
}
