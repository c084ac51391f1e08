import CSodium

/// The functions of libsodium that are used beside its checksums, over arrays: no C pointer is kept.
package enum Sodium {
    /// libsodium has to choose its code and open its source of randomness once, before anything else.
    private static let isReady = sodium_init() >= 0

    package static func prepare() { precondition(isReady, "libsodium cannot be used on this machine") }

    /// Random bytes that cannot be guessed.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        prepare()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }

    /// BLAKE2b. It is fast, and as good as a slow hash for what is random.
    package static func hash(_ bytes: [UInt8], key: [UInt8] = [], length: Int = 32) -> [UInt8] {
        prepare()
        var hash = [UInt8](repeating: 0, count: length)
        crypto_generichash(&hash, length, bytes, UInt64(bytes.count), key, key.count)
        return hash
    }

    package static func base64(_ bytes: [UInt8], variant: Int32 = sodium_base64_VARIANT_ORIGINAL) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        // All but the zero at the end.
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Compares in a time that tells nothing of where they differ.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
