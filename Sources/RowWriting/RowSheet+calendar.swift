import DAV

/// Lines of iCalendar as the text of an XML document, in which every carriage return is written as a reference.
extension RowSheet {
    mutating func endLine() { literal("&#13;\n") }

    mutating func line(_ text: StaticString) {
        literal(text)
        endLine()
    }

    mutating func instantLine(_ name: StaticString, _ milliseconds: Int64) {
        literal(name)
        basicInstant(milliseconds)
        endLine()
    }

    /// Whether a text stands in a line of iCalendar, and the line in a document, as it is. A tab would too.
    func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let address = text.baseAddress else { return true }
        for at in stride(from: 0, to: text.count, by: 8) {
            let left = text.count - at
            let letters = left >= 8 ? EightLetters(address + at) : EightLetters(address + at, last: left)
            // What XML escapes, and commas, semicolons, backslashes and the rest of the controls.
            let special =
                letters.specialInXML | letters.below(0x20) | letters.equal(to: 0x2C) | letters.equal(to: 0x3B)
                | letters.equal(to: 0x5C) | letters.equal(to: 0x7F)
            if special != 0 { return false }
        }
        return true
    }

    /// Lines as they are, with what has to be escaped. It may take six times its length and eight bytes more.
    mutating func escapedLines(_ bytes: UnsafeRawBufferPointer) {
        var at = copy(bytes, from: 0, until: { $0.specialInXML })
        while at < bytes.count {
            switch bytes[at] {
            case 0x26: literal("&amp;")
            case 0x3C: literal("&lt;")
            case 0x3E: literal("&gt;")
            case 0x0D: literal("&#13;")
            // No document can hold these.
            default: byte(0x3F)
            }
            at = copy(bytes, from: at + 1, until: { $0.specialInXML })
        }
    }
}
