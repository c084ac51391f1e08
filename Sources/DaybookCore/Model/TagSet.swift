/// The tags of a task, each with a life of its own: when it was last put on, and up to which putting on it was taken
/// off. It is there while the putting on is later. So whoever takes a tag off takes back what they saw, what somebody
/// else put on meanwhile stays, and all of it is the same in whatever order it arrives.
package struct TagSet: Hashable, Sendable {
    /// What is known of one tag.
    package struct Mark: Hashable, Sendable {
        package let tag: String
        package var added: HybridTime?
        /// What was put on up to this clock was taken off again.
        package var removed: HybridTime?

        package var isThere: Bool {
            guard let added else { return false }
            return removed.map { $0 < added } ?? true
        }
    }

    /// Ascending by tag, those that are gone among them.
    package private(set) var marks: [Mark] = []

    /// Up to which clock removals are no longer remembered: what was put on before, and has no mark, is gone.
    package var forgotten: HybridTime?

    /// How many tags a task has at most, and of how many that are gone it is remembered.
    package static let most = 100

    package init() {}

    /// As if they all had been put on at once.
    package init(_ tags: [String], at clock: HybridTime) {
        for tag in tags { add(tag, at: clock) }
    }

    package var isEmpty: Bool { marks.isEmpty && forgotten == nil }

    /// Those that are there.
    package var tags: [String] { marks.isEmpty ? [] : marks.filter { $0.isThere }.map { $0.tag } }

    package subscript(tag: String) -> Mark? {
        let place = place(of: tag)
        return place < marks.count && marks[place].tag == tag ? marks[place] : nil
    }

    package func has(_ tag: String) -> Bool { self[tag]?.isThere ?? false }

    package mutating func add(_ tag: String, at clock: HybridTime) {
        guard isRemembered(tag, clock) else { return }
        let place = take(tag)
        marks[place].added = max(marks[place].added ?? clock, clock)
    }

    package mutating func remove(_ tag: String, through clock: HybridTime) {
        guard isRemembered(tag, clock) else { return }
        let place = take(tag)
        marks[place].removed = max(marks[place].removed ?? clock, clock)
    }

    /// Lets go of the removals that are oldest, where there are too many.
    package mutating func forgetOldRemovals() {
        let gone = marks.filter { !$0.isThere }
        guard gone.count > Self.most else { return }
        func isOlder(_ one: Mark, _ other: Mark) -> Bool {
            let (first, second) = (one.removed ?? .never, other.removed ?? .never)
            return first != second ? first < second : one.tag < other.tag
        }
        let old = gone.ordered(by: isOlder).prefix(gone.count - Self.most)
        forgotten = [forgotten, old.last?.removed].compactMap { $0 }.max()
        let tags = Set(old.map { $0.tag })
        marks.removeAll { tags.contains($0.tag) }
    }

    private func isRemembered(_ tag: String, _ clock: HybridTime) -> Bool {
        forgotten.map { $0 < clock } ?? true || self[tag] != nil
    }

    /// Where a tag stands, which gets a mark where it has none.
    private mutating func take(_ tag: String) -> Int {
        let place = place(of: tag)
        if place == marks.count || marks[place].tag != tag { marks.insert(Mark(tag: tag), at: place) }
        return place
    }

    /// Where a tag stands, or would stand.
    private func place(of tag: String) -> Int {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].tag < tag { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TagSet.Mark {
    fileprivate init(tag: String) { self.tag = tag }
}

extension HybridTime {
    fileprivate static let never = HybridTime(milliseconds: .min, device: .zero)
}
