/// Timers by deadline: a binary heap of small values over a slot table. Cancelling frees the slot at once and leaves
/// the heap entry behind, to be dropped when it surfaces or when dead entries outnumber the living.
struct TimerHeap {
    private struct Entry {
        let deadline: LoopTime
        let token: SlotToken
    }

    private var entries: [Entry] = []
    private var bodies = SlotTable<() -> Void>()

    /// The deadline of the next living timer.
    var earliest: LoopTime? {
        mutating get {
            dropCancelled()
            return entries.first?.deadline
        }
    }

    mutating func insert(deadline: LoopTime, body: @escaping () -> Void) -> SlotToken {
        let token = bodies.insert(body)
        entries.append(Entry(deadline: deadline, token: token))
        siftUp(from: entries.count - 1)
        return token
    }

    mutating func cancel(_ token: SlotToken) {
        guard bodies.remove(token) != nil else { return }
        if entries.count > 64, entries.count > 2 * bodies.count { compact() }
    }

    /// The body of the earliest timer whose deadline has come.
    mutating func popDue(at now: LoopTime) -> (() -> Void)? {
        while let first = entries.first, first.deadline <= now {
            removeFirst()
            if let body = bodies.remove(first.token) { return body }
        }
        return nil
    }

    private mutating func dropCancelled() {
        while let first = entries.first, !bodies.contains(first.token) { removeFirst() }
    }

    private mutating func compact() {
        entries.removeAll { !bodies.contains($0.token) }
        // A sorted array is a heap.
        entries.sort { $0.deadline < $1.deadline }
    }

    private mutating func removeFirst() {
        let last = entries.removeLast()
        guard !entries.isEmpty else { return }
        entries[0] = last
        siftDown()
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].deadline < entries[parent].deadline else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].deadline < entries[smallest].deadline { smallest = child }
            }
            guard smallest != parent else { return }
            entries.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
