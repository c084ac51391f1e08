extension TextMatch {
    /// Whether a value holds the text, or with negation does not.
    func matches(_ value: String) -> Bool {
        Self.holds(folded(value), folded(text)) != isNegated
    }

    private func folded(_ text: String) -> [UInt8] {
        switch collation {
        case .octet: Array(text.utf8)
        case .asciiCasemap: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        case .unicodeCasemap: Array(text.lowercased().utf8)
        }
    }

    /// By Knuth, Morris and Pratt: every byte is looked at once, whatever is searched for in whatever.
    private static func holds(_ value: [UInt8], _ text: [UInt8]) -> Bool {
        guard !text.isEmpty else { return true }
        guard text.count <= value.count else { return false }
        var longest = [Int](repeating: 0, count: text.count)
        var length = 0
        for index in 1..<max(text.count, 1) {
            while length > 0, text[index] != text[length] { length = longest[length - 1] }
            if text[index] == text[length] { length += 1 }
            longest[index] = length
        }
        length = 0
        for byte in value {
            while length > 0, byte != text[length] { length = longest[length - 1] }
            if byte == text[length] { length += 1 }
            if length == text.count { return true }
        }
        return false
    }
}
