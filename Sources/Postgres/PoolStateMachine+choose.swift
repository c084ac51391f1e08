import Reactor

/// Choosing, growing and shrinking.
extension PoolStateMachine {
    var readyCount: Int {
        slots.count { if case .ready = $0 { true } else { false } }
    }

    var leasedCount: Int {
        slots.count { if case .ready(let ready) = $0 { ready.isLeased } else { false } }
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
    mutating func take(_ use: Use, weight: Int) -> Int? {
        let chosen: Int? =
            switch use {
            case .read: readSlot.flatMap { fits($0, weight) ? $0 : nil } ?? leastBusy(for: weight)
            case .write: leastBusy(for: weight)
            case .lease: mayLease ? leastBusy(for: nil) : nil
            }
        guard let chosen, case .ready(var ready) = slots[chosen] else { return nil }
        // Behind a slow statement is the last place to be: rather wait for a connection that is being opened.
        if ready.isSlow, use != .lease, failures == 0, connectingCount > 0 || firstEmpty != nil { return nil }
        switch use {
        case .read, .write: ready.load += weight
        case .lease: ready.isLeased = true
        }
        slots[chosen] = .ready(ready)
        return chosen
    }

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
    var hasBetterPlace: Bool { readSlot != nil || (failures == 0 && (firstEmpty != nil || connectingCount > 0)) }

    private func leastBusy(for weight: Int?) -> Int? {
        var best: Int?
        var bestCost = Int.max
        for (index, slot) in slots.enumerated() {
            guard case .ready(let ready) = slot, !ready.isLeased, !ready.isRetiring else { continue }
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
    private var mayLease: Bool {
        guard leasedCount < max(1, slots.count - 1) else { return false }
        return slots.count == 1 || sharedCount >= 2
    }

    private var sharedCount: Int {
        slots.count { if case .ready(let ready) = $0 { !ready.isLeased && !ready.isRetiring } else { false } }
    }

    /// Gives what is free to those who wait, in their order.
    mutating func serve(at now: LoopTime) -> [Action] {
        var actions: [Action] = []
        for use in [Use.lease, .read] {
            while let waiter = queue.first(use), let slot = take(use, weight: waiter.weight) {
                queue.removeFirst(use)
                actions.append(.grant(waiter: waiter.id, slot: slot))
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
        case .lease: return true
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

    /// Opens what is missing to the warm ones; after a failure one at a time.
    mutating func keepWarm(at now: LoopTime) -> [Action] {
        var actions: [Action] = []
        while readyCount + connectingCount < min(slots.count, max(1, configuration.warm)) {
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
        if !queue.isEmpty { actions += grow(at: now) }
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
        if readyCount + connectingCount < max(1, configuration.warm) || !queue.isEmpty { consider(retryAt) }
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
