/// Checks UTF-8 a byte at a time: no overlong forms, no surrogates, nothing above U+10FFFF (RFC 3629, table of section
/// 4).
struct UTF8Sequence {
    private var expected = 0
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// Whether no sequence is left unfinished.
    var isWhole: Bool { expected == 0 }

    mutating func accepts(_ byte: UInt8) -> Bool {
        guard expected == 0 else {
            guard byte >= lowest, byte <= highest else { return false }
            expected -= 1
            lowest = 0x80
            highest = 0xBF
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: expected = 1
        case 0xE0...0xEF:
            expected = 2
            if byte == 0xE0 { lowest = 0xA0 }
            if byte == 0xED { highest = 0x9F }
        case 0xF0...0xF4:
            expected = 3
            if byte == 0xF0 { lowest = 0x90 }
            if byte == 0xF4 { highest = 0x8F }
        default: return false
        }
        return true
    }
}
