extension String {
    /// Without the white space around it. Most texts have none and are not copied.
    package var trimmed: String {
        let bytes = utf8
        guard let first = bytes.first, let last = bytes.last else { return self }
        if first > 0x20, first < 0x7F, last > 0x20, last < 0x7F { return self }
        let letters = letters
        guard let start = letters.firstIndex(where: { !$0.isWhitespace }),
            let end = letters.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(letters[start...end])
    }

    #if hasFeature(Embedded)
    /// What is one character, of many signs, only Unicode's tables know, and they are not here.
    private var letters: UnicodeScalarView { unicodeScalars }
    #else
    private var letters: String { self }
    #endif
}

#if hasFeature(Embedded)
extension Unicode.Scalar {
    fileprivate var isWhitespace: Bool { properties.isWhitespace }
}
#endif
