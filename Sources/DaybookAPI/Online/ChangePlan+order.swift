import DaybookCore
import HTTP

/// A stretch of the user's order, as it stood at a revision.
struct Stretch: Sendable {
    let tasks: Set<Identifier>
    /// The places at its ends; nil where no task stands beyond.
    let first: OrderPlace?
    let last: OrderPlace?
    let revision: Int64

    func contains(_ place: OrderPlace) -> Bool {
        first.map { $0 <= place } ?? true && last.map { place <= $0 } ?? true
    }
}

extension ChangePlan {
    /// The key that puts a task where it is to go; nil to leave it where it is. Where no key is free between its
    /// neighbours, they move aside.
    mutating func orderKey(of task: TaskItem, between neighbours: Neighbours) throws -> OrderKey? {
        let unseen = try neighbours.tasks.filter { try self.task($0) == nil }
        let others = slice.tasks.values.filter { $0.id != task.id && !$0.isDeleted && !unseen.contains($0.id) }
        let places = others.map { OrderPlace($0.sortOrder, $0.id) }
        guard let gap = try neighbours.gap(among: places) else { return nil }
        if let key = freeKey(in: gap) { return key }
        guard let anchor = gap.above ?? gap.below else { throw Problem(.noRoom) }
        guard let stretch = stretches.last(where: { $0.contains(anchor) && $0.revision == revision })
        else { throw CrowdedOrder(task: anchor.id) }
        let rows = NeighbouringRows(
            places.filter(stretch.contains), isFromStart: stretch.first == nil, isToEnd: stretch.last == nil)
        guard let insertion = insertion(into: rows, gap) else {
            // Farther there may be room; where everything is known, there is none.
            throw rows.isFromStart && rows.isToEnd ? Problem(.noRoom) : CrowdedOrder(task: anchor.id) as any Error
        }
        for place in insertion.others { try moveAside(place) }
        return insertion.key
    }

    /// The same for a list. All lists are known.
    mutating func orderKey(of list: TaskList, between neighbours: Neighbours) throws -> OrderKey? {
        let others = slice.lists.values.filter { $0.id != list.id && !$0.isDeleted }
        let places = others.map { OrderPlace($0.sortOrder, $0.id) }
        guard let gap = try neighbours.gap(among: places) else { return nil }
        if let key = freeKey(in: gap) { return key }
        guard let insertion = insertion(into: NeighbouringRows(places), gap) else { throw Problem(.noRoom) }
        for place in insertion.others { try moveAside(place, .list) }
        return insertion.key
    }

    private func freeKey(in gap: (above: OrderPlace?, below: OrderPlace?)) -> OrderKey? {
        if let above = gap.above, let below = gap.below, above.key == below.key { return nil }
        var random = SystemRandomNumberGenerator()
        return OrderKey.between(gap.above?.key, gap.below?.key, using: &random)
    }

    private func insertion(
        into rows: NeighbouringRows, _ gap: (above: OrderPlace?, below: OrderPlace?)
    ) -> NeighbouringRows.Insertion? {
        let index =
            if let above = gap.above { rows.places.firstIndex(of: above).map { $0 + 1 } } else {
                gap.below.flatMap { rows.places.firstIndex(of: $0) }
            }
        guard let index else { return nil }
        var random = SystemRandomNumberGenerator()
        return rows.inserting(at: index, using: &random)
    }

    /// Gives a row that stands in the way another key, by an operation just above the clock of the one it has: a
    /// person's own reordering, that arrives later, wins over it.
    private mutating func moveAside(_ place: OrderPlace, _ entity: SyncOperation.Entity = .task) throws {
        let isTask = entity == .task
        let clock =
            isTask ? slice.tasks[place.id]?.clocks[.sortOrder] : slice.lists[place.id]?.clocks[.sortOrder]
        let operation = SyncOperation(
            opId: .zero, id: place.id, at: (clock ?? HybridTime(now, device: .zero)).successor(device: .zero),
            isTask ? .task([.sortOrder: .order(place.key)]) : .list([.sortOrder: .order(place.key)]))
        try perform(operation, as: try nextSparePlace())
    }
}
