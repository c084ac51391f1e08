/// A place in a user-defined order: a text of base-62 digits (`0-9A-Za-z`, ascending in ASCII), compared byte by byte.
public struct OrderKey: Hashable, Comparable, Sendable {
    public let text: String

    /// Nil unless 1 to 255 base-62 digits of which the last is not `0` (so that there is always room before it).
    public init?(_ text: String) {
        let bytes = text.utf8Span.span
        guard bytes.count >= 1, bytes.count <= Self.longest, bytes[bytes.count - 1] != UInt8(ascii: "0") else {
            return nil
        }
        for index in 0..<bytes.count where Self.digit(bytes[index]) == nil { return nil }
        self.text = text
    }

    init(unchecked text: String) { self.text = text }

    /// What a key may measure at most on the wire.
    public static let longest = 255

    /// Where a task is that never was given a place.
    public static let middle = OrderKey(unchecked: "V")

    public static func < (left: OrderKey, right: OrderKey) -> Bool { left.text < right.text }

    static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 55
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 61
        default: nil
        }
    }
}
