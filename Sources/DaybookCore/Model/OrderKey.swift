/// A place in a user-defined order: base-62 digits (`0-9A-Za-z`, ascending in ASCII), compared byte by byte.
///
/// A key is a row of *components*, each an integer that says its own length, so that components compare like integers
/// and no component is the beginning of another: head `a`...`j` and 1 to 10 digits for 0 upwards, head `Z`...`Q` and 1
/// to 10 digits for -1 downwards. A key that continues another sorts right after it. Inserting therefore has three
/// moves: count the last component up, count it down, or continue the left neighbour with a fresh component.
///
/// Length. A step is random in 2^35..<2^36 (35 bits of jitter), a fresh component takes 7 bytes. Inserting n keys into
/// one gap always right after the last one, or always right before it, continues the left neighbour at most once and
/// then only counts one component: it reaches at most n * 2^36 + 62^6, so for n = 100,000 (2^52.7) it takes 1 + 9
/// bytes, and no key is longer than its left neighbour + 10 bytes. Positions drawn at random split gaps of 2^36 evenly
/// and grow with log n. An adversary who always splits the smallest gap wins one component per 6 inserts, as against
/// every scheme that never relabels; `rebalanced` then shortens the keys by ordinary operations.
public struct OrderKey: Hashable, Comparable, Sendable {
    /// Its letters and digits; they sort as the keys do.
    public let text: String

    /// Nil unless 1 to 255 base-62 digits. Keys of other makers need not be rows of components.
    package init?(_ text: String) {
        guard text.withBytes(Self.isKey) else { return nil }
        self.text = text
    }

    private static func isKey(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 1, bytes.count <= longest else { return false }
        for index in 0..<bytes.count where digit(bytes[index]) == nil { return false }
        return true
    }

    init(unchecked text: String) { self.text = text }

    /// What a key may measure at most on the wire.
    package static let longest = 255

    /// Component 0, the first key of an empty order.
    package static let middle = OrderKey(unchecked: "a0")

    public static func < (left: OrderKey, right: OrderKey) -> Bool { left.text < right.text }

    /// Its first eight digits as a number: where they differ, keys sort as these numbers do.
    package var head: UInt64 {
        text.withBytes { bytes in
            var number: UInt64 = 0
            for index in 0..<8 { number = number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
            return number
        }
    }

    static func digit(_ byte: UInt8) -> Int64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte) - 48
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int64(byte) - 55
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int64(byte) - 61
        default: nil
        }
    }

    static func symbol(_ digit: Int64) -> UInt8 {
        digit < 10 ? UInt8(digit + 48) : digit < 36 ? UInt8(digit + 55) : UInt8(digit + 61)
    }
}

extension OrderKey {
    /// The place of a task created at `time` by a client that names none: creations sort by their time, on every device
    /// and without knowing a neighbour. Ten digits hold (milliseconds, 10 bits of counter) until the year 9999.
    package static func created(at time: HybridTime) -> OrderKey {
        let milliseconds = min(max(time.milliseconds, 0), Instant.latest.milliseconds)
        return OrderKey(unchecked: OrderComponents([milliseconds << 10 | Int64(min(time.counter, 1023))]).text)
    }

    /// A key in a gap, nil on either side for no neighbour. `left < right` is the caller's promise.
    ///
    /// Nil when there is no room, which only keys of another maker can bring about (`x` and `x0`) or keys at the length
    /// limit: rebalance, and try again.
    package static func between(
        _ left: OrderKey?, _ right: OrderKey?, using generator: inout some RandomNumberGenerator
    ) -> OrderKey? {
        if let left, let right, left >= right { return nil }
        let low = left.map { OrderComponents(parsing: $0.text) } ?? OrderComponents([])
        let high = right.map { OrderComponents(parsing: $0.text) } ?? OrderComponents([])
        let text: String?
        if let low, let high {
            text = OrderComponents.between(low, right == nil ? nil : high, using: &generator)?.text
        } else {
            text = DigitFraction.between(left?.text ?? "", right?.text, using: &generator)
        }
        guard let text, text.utf8.count <= longest else { return nil }
        let key = OrderKey(unchecked: text)
        // Whatever the neighbours were made of, an answer outside the gap is worse than none.
        if let left, key <= left { return nil }
        if let right, key >= right { return nil }
        return key
    }
}
