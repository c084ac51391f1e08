/// How completions share out over lists, categories, regions or tags: the balance of a life.
public struct Distribution: Hashable, Sendable {
    /// What to tell completions apart by.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// By its list, its category, its region, or each of its tags.
        case list, category, region, tag
    }

    /// What one key has of all.
    public struct Share: Hashable, Sendable {
        /// A list's identifier, a category, a region's name, a tag; nil for completions without one.
        public let key: String?
        /// How many completions.
        public let count: Int
        /// Whole numbers; all of a distribution together are 100.
        public let percent: Int

        package init(key: String?, count: Int, percent: Int) {
            self.key = key
            self.count = count
            self.percent = percent
        }
    }

    /// The largest first, equal ones by key, those without a key last among equals.
    public let shares: [Share]
    /// All completions; by tag, each as often as it has tags.
    public var total: Int { shares.reduce(0) { $0 + $1.count } }

    package init(_ counts: [String?: Int]) {
        let order = counts.filter { $0.value > 0 }.sorted { left, right in
            if left.value != right.value { return left.value > right.value }
            guard let leftKey = left.key, let rightKey = right.key else { return left.key != nil }
            return leftKey.utf8.lexicographicallyPrecedes(rightKey.utf8)
        }
        let percents = Self.percents(order.map { $0.value })
        shares = zip(order, percents).map { Share(key: $0.key, count: $0.value, percent: $1) }
    }

    package init(_ facts: some Sequence<CompletionFact>, by kind: Kind) {
        var counts: [String?: Int] = [:]
        for fact in facts {
            for key in fact.keys(kind) { counts[key, default: 0] += 1 }
        }
        self.init(counts)
    }

    /// Rounded so that they add up to 100: the largest remainders are rounded up.
    private static func percents(_ counts: [Int]) -> [Int] {
        let total = counts.reduce(0, +)
        guard total > 0 else { return [] }
        var percents = counts.map { $0 * 100 / total }
        let missing = 100 - percents.reduce(0, +)
        let byRemainder = counts.indices.sorted { left, right in
            let (first, second) = (counts[left] * 100 % total, counts[right] * 100 % total)
            return first != second ? first > second : left < right
        }
        for index in byRemainder.prefix(missing) { percents[index] += 1 }
        return percents
    }
}

extension CompletionFact {
    /// What it counts for: one key, but one for each of several tags.
    func keys(_ kind: Distribution.Kind) -> [String?] {
        switch kind {
        case .list: [list?.text]
        case .category: [category]
        case .region: [region?.name]
        case .tag: tags.isEmpty ? [nil] : tags.map { Optional($0) }
        }
    }
}

extension Distribution.Kind {
    /// What people call a key; nil for a list that is gone.
    ///
    /// - Parameter lists: the names of lists by their identifiers.
    package func name(of key: String?, lists: [String: String]) -> String? {
        switch (self, key) {
        case (.list, nil): "Inbox"
        case (.list, let key?): lists[key]
        case (.category, nil): "No category"
        case (.category, let key?): key
        case (.region, nil): "No region"
        case (.region, let key?): Region(name: key)?.title ?? key
        case (.tag, nil): "No tag"
        case (.tag, let key?): key
        }
    }
}
