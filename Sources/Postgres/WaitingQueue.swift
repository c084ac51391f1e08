import Reactor

/// The callers that wait for a connection, in their order, separately for each use: a lease that must wait does not
/// delay reads.
struct WaitingQueue {
    struct Waiter {
        let id: UInt64
        let weight: Int
        let since: LoopTime
        let deadline: LoopTime
        var isGone = false
    }

    private var rings = PoolStateMachine.Use.allCases.map { _ in Ring<Waiter>() }
    private var nextID: UInt64 = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    func isEmpty(_ use: PoolStateMachine.Use) -> Bool { count == 0 || rings[use.rawValue].isEmpty }

    mutating func append(
        _ use: PoolStateMachine.Use, weight: Int, since: LoopTime, deadline: LoopTime
    ) -> UInt64 {
        nextID += 1
        count += 1
        rings[use.rawValue].append(Waiter(id: nextID, weight: weight, since: since, deadline: deadline))
        return nextID
    }

    func first(_ use: PoolStateMachine.Use) -> Waiter? { rings[use.rawValue].first }

    mutating func removeFirst(_ use: PoolStateMachine.Use) {
        rings[use.rawValue].popFirst()
        count -= 1
        dropGone()
    }

    /// Leaves a mark in place of the waiter; a ring cannot be closed up. Identifiers rise along it, so it is found in
    /// logarithmic time.
    mutating func remove(_ id: UInt64) {
        for ring in rings.indices where Self.mark(id, in: &rings[ring]) {
            count -= 1
            return dropGone()
        }
    }

    mutating func removeAll() -> [UInt64] {
        var removed: [UInt64] = []
        for ring in rings.indices {
            while let waiter = rings[ring].popFirst() { if !waiter.isGone { removed.append(waiter.id) } }
        }
        count = 0
        return removed.sorted()
    }

    mutating func removeExpired(at now: LoopTime) -> [UInt64] {
        guard count > 0 else { return [] }
        var expired: [UInt64] = []
        for ring in rings {
            for offset in 0..<ring.count {
                if let waiter = ring[offset], !waiter.isGone, waiter.deadline <= now { expired.append(waiter.id) }
            }
        }
        for id in expired { remove(id) }
        return expired.sorted()
    }

    var earliestDeadline: LoopTime? {
        var earliest: LoopTime?
        for ring in rings {
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
        for ring in rings.indices {
            while let first = rings[ring].first, first.isGone { rings[ring].popFirst() }
        }
    }
}
