extension OrderKey {
    /// Keys above this are shortened.
    package static let comfortable = 64
    /// Keys up to this are left as they are and may be continued.
    static let anchor = 20

    /// New keys for those of an account's order that have grown too long, keeping the order exactly.
    ///
    /// `keys` ascend and are distinct. Each run of long keys is rewritten as continuations of the short key before it,
    /// in even steps, so nothing outside the run changes and the new keys measure at most 20 + 11 bytes. Where there is
    /// no room (the short key behind the run is among the first that there are), that one is rewritten with it. Answers
    /// the places in `keys` that change; nothing when no key is beyond the comfortable length.
    package static func rebalanced(
        _ keys: [OrderKey], using generator: inout some RandomNumberGenerator
    ) -> [(index: Int, key: OrderKey)] {
        guard keys.contains(where: { $0.text.utf8.count > comfortable }) else { return [] }
        var anchors = keys.map { $0.anchorComponents }
        var changes: [(index: Int, key: OrderKey)] = []
        var index = 0
        while index < keys.count {
            guard anchors[index] == nil else {
                index += 1
                continue
            }
            let end = anchors[index...].firstIndex { $0 != nil } ?? keys.count
            let left = index > 0 ? anchors[index - 1] : nil
            let right = end < keys.count ? anchors[end] : nil
            guard let run = run(of: end - index, after: left, before: right, using: &generator) else {
                // Without anything behind it there is room for twelve million.
                guard end < keys.count else { return [] }
                anchors[end] = nil
                continue
            }
            changes += zip(index..<end, run).map { ($0, OrderKey(unchecked: $1.text)) }
            index = end
        }
        return changes
    }

    /// Of a key that may stay and be continued.
    private var anchorComponents: OrderComponents? {
        text.utf8.count <= Self.anchor ? OrderComponents(parsing: text) : nil
    }

    /// Nil where the integers between the two are too few for steps of the usual width.
    private static func run(
        of count: Int, after left: OrderComponents?, before right: OrderComponents?,
        using generator: inout some RandomNumberGenerator
    ) -> [OrderComponents]? {
        let prefix = left?.values ?? []
        let step = OrderComponents.steps.upperBound
        let width = Int64(count + 1).multipliedReportingOverflow(by: step)
        guard !width.overflow, width.partialValue < OrderComponents.ceiling else { return nil }
        var first = OrderComponents.fresh.lowerBound
        if let right = right?.values, right.starts(with: prefix), right.count > prefix.count {
            // The right neighbour continues the left one (or there is no left one): end below its next component.
            first = right[prefix.count] - width.partialValue
        }
        let last = first + width.partialValue
        guard first >= -OrderComponents.ceiling, last < OrderComponents.ceiling else { return nil }
        return (0..<count).map { place in
            let jitter = Int64.random(in: 0..<OrderComponents.steps.lowerBound, using: &generator)
            return OrderComponents(prefix + [first + Int64(place) * step + jitter])
        }
    }
}
