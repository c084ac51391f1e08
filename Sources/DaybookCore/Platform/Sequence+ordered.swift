extension Sequence {
    /// As `sorted(by:)`, equal elements as they stood. The compiler writes that out once more for every type, 4 KB of
    /// the web app's core each; here one sort puts places in order, whatever lies at them.
    package func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let elements = Array(self)
        let places = Places.ordered(elements.count) { isBefore(elements[$0], elements[$1]) }
        guard let places else { return elements }
        return places.map { elements[$0] }
    }
}

extension Sequence where Element: Comparable {
    package func ordered() -> [Element] { ordered { $0 < $1 } }
}

private enum Places {
    /// The places from 0 in the order of what lies there; nil where that is their own.
    @inline(never)
    static func ordered(_ count: Int, _ isBefore: (Int, Int) -> Bool) -> [Int]? {
        var next = 1
        while next < count, !isBefore(next, next - 1) { next += 1 }
        return next < count ? (0..<count).sorted(by: isBefore) : nil
    }
}
