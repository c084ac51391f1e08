extension String {
    /// Lends the text's UTF-8. A string's own `utf8Span` is younger than the systems that apps run on.
    @inline(__always)
    package func withBytes<Value>(_ read: (Span<UInt8>) -> Value) -> Value {
        var text = self
        return text.withUTF8 { read($0.span) }
    }
}
