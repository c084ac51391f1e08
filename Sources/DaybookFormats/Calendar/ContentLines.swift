import DaybookCore

/// Lines of iCalendar (RFC 5545): folded at 75 bytes, never inside of a character.
struct ContentLines: Sendable {
    private(set) var bytes: [UInt8] = []

    mutating func reserve() { bytes.reserveCapacity(1 << 17) }

    /// A line whose value needs no escapes.
    mutating func line(_ name: String, _ value: String) { fold(name + ":" + value) }

    /// A line whose value is text.
    mutating func text(_ name: String, _ value: String) { texts(name, [value]) }

    /// A line whose value is a list of texts.
    mutating func texts(_ name: String, _ values: [String]) {
        fold(name + ":" + values.map(Self.escaped).joined(separator: ","))
    }

    static func escaped(_ value: String) -> String {
        var line = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": line += "\\\\"
            case ";": line += "\\;"
            case ",": line += "\\,"
            case "\n": line += "\\n"
            // No other control may stand in a text.
            case _ where scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F: line += " "
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// Whether a text comes back from ``text(_:_:)`` as it was.
    static func survives(_ text: String) -> Bool {
        // Readers, ours too, take the spaces around a text for nothing.
        text.first?.isWhitespace != true && text.last?.isWhitespace != true
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
    }

    /// `20261121T091500Z`: iCalendar knows no part of a second.
    mutating func instant(_ name: String, _ instant: Instant?) {
        guard let instant else { return }
        line(name, Self.compact(instant.text))
    }

    mutating func date(_ name: String, _ date: CalendarDate) { line(name, date.text.filter { $0 != "-" }) }

    private static func compact(_ text: String) -> String {
        String(
            text.utf8.prefix(19).filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }.map {
                Character(Unicode.Scalar($0))
            }) + "Z"
    }

    mutating func fold(_ line: String) { bytes.fold(line) }

    mutating func take() -> [UInt8] {
        defer {
            bytes = []
            reserve()
        }
        return bytes
    }
}
