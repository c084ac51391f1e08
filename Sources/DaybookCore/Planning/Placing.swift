/// Puts a row between two others of a screen. Where no key is left between them, those around move aside with it.
package struct Placing {
    /// Where the row goes; either may be missing at an end.
    package var above: OrderPlace?
    package var below: OrderPlace?

    package init(after above: OrderPlace?, before below: OrderPlace?) {
        self.above = above
        self.below = below
    }

    /// New keys, the row's own last, so that it is what an undo takes back; none where there is nowhere to put it.
    ///
    /// - Parameter others: every row of the order but this one; asked for where the gap has no room.
    package func keys(
        for row: Identifier, using chance: inout some RandomNumberGenerator, among others: () -> [OrderPlace]
    ) -> [OrderPlace] {
        // What a screen shows next may stand above in the whole order; then it does not bound.
        let bound = below.flatMap { below in above.map { $0.key <= below.key } ?? true ? below.key : nil }
        if let key = OrderKey.between(above?.key, bound, using: &chance) { return [OrderPlace(key, row)] }
        let rows = NeighbouringRows(others())
        func place(_ id: Identifier) -> Int? { rows.places.firstIndex { $0.id == id } }
        guard let index = above.flatMap({ place($0.id) }).map({ $0 + 1 }) ?? below.flatMap({ place($0.id) }),
            let insertion = rows.inserting(at: index, using: &chance)
        else { return [] }
        return insertion.others + [OrderPlace(insertion.key, row)]
    }
}
