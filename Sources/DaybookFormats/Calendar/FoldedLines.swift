/// Lines of iCalendar as bytes: folded at 75 bytes, never inside of a character, each with its CR LF.
extension [UInt8] {
    private static var longest: Int { 75 }

    /// A line as it is, its value escaped already.
    mutating func fold(_ line: String) {
        var line = line
        line.withUTF8 { text in
            if text.count <= Self.longest {
                append(contentsOf: text)
            } else {
                var folding = Folding(room: Self.longest)
                for byte in text { folding.take(byte, into: &self) }
            }
        }
        endLine()
    }

    /// A line whose value is text, with what has to be escaped.
    mutating func foldText(_ name: StaticString, _ value: String) {
        var value = value
        value.withUTF8 { foldText(name, $0.span) }
    }

    package mutating func foldText(_ name: StaticString, _ text: Span<UInt8>) {
        append(contentsOf: name)
        append(UInt8(ascii: ":"))
        var folding = Folding(room: Self.longest - name.utf8CodeUnitCount - 1)
        if text.count <= folding.room, text.indices.allSatisfy({ Self.isPlain(text[$0]) }) {
            for place in text.indices { append(text[place]) }
        } else {
            for place in text.indices {
                switch text[place] {
                case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
                    folding.take(UInt8(ascii: "\\"), text[place], into: &self)
                case 0x0A: folding.take(UInt8(ascii: "\\"), UInt8(ascii: "n"), into: &self)
                case 0x09, 0x20..<0x7F, 0x80...: folding.take(text[place], into: &self)
                // No other control may stand in a text.
                default: folding.take(0x20, into: &self)
                }
            }
        }
        endLine()
    }

    /// It stands in a text as it is, as nearly all do.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), 0x00...0x08, 0x0A...0x1F, 0x7F: false
        default: true
        }
    }

    mutating func append(contentsOf text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    mutating func endLine() {
        append(0x0D)
        append(0x0A)
    }
}

/// Where in its line the next byte comes.
private struct Folding {
    var room: Int

    mutating func take(_ byte: UInt8, into bytes: inout [UInt8]) {
        // The first byte of a character tells how many it has; the rest stay with it.
        if byte & 0xC0 != 0x80 { begin(byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4, &bytes) }
        bytes.append(byte)
        room -= 1
    }

    /// An escape and what it escapes stay together.
    mutating func take(_ escape: UInt8, _ byte: UInt8, into bytes: inout [UInt8]) {
        begin(2, &bytes)
        bytes.append(escape)
        bytes.append(byte)
        room -= 2
    }

    private mutating func begin(_ width: Int, _ bytes: inout [UInt8]) {
        guard width > room else { return }
        bytes.append(contentsOf: "\r\n " as StaticString)
        room = 74
    }
}
