import CSodium

/// A token that people type into programs which know only passwords: 25 letters and digits in groups of five, 125 random
/// bits, so that a plain hash of it is proof against guessing.
struct AppPassword: Hashable, Sendable {
    private let symbols: [UInt8]

    /// A new one.
    init() { symbols = ReadableCode.random(25) }

    init?(_ text: String) {
        guard let symbols = ReadableCode.read(text, count: 25) else { return nil }
        self.symbols = symbols
    }

    var text: String { ReadableCode.write(symbols, groups: 5) }

    var hash: [UInt8] { ReadableCode.hash(symbols) }
}

/// RFC 4648's first alphabet, with or without padding.
enum Base64 {
    static func decode(_ text: String) -> [UInt8]? {
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
