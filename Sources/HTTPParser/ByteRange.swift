/// A range of bytes within one request head, in half the space of a pointer.
public struct ByteRange: Sendable, Hashable {
    public let lowerBound: UInt16
    public let upperBound: UInt16

    public static let empty = ByteRange(0, 0)

    @inlinable
    public init(_ lowerBound: Int, _ upperBound: Int) {
        self.lowerBound = UInt16(lowerBound)
        self.upperBound = UInt16(upperBound)
    }

    @inlinable public var start: Int { Int(lowerBound) }
    @inlinable public var end: Int { Int(upperBound) }
    @inlinable public var count: Int { end - start }
    @inlinable public var isEmpty: Bool { lowerBound == upperBound }
    @inlinable public var range: Range<Int> { start..<end }
}
