/// Names as others allow them: of letters, digits, underlines and hyphens.
enum PlainName {
    static func isPlain(_ text: some StringProtocol, upTo most: Int) -> Bool {
        1...most ~= text.utf8.count && text.utf8.allSatisfy(isPlain)
    }

    /// The text, if it is such a name; else one that is made of it and is the same each time.
    static func of(_ text: String, upTo most: Int) -> String {
        isPlain(text, upTo: most) ? text : Hex.encode(Array(Digest.sha256(text).prefix(16)))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-")
    }
}
