/// Names one request in logs and answers; 32 hexadecimal digits.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public static func random() -> RequestID {
        var generator = SystemRandomNumberGenerator()
        return RequestID(high: generator.next(), low: generator.next())
    }

    public var description: String {
        let digits: [UInt8] = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 32) { text in
            for position in 0..<16 {
                text[position] = digits[Int(high >> (60 - 4 * UInt64(position)) & 0xF)]
                text[16 + position] = digits[Int(low >> (60 - 4 * UInt64(position)) & 0xF)]
            }
            return 32
        }
    }
}

/// Distinct identifiers without a system call each: a random beginning and a counter, spread over 64 bits by a
/// bijection (the finalizer of SplitMix64), so no two of one sequence are equal.
struct RequestIDSequence {
    private let high: UInt64
    private var state: UInt64

    init() {
        var generator = SystemRandomNumberGenerator()
        high = generator.next()
        state = generator.next()
    }

    mutating func next() -> RequestID {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return RequestID(high: high, low: mixed ^ mixed >> 31)
    }
}
