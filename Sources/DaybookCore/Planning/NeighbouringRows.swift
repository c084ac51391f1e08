/// Where a row stands in the user's order: by its key, and among equal keys by its identifier.
package struct OrderPlace: Hashable, Comparable, Sendable {
    package var key: OrderKey
    package var id: Identifier

    package init(_ key: OrderKey, _ id: Identifier) {
        self.key = key
        self.id = id
    }

    package static func < (left: OrderPlace, right: OrderPlace) -> Bool {
        left.key != right.key ? left.key < right.key : left.id < right.id
    }
}

/// Rows that stand next to each other, for whoever puts one between two of them where no key is free.
///
/// Two rows may have the same key (a client that gives all of them one, two devices that met), and a key may be the
/// very last or the very first that there is. Then the rows around get new keys, as few as make room, in the order in
/// which they stand; nothing else moves.
package struct NeighbouringRows: Sendable {
    package let places: [OrderPlace]
    /// No row stands before the first, or after the last.
    package let isFromStart: Bool
    package let isToEnd: Bool

    package init(_ places: [OrderPlace], isFromStart: Bool = true, isToEnd: Bool = true) {
        self.places = places.ordered()
        self.isFromStart = isFromStart
        self.isToEnd = isToEnd
    }

    package struct Insertion: Hashable, Sendable {
        package var key: OrderKey
        /// Rows that have to move aside, in their order.
        package var others: [OrderPlace]
    }

    /// A key for a new row before the one at `index`. Nil where the rows around these would have to be known.
    package func inserting(at index: Int, using generator: inout some RandomNumberGenerator) -> Insertion? {
        var window = index..<index
        while true {
            let left = window.lowerBound > 0 ? places[window.lowerBound - 1].key : nil
            let right = window.upperBound < places.count ? places[window.upperBound].key : nil
            guard left != nil || isFromStart, right != nil || isToEnd else { return nil }
            if let keys = OrderKey.spread(window.count + 1, after: left, before: right, using: &generator) {
                let own = index - window.lowerBound
                let moved = zip(window, keys[..<own] + keys[(own + 1)...])
                return Insertion(key: keys[own], others: moved.map { OrderPlace($1, places[$0].id) })
            }
            guard let wider = widened(window, left, right) else { return nil }
            window = wider
        }
    }

    /// By the side that costs less: to the nearer end of equal keys, else by the narrower half.
    private func widened(_ window: Range<Int>, _ left: OrderKey?, _ right: OrderKey?) -> Range<Int>? {
        if let left, left == right {
            let first = places[..<window.lowerBound].lastIndex { $0.key != left }.map { $0 + 1 } ?? 0
            let end = places[window.upperBound...].firstIndex { $0.key != left } ?? places.count
            return window.lowerBound - first < end - window.upperBound
                ? first..<window.upperBound : window.lowerBound..<end
        }
        // Twice as many each time, so that many rows without room are not tried one by one.
        let step = window.count / 2 + 1
        let lower = max(window.lowerBound - step, 0)
        let upper = min(window.upperBound + step, places.count)
        guard lower < window.lowerBound || upper > window.upperBound else { return nil }
        return lower..<upper
    }
}

extension OrderKey {
    /// So many keys in a gap, ascending; nil where it has no room for them.
    static func spread(
        _ count: Int, after left: OrderKey?, before right: OrderKey?, using generator: inout some RandomNumberGenerator
    ) -> [OrderKey]? {
        guard count > 0 else { return [] }
        let below = (count - 1) / 2
        guard let middle = between(left, right, using: &generator),
            let low = spread(below, after: left, before: middle, using: &generator),
            let high = spread(count - 1 - below, after: middle, before: right, using: &generator)
        else { return nil }
        return low + [middle] + high
    }
}
