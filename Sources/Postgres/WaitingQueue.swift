import Reactor

/// The callers that wait for a connection, in their order, separately for shared work and for leases: a lease that must
/// wait does not delay shared work.
struct WaitingQueue {
    struct Waiter {
        let id: UInt64
        let weight: Int
        let deadline: LoopTime
        var isGone = false
    }

    private var shared = Ring<Waiter>()
    private var leased = Ring<Waiter>()
    private var nextID: UInt64 = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    func isEmpty(_ use: PoolStateMachine.Use) -> Bool { count == 0 || (use == .lease ? leased : shared).isEmpty }

    mutating func append(_ use: PoolStateMachine.Use, weight: Int, deadline: LoopTime) -> UInt64 {
        nextID += 1
        count += 1
        let waiter = Waiter(id: nextID, weight: weight, deadline: deadline)
        switch use {
        case .read, .write: shared.append(waiter)
        case .lease: leased.append(waiter)
        }
        return nextID
    }

    func first(_ use: PoolStateMachine.Use) -> Waiter? { (use == .lease ? leased : shared).first }

    mutating func removeFirst(_ use: PoolStateMachine.Use) {
        switch use {
        case .read, .write: shared.popFirst()
        case .lease: leased.popFirst()
        }
        count -= 1
        dropGone()
    }

    /// Leaves a mark in place of the waiter; a ring cannot be closed up. Identifiers rise along it, so it is found in
    /// logarithmic time.
    mutating func remove(_ id: UInt64) {
        if Self.mark(id, in: &shared) || Self.mark(id, in: &leased) {
            count -= 1
            dropGone()
        }
    }

    mutating func removeAll() -> [UInt64] {
        var removed: [UInt64] = []
        while let waiter = shared.popFirst() { if !waiter.isGone { removed.append(waiter.id) } }
        while let waiter = leased.popFirst() { if !waiter.isGone { removed.append(waiter.id) } }
        count = 0
        return removed.sorted()
    }

    mutating func removeExpired(at now: LoopTime) -> [UInt64] {
        guard count > 0 else { return [] }
        var expired: [UInt64] = []
        for ring in [shared, leased] {
            for offset in 0..<ring.count {
                if let waiter = ring[offset], !waiter.isGone, waiter.deadline <= now { expired.append(waiter.id) }
            }
        }
        for id in expired { remove(id) }
        return expired.sorted()
    }

    var earliestDeadline: LoopTime? {
        var earliest: LoopTime?
        for ring in [shared, leased] {
            for offset in 0..<ring.count {
                guard let waiter = ring[offset], !waiter.isGone else { continue }
                earliest = min(earliest ?? waiter.deadline, waiter.deadline)
            }
        }
        return earliest
    }

    private static func mark(_ id: UInt64, in ring: inout Ring<Waiter>) -> Bool {
        var low = 0
        var high = ring.count
        while low < high {
            let middle = (low + high) / 2
            guard let waiter = ring[middle] else { return false }
            if waiter.id < id { low = middle + 1 } else { high = middle }
        }
        guard low < ring.count, var waiter = ring[low], waiter.id == id, !waiter.isGone else { return false }
        waiter.isGone = true
        ring[low] = waiter
        return true
    }

    private mutating func dropGone() {
        while let first = shared.first, first.isGone { shared.popFirst() }
        while let first = leased.first, first.isGone { leased.popFirst() }
    }
}
