/// Whether bytes are UTF-8 (RFC 3629). The standard library's own proof, `UTF8Span`, is younger than the systems that
/// apps run on.
enum UTF8Proof {
    /// The first byte of what is no character: cut off, longer than it need be, half of a surrogate pair, or beyond
    /// U+10FFFF.
    static func firstFault(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
        var at = range.lowerBound
        while at < range.upperBound {
            let lead = bytes[at]
            guard lead >= 0x80 else {
                at += 1
                continue
            }
            guard let (length, second) = following(lead), at + length <= range.upperBound,
                second.contains(bytes[at + 1])
            else { return at }
            for offset in 2..<max(2, length) where bytes[at + offset] & 0xC0 != 0x80 { return at }
            at += length
        }
        return nil
    }

    /// How long a character is that begins with this byte, and what its second byte may be.
    @inline(__always)
    private static func following(_ lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
