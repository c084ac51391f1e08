extension Span<UInt8> {
    /// Whether these bytes spell the word, in any case. The word is ASCII in lower case.
    @inline(__always)
    func spells(_ word: String, _ place: ByteRange) -> Bool {
        guard place.count == word.utf8.count else { return false }
        var index = place.start
        for letter in word.utf8 {
            if ByteClass.lowercased(self[index]) != letter { return false }
            index += 1
        }
        return true
    }

    /// Whether two places hold the same bytes, in any case.
    func matchesInAnyCase(_ one: ByteRange, _ other: ByteRange) -> Bool {
        guard one.count == other.count else { return false }
        var index = 0
        while index < one.count {
            guard ByteClass.lowercased(self[one.start + index]) == ByteClass.lowercased(self[other.start + index])
            else { return false }
            index += 1
        }
        return true
    }

    /// The place without blanks at either end.
    func trimmed(_ place: ByteRange) -> ByteRange {
        var start = place.start
        var end = place.end
        while start < end, ByteClass.isBlank(self[start]) { start += 1 }
        while end > start, ByteClass.isBlank(self[end - 1]) { end -= 1 }
        return ByteRange(start, end)
    }
}
