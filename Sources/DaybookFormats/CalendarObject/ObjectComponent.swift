/// A component with what is in it, every line as it came.
package struct ObjectComponent: Hashable, Sendable {
    /// In capitals.
    package let name: String
    package var lines: [ObjectLine] = []
    package var components: [ObjectComponent] = []

    package init(_ name: String) { self.name = name }

    package func first(_ name: String) -> ObjectLine? { lines.first { $0.name == name } }
}

/// One line of a component, unfolded.
package struct ObjectLine: Hashable, Sendable {
    /// In capitals.
    package let name: String
    /// As it came.
    package let text: String

    /// Nil for text that is no line of a calendar.
    init?(_ text: String) {
        let bytes = text.utf8
        guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }),
            end != bytes.startIndex, ObjectLine.colon(in: text) != nil
        else { return nil }
        let name = text[..<end]
        let isPlain = name.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }
        self.name = isPlain ? String(name) : name.uppercased()
        self.text = text
    }

    /// What stands behind the colon.
    package var value: String {
        guard let colon = Self.colon(in: text) else { return "" }
        return String(text.utf8[text.utf8.index(after: colon)...]) ?? ""
    }

    /// With its parameters, and where the calendar says it.
    func content(line: Int = 0) -> ContentLine? { ContentLine(text, line: line) }

    /// The same line with another value.
    func with(value: String) -> String {
        guard let colon = Self.colon(in: text) else { return text }
        return text[...colon] + value
    }

    /// The first colon that stands in no quotes.
    private static func colon(in text: String) -> String.Index? {
        var isQuoted = false
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ":") where !isQuoted: return index
            default: break
            }
        }
        return nil
    }
}
