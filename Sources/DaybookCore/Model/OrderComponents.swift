/// The integers of an order key, from the most significant.
struct OrderComponents: Equatable {
    var values: [Int64]

    init(_ values: [Int64]) { self.values = values }

    static let longestRun = 10
    /// 62 + 62^2 + ... + 62^10: values from here on have no component.
    static let ceiling = (1...longestRun).reduce(Int64(0)) { $0 + power($1) }

    static func power(_ exponent: Int) -> Int64 { (0..<exponent).reduce(1) { power, _ in power * 62 } }

    /// Nil when the text is no row of whole components.
    init?(parsing text: String) {
        guard let read = text.withBytes({ OrderComponents(parsing: $0) }) else { return nil }
        self = read
    }

    private init?(parsing bytes: Span<UInt8>) {
        values = []
        var index = 0
        while index < bytes.count {
            let head = bytes[index]
            let positive = head >= UInt8(ascii: "a") && head <= UInt8(ascii: "j")
            guard positive || (head >= UInt8(ascii: "Q") && head <= UInt8(ascii: "Z")) else { return nil }
            let run = positive ? Int(head - UInt8(ascii: "a")) + 1 : Int(UInt8(ascii: "Z") - head) + 1
            guard index + run < bytes.count else { return nil }
            var value: Int64 = 0
            var below: Int64 = 0
            var power: Int64 = 1
            for offset in 1...run {
                guard let digit = OrderKey.digit(bytes[index + offset]) else { return nil }
                value = value * 62 + digit
                below += offset > 1 ? power : 0
                power *= 62
            }
            // Each length continues counting where the shorter one ends, so every text is some integer's only text.
            values.append(positive ? below + value : value - power - below)
            index += run + 1
        }
    }

    var text: String {
        var bytes: [UInt8] = []
        for value in values {
            var magnitude = value >= 0 ? value : -value - 1
            var run = 1
            var power: Int64 = 62
            while magnitude >= power {
                magnitude -= power
                power *= 62
                run += 1
            }
            var rest = value >= 0 ? magnitude : power - 1 - magnitude
            bytes.append(value >= 0 ? UInt8(ascii: "a") + UInt8(run - 1) : UInt8(ascii: "Z") - UInt8(run - 1))
            let first = bytes.count
            for _ in 0..<run {
                bytes.append(OrderKey.symbol(rest % 62))
                rest /= 62
            }
            bytes[first...].reverse()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Below this a gap is not split but its left end continued: 2^30 places must remain to choose from.
    static let splittable: Int64 = 1 << 31
    static let steps: Range<Int64> = 1 << 35..<1 << 36
    /// The integers of six digits: a fresh component starts in the middle of the world and takes 7 bytes.
    static let fresh: Range<Int64> = power(6) / 4..<power(6) / 4 * 3

    static func between(
        _ low: OrderComponents, _ high: OrderComponents?, using generator: inout some RandomNumberGenerator
    ) -> OrderComponents? {
        let a = low.values
        guard let b = high?.values else {
            // After the last: a key of one component is continued, not counted, so that what is created later by its
            // time still comes behind what was moved to the end.
            return a.count > 1 ? low.counted(up: true, using: &generator) : low.continued(using: &generator)
        }
        var shared = 0
        while shared < a.count, shared < b.count, a[shared] == b[shared] { shared += 1 }
        if shared == a.count {
            // The right one continues the left one: count down from its next component.
            return OrderComponents(Array(b[...shared])).counted(up: false, using: &generator)
        }
        guard shared < b.count else { return nil }
        if a.count > shared + 1 { return low.counted(up: true, using: &generator) }
        let gap = b[shared].subtractingReportingOverflow(a[shared])
        guard !gap.overflow, gap.partialValue >= splittable else { return low.continued(using: &generator) }
        let quarter = gap.partialValue / 4
        var middle = Array(a[..<shared])
        middle.append(a[shared] + Int64.random(in: quarter..<quarter * 3, using: &generator))
        return OrderComponents(middle)
    }

    private func counted(up: Bool, using generator: inout some RandomNumberGenerator) -> OrderComponents? {
        var counted = self
        let step = Int64.random(in: Self.steps, using: &generator)
        let value = counted.values[counted.values.count - 1] + (up ? step : -step)
        if value >= Self.ceiling { return continued(using: &generator) }
        guard value >= -Self.ceiling else { return nil }
        counted.values[counted.values.count - 1] = value
        return counted
    }

    func continued(using generator: inout some RandomNumberGenerator) -> OrderComponents {
        OrderComponents(values + [Int64.random(in: Self.fresh, using: &generator)])
    }
}

/// Keys that are no rows of components, as other makers write them: plain fractions in base 62.
enum DigitFraction {
    static func between(
        _ left: String, _ right: String?, using generator: inout some RandomNumberGenerator
    ) -> String? {
        let a = Array(left.utf8)
        let b = right.map { Array($0.utf8) }
        var text: [UInt8] = []
        var index = 0
        // Along the shared beginning; a missing digit of the left one counts as 0.
        if let b {
            while index < b.count, b[index] == (index < a.count ? a[index] : UInt8(ascii: "0")) {
                text.append(b[index])
                index += 1
            }
            guard index < b.count else { return nil }
            let low = index < a.count ? OrderKey.digit(a[index]) ?? 0 : 0
            let high = OrderKey.digit(b[index]) ?? 0
            guard high > low else { return nil }
            if high - low > 1 {
                text.append(OrderKey.symbol(Int64.random(in: low + 1..<high, using: &generator)))
                return finished(text, using: &generator)
            }
            text.append(OrderKey.symbol(low))
            index += 1
        }
        // Free upwards from here: past the greatest digits, then above the next one.
        while index < a.count, a[index] == UInt8(ascii: "z") {
            text.append(a[index])
            index += 1
        }
        let low = index < a.count ? OrderKey.digit(a[index]) ?? 0 : 0
        text.append(OrderKey.symbol(Int64.random(in: low + 1...61, using: &generator)))
        return finished(text, using: &generator)
    }

    /// Five digits of jitter (29.8 bits), the last of them not 0.
    private static func finished(_ digits: [UInt8], using generator: inout some RandomNumberGenerator) -> String {
        var digits = digits
        for place in 0..<5 {
            digits.append(OrderKey.symbol(Int64.random(in: (place == 4 ? 1 : 0)...61, using: &generator)))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
