import DaybookHost

/// Codes that people read out and type: 32 digits and capital letters without those that look alike, five bits each.
package enum ReadableCode {
    /// Neither I, L and O, which are read as 1, 1 and 0, nor U.
    static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    package static func random(_ count: Int) -> [UInt8] {
        derived(count, from: Sodium.randomBytes(count))
    }

    /// A code that follows from as many random bytes, or more.
    static func derived(_ count: Int, from bytes: [UInt8]) -> [UInt8] {
        bytes.prefix(count).map { alphabet[Int($0 & 31)] }
    }

    /// The symbols of a code of a known length; nil if the text is not such a code.
    static func read(_ text: String, count: Int) -> [UInt8]? {
        var symbols: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "-"): continue
            case UInt8(ascii: "o"), UInt8(ascii: "O"): symbols.append(UInt8(ascii: "0"))
            case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"):
                symbols.append(UInt8(ascii: "1"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): symbols.append(byte & 0xDF)
            default: symbols.append(byte)
            }
            guard symbols.count <= count else { return nil }
        }
        guard symbols.count == count, symbols.allSatisfy(alphabet.contains) else { return nil }
        return symbols
    }

    package static func write(_ symbols: [UInt8], groups length: Int) -> String {
        let groups = stride(from: 0, to: symbols.count, by: length).map { start in
            String(decoding: symbols[start..<min(start + length, symbols.count)], as: UTF8.self)
        }
        return groups.joined(separator: "-")
    }
}
