/// Base64 with the alphabet for URLs and without padding (RFC 4648, 5; RFC 7515, 2).
enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for position in 0...group.count { text.append(alphabet[Int(word >> UInt32(18 - 6 * position)) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The older alphabet with padding, for the field `authorization`.
    static func encodePadded(_ bytes: [UInt8]) -> String {
        let text = encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }

    /// Nil for anything but the one text that ``encode(_:)`` makes of some bytes: with two spellings of one signature a
    /// token that was refused once could be tried again as another.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var word: UInt32 = 0
        var bits: UInt32 = 0
        for letter in text.utf8 {
            guard let value = values[Int(letter)] else { return nil }
            word = word << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: word >> bits))
            }
        }
        guard bits < 6, word & (1 << bits - 1) == 0 else { return nil }
        return bytes
    }
}
