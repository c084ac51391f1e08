/// What stopped a scan; the reader turns it into a `WireError` with the path.
struct JSONFault: Error {
    let code: WireError.Code
    let offset: Int
}

/// Where a string ended and what it holds.
struct JSONStringExtent {
    /// The offset of the closing quote.
    let end: Int
    let hasEscapes: Bool
}

/// The tokens of RFC 8259 as functions over bytes: each proves one token and answers where it ends.
enum JSONScan {
    /// From the byte after the opening quote to the closing quote.
    static func string(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> JSONStringExtent {
        let count = bytes.count
        var at = start
        var escapes = false
        var wide = false
        while true {
            at = plainEnd(bytes, from: at)
            guard at < count else { throw JSONFault(code: .truncated, offset: count) }
            let byte = bytes[at]
            if byte == 0x22 { break }
            if byte < 0x20 { throw JSONFault(code: .control, offset: at) }
            if byte == 0x5C {
                escapes = true
                at = try escape(bytes, from: at)
            } else {
                wide = true
                at += 1
            }
        }
        if wide { try proveUTF8(bytes, start..<at) }
        return JSONStringExtent(end: at, hasEscapes: escapes)
    }

    /// The first byte from `start` on that is not a printable ASCII character standing for itself. Eight bytes are
    /// judged at once, without a branch between them, which the compiler turns into vector instructions.
    private static func plainEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at + 8 <= bytes.count {
            var special: UInt8 = 0
            for index in at..<(at + 8) { special |= isSpecial(bytes[index]) }
            if special != 0 { break }
            at += 8
        }
        while at < bytes.count, isSpecial(bytes[at]) == 0 { at += 1 }
        return at
    }

    /// 1 for quotes, backslashes, control characters and bytes beyond ASCII, else 0.
    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> UInt8 {
        let ends: UInt8 = byte == 0x22 ? 1 : 0
        let escapes: UInt8 = byte == 0x5C ? 1 : 0
        let outside: UInt8 = byte &- 0x20 >= 0x60 ? 1 : 0
        return ends | escapes | outside
    }

    /// From a backslash to the end of its escape; a high surrogate takes its low half with it.
    private static func escape(_ bytes: Span<UInt8>, from at: Int) throws(JSONFault) -> Int {
        guard at + 1 < bytes.count else { throw JSONFault(code: .truncated, offset: bytes.count) }
        switch bytes[at + 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return at + 2
        case 0x75: break
        default: throw JSONFault(code: .escape, offset: at + 1)
        }
        switch try codeUnit(bytes, at + 2) & 0xFC00 {
        case 0xDC00: throw JSONFault(code: .surrogate, offset: at)
        case 0xD800:
            guard at + 7 < bytes.count, bytes[at + 6] == 0x5C, bytes[at + 7] == 0x75,
                try codeUnit(bytes, at + 8) & 0xFC00 == 0xDC00
            else { throw JSONFault(code: .surrogate, offset: at) }
            return at + 12
        default: return at + 6
        }
    }

    /// The four hexadecimal digits at `at`.
    static func codeUnit(_ bytes: Span<UInt8>, _ at: Int) throws(JSONFault) -> UInt32 {
        var unit: UInt32 = 0
        for index in at..<(at + 4) {
            guard index < bytes.count else { throw JSONFault(code: .truncated, offset: bytes.count) }
            guard let digit = hexadecimalValue(of: bytes[index]) else { throw JSONFault(code: .escape, offset: index) }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    private static func proveUTF8(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(JSONFault) {
        if let fault = UTF8Proof.firstFault(bytes, in: range) { throw JSONFault(code: .encoding, offset: fault) }
    }

    /// From a number's first byte to the byte after its last.
    static func number(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        var at = start
        if bytes[at] == 0x2D { at += 1 }
        if at < bytes.count, bytes[at] == 0x30 {
            at += 1
        } else {
            at = try digits(bytes, from: at)
        }
        if at < bytes.count, bytes[at] == 0x2E { at = try digits(bytes, from: at + 1) }
        if at < bytes.count, bytes[at] | 0x20 == 0x65 {
            at += 1
            if at < bytes.count, bytes[at] == 0x2B || bytes[at] == 0x2D { at += 1 }
            at = try digits(bytes, from: at)
        }
        // `01` and `1x` stop here, before a byte that cannot follow a value.
        if at < bytes.count, !endsValue(bytes[at]) { throw JSONFault(code: .number, offset: at) }
        return at
    }

    /// At least one digit from `start` on; answers the first byte that is none.
    private static func digits(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        var at = start
        while at < bytes.count, bytes[at] >= 0x30, bytes[at] <= 0x39 { at += 1 }
        if at == start { throw JSONFault(code: at < bytes.count ? .number : .truncated, offset: at) }
        return at
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2C, 0x5D, 0x7D, 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }
}
