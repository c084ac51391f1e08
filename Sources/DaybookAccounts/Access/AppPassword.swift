import CSodium

/// A token that people type into programs which know only passwords: 25 letters and digits in groups of five, 125
/// random bits.
struct AppPassword: UnguessableCode {
    static let length = 25
    static let group = 5
    let symbols: [UInt8]
}

/// RFC 4648's first alphabet, with or without padding.
package enum Base64 {
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = text.utf8.filter { $0 != UInt8(ascii: "=") }.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: max(1, characters.count))
        var count = 0
        let variant = Int32(sodium_base64_VARIANT_ORIGINAL_NO_PADDING)
        guard
            sodium_base642bin(&bytes, bytes.count, characters, characters.count, nil, &count, nil, variant) == 0
        else { return nil }
        return Array(bytes.prefix(count))
    }
}
