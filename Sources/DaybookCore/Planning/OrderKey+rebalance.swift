extension OrderKey {
    /// Keys above this are shortened.
    public static let comfortable = 64
    /// Keys up to this are left as they are and may be continued.
    static let anchor = 20

    /// New keys for those of an account's order that have grown too long, keeping the order exactly.
    ///
    /// `keys` ascend and are distinct. Each run of long keys is rewritten as continuations of the short key before it,
    /// in even steps, so nothing outside the run changes and the new keys measure at most 20 + 11 bytes. Answers the places
    /// in `keys` that change; nothing when no key is beyond the comfortable length.
    public static func rebalanced(
        _ keys: [OrderKey], using generator: inout some RandomNumberGenerator
    ) -> [(index: Int, key: OrderKey)] {
        guard keys.contains(where: { $0.text.utf8.count > comfortable }) else { return [] }
        var changes: [(index: Int, key: OrderKey)] = []
        var index = 0
        while index < keys.count {
            guard !keys[index].isAnchor else {
                index += 1
                continue
            }
            var end = index
            while end < keys.count, !keys[end].isAnchor { end += 1 }
            let left = index > 0 ? OrderComponents(parsing: keys[index - 1].text) : nil
            let right = end < keys.count ? OrderComponents(parsing: keys[end].text) : nil
            for (offset, values) in run(of: end - index, after: left, before: right, using: &generator).enumerated() {
                changes.append((index + offset, OrderKey(unchecked: values.text)))
            }
            index = end
        }
        return changes
    }

    private var isAnchor: Bool {
        text.utf8.count <= Self.anchor && OrderComponents(parsing: text) != nil
    }

    private static func run(
        of count: Int, after left: OrderComponents?, before right: OrderComponents?,
        using generator: inout some RandomNumberGenerator
    ) -> [OrderComponents] {
        let prefix = left?.values ?? []
        let step = OrderComponents.steps.upperBound
        var first = OrderComponents.fresh.lowerBound
        if let right = right?.values, right.starts(with: prefix), right.count > prefix.count {
            // The right neighbour continues the left one (or there is no left one): end below its next component.
            first = right[prefix.count] - Int64(count + 1) * step
        }
        return (0..<count).map { place in
            let jitter = Int64.random(in: 0..<OrderComponents.steps.lowerBound, using: &generator)
            return OrderComponents(prefix + [first + Int64(place) * step + jitter])
        }
    }
}
