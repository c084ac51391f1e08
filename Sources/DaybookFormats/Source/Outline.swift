/// Rows that name what they are part of, in the order in which people see them: each followed by its parts.
struct Outline<Row> {
    private(set) var rows: [(row: Row, parent: Row?)] = []

    /// `precedes` orders rows of the same parent. Rows whose parent is not among them stand at the top, and so do those
    /// that are part of each other.
    init(_ unordered: [Row], id: (Row) -> String?, parent: (Row) -> String?, precedes: (Row, Row) -> Bool) {
        var places: [String: Int] = [:]
        for (place, row) in unordered.enumerated() {
            if let id = id(row), places[id] == nil { places[id] = place }
        }
        var children: [Int: [Int]] = [:]
        var tops: [Int] = []
        var parents = [Int?](repeating: nil, count: unordered.count)
        for (place, row) in unordered.enumerated() {
            if let name = parent(row), let above = places[name], above != place {
                parents[place] = above
                children[above, default: []].append(place)
            } else {
                tops.append(place)
            }
        }
        func sorted(_ places: [Int]) -> [Int] {
            places.sorted { left, right in
                if precedes(unordered[left], unordered[right]) { return true }
                if precedes(unordered[right], unordered[left]) { return false }
                return left < right
            }
        }
        var isDone = [Bool](repeating: false, count: unordered.count)
        rows.reserveCapacity(unordered.count)
        for start in sorted(tops) + Array(unordered.indices) where !isDone[start] {
            var stack = [start]
            while let place = stack.popLast() {
                if isDone[place] { continue }
                isDone[place] = true
                rows.append((unordered[place], parents[place].map { unordered[$0] }))
                stack += sorted(children[place] ?? []).reversed()
            }
        }
    }
}
