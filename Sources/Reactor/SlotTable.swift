/// Names one use of a slot. When the slot is freed its generation moves on, so a token kept too long names nothing
/// instead of naming the slot's next tenant.
public struct SlotToken: Hashable, Sendable {
    let raw: UInt64

    init(raw: UInt64) { self.raw = raw }

    init(index: Int, generation: UInt32) {
        raw = UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    }

    var index: Int { Int(UInt32(truncatingIfNeeded: raw)) }
    var generation: UInt32 { UInt32(truncatingIfNeeded: raw >> 32) }
}

/// A table of reusable slots whose tokens are checked by generation.
public struct SlotTable<Element> {
    private struct Slot {
        var generation: UInt32 = 0
        var element: Element?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []

    /// How many slots are taken.
    public private(set) var count = 0

    public init() {}

    public mutating func insert(_ element: Element) -> SlotToken {
        count += 1
        if let index = free.popLast() {
            slots[index].element = element
            return SlotToken(index: index, generation: slots[index].generation)
        }
        slots.append(Slot(element: element))
        return SlotToken(index: slots.count - 1, generation: 0)
    }

    @discardableResult
    public mutating func remove(_ token: SlotToken) -> Element? {
        guard contains(token) else { return nil }
        let element = slots[token.index].element
        slots[token.index].element = nil
        slots[token.index].generation &+= 1
        free.append(token.index)
        count -= 1
        return element
    }

    public func contains(_ token: SlotToken) -> Bool {
        token.index < slots.count && slots[token.index].generation == token.generation
            && slots[token.index].element != nil
    }

    public subscript(token: SlotToken) -> Element? {
        get { contains(token) ? slots[token.index].element : nil }
        set {
            guard contains(token), let newValue else { return }
            slots[token.index].element = newValue
        }
    }

    /// Every taken slot, in no promised order.
    public var elements: [Element] { slots.compactMap(\.element) }
}
