import DAV
import DaybookCore

/// How calendars stand among each other. Clients number them one by one; here a list has a place. A list goes before
/// the first of a number as great as its own, so that a client that numbers all of them has them in its order.
struct CollectionOrder: Sendable {
    static let name = Name(.apple, "calendar-order")

    /// In the user's order.
    private let lists: [TaskList]

    init(_ collections: [SeenCollection]) { lists = collections.compactMap(\.list) }

    /// What a client said, for as long as the list stands where that put it. Whoever moves it since has a later clock.
    static func number(_ list: TaskList) -> Int? {
        let kept = KeptProperties(list)
        guard let number = kept.text(name).flatMap({ Int($0) }), let said = kept.clock(name) else { return nil }
        return list.clocks[.sortOrder].map { $0 <= said } ?? true ? number : nil
    }

    /// The keys that put a list there: its own last, and before it those of lists that have to move aside.
    func keys(for list: Identifier, at number: Int) -> [OrderPlace] {
        var numbered: [(number: Int, place: OrderPlace)] = []
        for (index, other) in lists.enumerated() where other.id != list {
            numbered.append((Self.number(other) ?? index + 1, OrderPlace(other.sortOrder, other.id)))
        }
        let index = numbered.firstIndex { $0.number >= number } ?? numbered.count
        let (above, below) = (numbered[..<index].last?.place, numbered[index...].first?.place)
        // What stands there already keeps its key, and says so anew.
        if let own = lists.first(where: { $0.id == list }).map({ OrderPlace($0.sortOrder, $0.id) }),
            above.map({ $0 < own }) ?? true, below.map({ own < $0 }) ?? true
        {
            return [own]
        }
        var chance = SystemRandomNumberGenerator()
        return Placing(after: above, before: below).keys(for: list, using: &chance) { numbered.map(\.place) }
    }
}
