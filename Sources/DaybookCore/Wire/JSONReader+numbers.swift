extension JSONReader {
    /// A whole number. `1.0` and `1e3` are refused for an integer field: one way to write a value, one way to read it.
    package mutating func readInt64() throws(WireError) -> Int64 {
        skipSpace()
        let start = position
        let range = try numberRange("a whole number")
        var at = range.lowerBound
        let negative = bytes[at] == 0x2D
        if negative { at += 1 }
        // Counting down, because Int64 reaches one further below zero than above it.
        var value: Int64 = 0
        while at < range.upperBound {
            let byte = bytes[at]
            guard byte >= 0x30, byte <= 0x39 else { throw refusal(.type, at: start, expected: "a whole number") }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, underflow) = product.subtractingReportingOverflow(Int64(byte - 0x30))
            if overflow || underflow { throw refusal(.range, at: start, expected: "a 64-bit whole number") }
            value = sum
            at += 1
        }
        if negative { return value }
        guard value != .min else { throw refusal(.range, at: start, expected: "a 64-bit whole number") }
        return -value
    }

    /// A whole number within a field's range.
    package mutating func readInt(in allowed: ClosedRange<Int>) throws(WireError) -> Int {
        skipSpace()
        let start = position
        let value = try readInt64()
        guard let number = Int(exactly: value), allowed.contains(number) else {
            throw refusal(.range, at: start, expected: "\(allowed.lowerBound) to \(allowed.upperBound)")
        }
        return number
    }

    /// A number as it is written, for values that are kept without being understood: no digit is lost.
    package mutating func readNumberText() throws(WireError) -> String {
        let range = try numberRange("a number")
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// Consumes a number after the grammar of RFC 8259 and answers its bytes.
    private mutating func numberRange(_ expected: String) throws(WireError) -> Range<Int> {
        skipSpace()
        guard position < bytes.count else { throw refusal(.truncated) }
        let start = position
        let first = bytes[start]
        guard first == 0x2D || (first >= 0x30 && first <= 0x39) else { throw try mismatch(expected) }
        do {
            position = try JSONScan.number(bytes.span, from: start)
        } catch {
            throw refusal(error.code, at: error.offset)
        }
        return start..<position
    }

    /// Consumes any value, proving it well-formed. Names are not compared, since nothing is kept.
    package mutating func skipValue() throws(WireError) {
        switch try peek() {
        case .null: _ = try takeNull()
        case .bool: _ = try readBool()
        case .number: _ = try numberRange("a number")
        case .string:
            position += 1
            _ = try stringRange()
        case .array:
            try beginArray()
            while try nextElement() { try skipValue() }
        case .object:
            try beginObject()
            while try passName() { try skipValue() }
        }
    }
}
