/// What the router found in the path: the pieces that matched a parameter, in the order of the pattern, as ranges of
/// the path's bytes.
public struct PathParameters: Sendable {
    /// The number that fits without an allocation. A pattern with more stops the boot.
    static let most = 4

    struct Place: Sendable {
        let start: UInt32
        let end: UInt32

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// The route that matched; nil before the router and where nothing matched.
    public internal(set) var route: Route?
    private(set) var count = 0
    private var places = InlineArray<4, Place>(repeating: Place(start: 0, end: 0))

    public init() {}

    mutating func append(_ range: Range<Int>) {
        places[count] = Place(
            start: UInt32(truncatingIfNeeded: range.lowerBound), end: UInt32(truncatingIfNeeded: range.upperBound))
        count += 1
    }

    mutating func removeLast() { count -= 1 }

    subscript(index: Int) -> Range<Int>? { index < count ? places[index].range : nil }
}
