/// First in, first out, in one buffer that only grows: no allocation per element.
struct Ring<Element> {
    private var storage: ContiguousArray<Element?> = []
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var first: Element? { count == 0 ? nil : storage[head] }

    mutating func append(_ element: Element) {
        if count == storage.count { grow() }
        storage[(head + count) & (storage.count - 1)] = element
        count += 1
    }

    @discardableResult
    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = storage[head].take()
        head = (head + 1) & (storage.count - 1)
        count -= 1
        return element
    }

    /// The element so many places behind the first.
    subscript(offset: Int) -> Element? {
        get { storage[(head + offset) & (storage.count - 1)] }
        set { storage[(head + offset) & (storage.count - 1)] = newValue }
    }

    private mutating func grow() {
        // A power of two, so that wrapping around is a mask.
        var grown = ContiguousArray<Element?>()
        let capacity = max(16, storage.count * 2)
        grown.reserveCapacity(capacity)
        for offset in 0..<count { grown.append(self[offset]) }
        while grown.count < capacity { grown.append(nil) }
        storage = grown
        head = 0
    }
}
