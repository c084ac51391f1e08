extension String {
    /// Lends the text's UTF-8. A string's own `utf8Span` is younger than the systems that apps run on.
    @inline(__always)
    package func withBytes<Value>(_ read: (Span<UInt8>) -> Value) -> Value {
        var text = self
        return text.withUTF8 { read($0.span) }
    }

    /// What stands before, between and behind the signs of one kind, be it nothing.
    func pieces(between sign: UInt8, atMost most: Int = .max) -> [String] {
        Array(utf8).split(separator: sign, maxSplits: most - 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
