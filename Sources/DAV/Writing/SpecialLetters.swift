/// Letters that cannot stand in a document's text as they are: `&`, `<`, `>` and all controls but line feed and tab.
enum SpecialLetters {
    /// The first of them from a place on. Eight letters are looked at together, as most are none.
    static func first(in letters: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        let raw = UnsafeRawBufferPointer(letters)
        while index + 8 <= letters.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = marks(word)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < letters.count {
            if marks(UInt64(letters[index]) | spaces) != 0 { return index }
            index += 1
        }
        return nil
    }

    /// The top bit of every byte that is a special letter.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let controls = below(word, 0x20) & ~zeros(word ^ each(0x0A)) & ~zeros(word ^ each(0x09))
        // "<" and ">" differ in one bit.
        return controls | zeros(word ^ each(UInt8(ascii: "&"))) | zeros((word | each(2)) ^ each(UInt8(ascii: ">")))
    }

    /// The top bit of every byte that is zero, and of no other: no carry leaves a byte.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        ~(((word & each(0x7F)) &+ each(0x7F)) | word) & each(0x80)
    }

    /// The top bit of every byte that is less than a number up to 0x80.
    @inline(__always)
    private static func below(_ word: UInt64, _ limit: UInt8) -> UInt64 {
        ~(((word & each(0x7F)) &+ each(0x80 - limit)) | word) & each(0x80)
    }

    @inline(__always)
    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    private static var spaces: UInt64 { 0x2020_2020_2020_2000 }
}
