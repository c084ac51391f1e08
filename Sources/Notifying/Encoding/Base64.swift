import CSodium

enum Base64 {
    case standard, url

    private var variant: Int32 {
        switch self {
        case .standard: sodium_base64_VARIANT_ORIGINAL
        case .url: Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        }
    }

    func encode(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        // All but the zero at the end.
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Nil for what is not of this alphabet.
    func decode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = text.utf8.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: characters.count)
        var count = 0
        guard
            sodium_base642bin(
                &bytes, bytes.count, characters, characters.count, nil, &count, nil, variant) == 0
        else { return nil }
        return Array(bytes.prefix(count))
    }
}
