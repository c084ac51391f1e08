/// The fields of an answer, kept as they go onto the wire: "name: value" lines in order, each with its CR LF. A field
/// set costs a copy of its bytes, an answer sent costs one copy of them all.
///
/// What frames the message (`content-length`, `transfer-encoding`, `connection`, `keep-alive`, `upgrade`, `trailer`)
/// and `date` are the engine's and cannot be set here. A control character in a value would let a caller write fields
/// of its own (response splitting), so each becomes a space.
public struct ResponseFields: Sendable, Hashable {
    private(set) var lines: [UInt8] = []

    public init() {}

    /// The first value of that name; setting replaces every line of that name, setting nil removes them.
    public subscript(name: String) -> String? {
        get {
            guard let line = firstLine(name, from: 0) else { return nil }
            return String(decoding: lines[line.value], as: UTF8.self)
        }
        set {
            remove(name)
            if let newValue { add(name, newValue) }
        }
    }

    /// Every value of that name, in order.
    public func values(_ name: String) -> [String] {
        var found: [String] = []
        var start = 0
        while let line = firstLine(name, from: start) {
            found.append(String(decoding: lines[line.value], as: UTF8.self))
            start = line.whole.upperBound
        }
        return found
    }

    /// Adds a line, beside those of that name.
    public mutating func add(_ name: String, _ value: String) {
        guard Self.isPermitted(name) else {
            assertionFailure("not a field a handler may set: \(name)")
            return
        }
        lines.append(contentsOf: name.utf8)
        lines.append(0x3A)
        lines.append(0x20)
        let start = lines.count
        lines.append(contentsOf: value.utf8)
        for position in start..<lines.count where lines[position] < 0x20 || lines[position] == 0x7F {
            lines[position] = 0x20
        }
        lines.append(0x0D)
        lines.append(0x0A)
    }

    /// Written digit by digit: every answer has this line, and text made only to be copied costs more than the line.
    mutating func addRequestID(_ id: RequestID) {
        let name: StaticString = "x-request-id: "
        name.withUTF8Buffer { lines.append(contentsOf: $0) }
        for word in [id.high, id.low] {
            for position in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: word >> (60 - 4 * UInt64(position)) & 0xF)
                lines.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
        lines.append(0x0D)
        lines.append(0x0A)
    }

    /// Adds the lines of others.
    public mutating func append(_ others: ResponseFields) { lines.append(contentsOf: others.lines) }

    public mutating func remove(_ name: String) {
        while let line = firstLine(name, from: 0) { lines.removeSubrange(line.whole) }
    }

    private struct Line {
        let whole: Range<Int>
        let value: Range<Int>
    }

    private func firstLine(_ name: String, from start: Int) -> Line? {
        let bytes = lines.span
        var position = start
        while position < bytes.count {
            var colon = position
            while bytes[colon] != 0x3A { colon += 1 }
            var end = colon
            while bytes[end] != 0x0D { end += 1 }
            if bytes.extracting(position..<colon).equalsIgnoringCase(name) {
                return Line(whole: position..<end + 2, value: colon + 2..<end)
            }
            position = end + 2
        }
        return nil
    }

    private static func isPermitted(_ name: String) -> Bool {
        guard !name.isEmpty else { return false }
        for byte in name.utf8 where !isTokenByte(byte) { return false }
        switch name.utf8.count {
        case 4: return !same(name, "date")
        case 7: return !same(name, "upgrade") && !same(name, "trailer")
        case 10: return !same(name, "connection") && !same(name, "keep-alive")
        case 14: return !same(name, "content-length")
        case 17: return !same(name, "transfer-encoding")
        default: return true
        }
    }

    private static func same(_ name: String, _ lowercase: String) -> Bool {
        name.utf8.elementsEqual(lowercase.utf8) { $0.lowercasedASCII == $1 }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
