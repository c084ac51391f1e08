/// The type that `sum` and `avg` return: digits to the base 10,000.
@usableFromInline
struct Numeric {
    private var digits: [Int16] = []
    /// The first digit counts 10,000 to this power.
    private let weight: Int
    private let isNegative: Bool
    private let isFinite: Bool

    @usableFromInline
    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = BinaryReader(bytes)
        guard let count = reader.int16(), let weight = reader.int16(), let sign = reader.int16(), reader.int16() != nil
        else { return nil }
        self.weight = Int(weight)
        let bits = UInt16(bitPattern: sign)
        isNegative = bits == 0x4000
        isFinite = bits == 0 || bits == 0x4000
        for _ in 0..<max(0, count) {
            guard let digit = reader.int16() else { return nil }
            digits.append(digit)
        }
    }

    /// Nil if it has a fraction or is out of range.
    @usableFromInline var integer: Int64? {
        guard isFinite else { return nil }
        if digits.isEmpty { return 0 }
        guard weight >= 0, digits.count <= weight + 1 else { return nil }
        var value: Int64 = 0
        for position in 0...weight {
            let digit = position < digits.count ? Int64(digits[position]) : 0
            let (scaled, overflow) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, carry) = scaled.subtractingReportingOverflow(digit)
            guard !overflow, !carry else { return nil }
            // Gathered as a negative, whose range is the larger one.
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    @usableFromInline var double: Double? {
        guard isFinite else { return nil }
        var value = 0.0
        for digit in digits { value = value * 10_000 + Double(digit) }
        var exponent = weight - digits.count + 1
        while exponent > 0 {
            value *= 10_000
            exponent -= 1
        }
        while exponent < 0 {
            value /= 10_000
            exponent += 1
        }
        return isNegative ? -value : value
    }
}
