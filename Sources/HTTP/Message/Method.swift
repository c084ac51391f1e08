import HTTPParser

/// The request method. Whatever is not listed is `other`; its text is ``Request/methodText``.
public typealias Method = HTTPParser.Method

extension Span<UInt8> {
    /// Whether these bytes are the text's, letter case of ASCII aside.
    func equalsIgnoringCase(_ text: String) -> Bool {
        let other = text.utf8
        guard count == other.count else { return false }
        var position = 0
        for byte in other {
            if self[position].lowercasedASCII != byte.lowercasedASCII { return false }
            position += 1
        }
        return true
    }
}

extension UInt8 {
    var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
