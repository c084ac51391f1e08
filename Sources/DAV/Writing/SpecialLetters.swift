/// Letters that cannot stand in a document's text as they are.
enum SpecialLetters {
    /// The first of them from a place on. Eight letters are looked at together, as most are none.
    static func first(in letters: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let address = letters.baseAddress.map({ UnsafeRawPointer($0) }) else { return nil }
        var index = start
        while index < letters.count {
            let left = letters.count - index
            let eight = left >= 8 ? EightLetters(address + index) : EightLetters(address + index, last: left)
            let found = eight.specialInXML
            if found != 0 { return index + EightLetters.before(found) }
            index += 8
        }
        return nil
    }
}
