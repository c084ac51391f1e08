extension SearchFolding {
    /// One character of a text, folded.
    enum Letter {
        /// A letter or digit that is one byte, small.
        case ascii(UInt8)
        case other(Part)
    }

    /// Goes through a text character by character, each with the byte at which it begins, until `take` answers no.
    ///
    /// Notes may be a megabyte, and asking a `String` for its characters costs many times what looking at its bytes
    /// does. So a scalar is taken for a character by itself wherever what follows it cannot belong to it; only the rest
    /// (accents that are written apart, emoji, scripts with marks) is asked for as a character.
    static func read(_ text: String, _ take: (_ offset: Int, _ letter: Letter) -> Bool) {
        text.withBytes { read($0, of: text, take) }
    }

    private static func read(
        _ bytes: Span<UInt8>, of text: String, _ take: (_ offset: Int, _ letter: Letter) -> Bool
    ) {
        var offset = 0
        while offset < bytes.count {
            let (letter, end) = character(bytes, offset, of: text)
            guard take(offset, letter) else { return }
            offset = end
        }
    }

    /// The character that begins at a byte, and where it ends.
    static func character(_ bytes: Span<UInt8>, _ offset: Int, of text: String) -> (letter: Letter, end: Int) {
        let (value, length) = scalar(bytes, offset)
        let end = offset + length
        if end == bytes.count || startsAnew(scalar(bytes, end).value), let letter = letter(of: value) {
            return (letter, end)
        }
        let index = text.utf8.index(text.startIndex, offsetBy: offset)
        let next = text.utf8.distance(from: text.startIndex, to: text.index(after: index))
        return (.other(part(text[index])), next)
    }

    /// The characters of one byte from an offset on, none of which what follows can belong to.
    static func asciiRun(_ bytes: Span<UInt8>, from start: Int) -> Range<Int> {
        var end = start
        while end < bytes.count, bytes[end] < 0x80 { end += 1 }
        return start..<(end == bytes.count ? end : max(start, end - 1))
    }

    /// What becomes of a character of one byte before another such one: the letter, or one of these two.
    static let (parts, isSilent): (UInt8, UInt8) = (0, 1)
    static let ascii: [UInt8] = (0..<0x80 as Range<UInt32>).map { value in
        switch letter(of: value) {
        case .ascii(let byte): byte
        case .other(.silent): isSilent
        default: parts
        }
    }

    /// Of a scalar that is a character by itself; nil where only the character can tell.
    private static func letter(of value: UInt32) -> Letter? {
        switch value {
        case 0x61...0x7A, 0x30...0x39: .ascii(UInt8(value))
        case 0x41...0x5A: .ascii(UInt8(value) | 0x20)
        default: lone(value).map(Letter.other)
        }
    }

    /// Whether a character always begins with it: no mark, joiner or selector, and nothing that ends a line of two.
    private static func startsAnew(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0B...0x7E, 0xC0...0x24F, 0x370...0x482, 0x48A...0x52F: true
        default: isPlain(value)
        }
    }

    /// A scalar of text that is known to be UTF-8, and how many bytes it has.
    private static func scalar(_ bytes: Span<UInt8>, _ offset: Int) -> (value: UInt32, length: Int) {
        func more(_ place: Int) -> UInt32 { UInt32(bytes[offset + place] & 0x3F) }
        let first = UInt32(bytes[offset])
        switch first {
        case ..<0x80: return (first, 1)
        case ..<0xE0: return ((first & 0x1F) << 6 | more(1), 2)
        case ..<0xF0: return ((first & 0x0F) << 12 | more(1) << 6 | more(2), 3)
        default: return ((first & 0x07) << 18 | more(1) << 12 | more(2) << 6 | more(3), 4)
        }
    }
}
