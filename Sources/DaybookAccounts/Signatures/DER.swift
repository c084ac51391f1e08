/// As much of ASN.1's distinguished encoding as public keys and ECDSA signatures need: keys come as bare numbers in
/// JSON, and OpenSSL reads them in this form.
enum DER {
    static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }
    static func bitString(_ content: [UInt8]) -> [UInt8] { element(0x03, [0] + content) }
    static let null: [UInt8] = [0x05, 0x00]

    /// The content of an object identifier, already encoded.
    static func objectIdentifier(_ content: [UInt8]) -> [UInt8] { element(0x06, content) }

    /// A positive number, given with its most significant byte first.
    static func integer(_ magnitude: some Collection<UInt8>) -> [UInt8] {
        let digits = Array(magnitude.drop { $0 == 0 })
        let needsZero = digits.first.map { $0 >= 0x80 } ?? true
        return element(0x02, (needsZero ? [0] : []) + digits)
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        if count < 0x80 { return [tag, UInt8(count)] + content }
        if count < 0x100 { return [tag, 0x81, UInt8(count)] + content }
        precondition(count < 0x1_0000, "no key is that long")
        return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
    }

    /// The two numbers of an ECDSA signature as OpenSSL makes it, each filled up to a width.
    static func pair(of signature: [UInt8], width: Int) -> [UInt8]? {
        // Short lengths only: two numbers of 48 bytes come to 102.
        guard signature.count > 8, signature[0] == 0x30, Int(signature[1]) == signature.count - 2 else { return nil }
        var rest = signature[2...]
        var result: [UInt8] = []
        for _ in 0..<2 {
            guard rest.count >= 2, rest[rest.startIndex] == 0x02 else { return nil }
            let length = Int(rest[rest.startIndex + 1])
            guard rest.count >= 2 + length else { return nil }
            let digits = rest.dropFirst(2).prefix(length).drop { $0 == 0 }
            guard digits.count <= width else { return nil }
            result += [UInt8](repeating: 0, count: width - digits.count) + digits
            rest = rest.dropFirst(2 + length)
        }
        return rest.isEmpty ? result : nil
    }
}
