/// Eight bytes of a text that are looked at together. Each question answers the top bit of every byte that it means.
@frozen package struct EightLetters {
    package let word: UInt64

    /// The eight bytes at an address.
    @inlinable @inline(__always)
    package init(_ bytes: UnsafeRawPointer) {
        word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    }

    /// The last bytes of a text, one to seven, and spaces behind them. Nothing beyond them is read.
    @inlinable @inline(__always)
    package init(_ bytes: UnsafeRawPointer, last count: Int) {
        var word: UInt64 = 0x2020_2020_2020_2020 << UInt64(8 * count)
        // From both ends, which meet or overlap in the middle.
        if count >= 4 {
            word |= Self.four(bytes, at: 0) | Self.four(bytes, at: count - 4)
        } else {
            for offset in 0..<count {
                word |= UInt64(bytes.load(fromByteOffset: offset, as: UInt8.self)) << UInt64(8 * offset)
            }
        }
        self.word = word
    }

    @inlinable @inline(__always)
    package static func four(_ bytes: UnsafeRawPointer, at offset: Int) -> UInt64 {
        let four = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        return UInt64(four) << UInt64(8 * offset)
    }

    /// Those that are this byte, and no other: no carry leaves a byte.
    @inlinable @inline(__always)
    package func equal(to byte: UInt8) -> UInt64 { Self.zeros(word ^ Self.each(byte)) }

    /// Those that are less than a number up to 0x80.
    @inlinable @inline(__always)
    package func below(_ limit: UInt8) -> UInt64 {
        ~(((word & Self.each(0x7F)) &+ Self.each(0x80 - limit)) | word) & Self.each(0x80)
    }

    /// Those that cannot stand in an XML document's text as they are: `&`, `<`, `>` and all controls but line feed and
    /// tab.
    @inlinable @inline(__always)
    package var specialInXML: UInt64 {
        let controls = below(0x20) & ~equal(to: 0x0A) & ~equal(to: 0x09)
        // "<" and ">" differ in one bit.
        let angles = Self.zeros((word | Self.each(2)) ^ Self.each(UInt8(ascii: ">")))
        return controls | equal(to: UInt8(ascii: "&")) | angles
    }

    /// How many bytes stand before the first that was meant.
    @inlinable @inline(__always)
    package static func before(_ marks: UInt64) -> Int { marks.trailingZeroBitCount / 8 }

    @inlinable @inline(__always)
    package static func zeros(_ word: UInt64) -> UInt64 { ~(((word & each(0x7F)) &+ each(0x7F)) | word) & each(0x80) }

    @inlinable @inline(__always)
    package static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
