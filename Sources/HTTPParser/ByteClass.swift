/// What a byte may be part of. Sets of ASCII bytes are two 64-bit masks, so that a test of membership is a shift in a
/// register; a table of 256 bytes would be a global behind a once-guard.
enum ByteClass {
    static let carriageReturn: UInt8 = 0x0D
    static let lineFeed: UInt8 = 0x0A
    static let space: UInt8 = 0x20
    static let tab: UInt8 = 0x09

    /// tchar of RFC 9110, 5.6.2: methods and field names.
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x03ff_6cfa_0000_0000, high: 0x57ff_ffff_c7ff_fffe)
    }

    /// pchar of RFC 3986 and "/", without "%", which callers note on its own.
    @inline(__always)
    static func isPath(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x2fff_ffd2_0000_0000, high: 0x47ff_fffe_87ff_ffff)
    }

    /// The query of RFC 3986 without "%", and seven bytes more: `[`, `]`, `{`, `}`, `|`, `^` and the backtick. Browsers
    /// and curl leave these unescaped there, and no two readers understand them differently.
    @inline(__always)
    static func isQuery(_ byte: UInt8) -> Bool {
        contains(byte, low: 0xafff_ffd2_0000_0000, high: 0x7fff_ffff_efff_ffff)
    }

    /// The bytes of a registered name that names a host: no comma (two hosts in one), no escapes, no user information.
    @inline(__always)
    static func isHostName(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x03ff_6000_0000_0000, high: 0x47ff_fffe_87ff_fffe)
    }

    /// field-vchar, space and tab of RFC 9110, 5.5. Bytes from 0x80 are opaque, everything else below 0x20 is refused.
    @inline(__always)
    static func isFieldValue(_ byte: UInt8) -> Bool { (byte >= 0x20 && byte != 0x7F) || byte == tab }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inline(__always)
    static func hexValue(_ byte: UInt8) -> UInt8? {
        if byte &- 0x30 < 10 { return byte &- 0x30 }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }

    /// Lower case of an ASCII letter; every other byte as it is.
    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    @inline(__always)
    private static func contains(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
        let half = byte < 64 ? low : high
        return byte < 128 && (half &>> UInt64(byte)) & 1 != 0
    }
}
