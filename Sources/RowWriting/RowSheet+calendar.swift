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
        for byte in text {
            switch byte {
            case 0..<0x20, 0x26, 0x2C, 0x3B, 0x3C, 0x3E, 0x5C, 0x7F: return false
            default: continue
            }
        }
        return true
    }

    /// Lines as they are, with what has to be escaped. It may take six times its length.
    mutating func escapedLines(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            switch byte {
            case 0x26: literal("&amp;")
            case 0x3C: literal("&lt;")
            case 0x3E: literal("&gt;")
            case 0x0D: literal("&#13;")
            // No document can hold these.
            case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F: self.byte(0x3F)
            default: self.byte(byte)
            }
        }
    }
}
