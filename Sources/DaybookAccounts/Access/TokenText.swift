import CSodium
import DaybookCore

/// A bearer token as clients hold it: `daybook_` and the base64url of account, token and secret, 64 bytes. The account
/// is in it so that checking it touches that account's data alone.
package struct TokenText: Hashable, Sendable {
    package let account: Identifier
    package let token: Identifier
    let secret: [UInt8]

    package static let prefix = "daybook_"

    /// A token with a new secret.
    package init(account: Identifier, token: Identifier) {
        self.account = account
        self.token = token
        var secret = [UInt8](repeating: 0, count: 32)
        randombytes_buf(&secret, secret.count)
        self.secret = secret
    }

    package init?(_ text: String) { self.init(text, prefix: Self.prefix) }

    package init?(_ text: String, prefix: String) {
        guard text.hasPrefix(prefix), let bytes = Base64URL.decode(text.dropFirst(prefix.utf8.count)),
            bytes.count == 64
        else { return nil }
        func word(_ place: Int) -> UInt64 { bytes[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        account = Identifier(high: word(0), low: word(8))
        token = Identifier(high: word(16), low: word(24))
        secret = Array(bytes[32...])
    }

    package var text: String { text(prefix: Self.prefix) }

    package func text(prefix: String) -> String {
        var bytes: [UInt8] = []
        for word in [account.high, account.low, token.high, token.low] {
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return prefix + Base64URL.encode(bytes + secret)
    }

    /// What is stored of the secret. It is random, so a fast hash is as good as a slow one.
    package var secretHash: [UInt8] { Self.hash(of: secret) }

    static func hash(of secret: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: 32)
        crypto_generichash(&hash, hash.count, secret, UInt64(secret.count), nil, 0)
        return hash
    }
}

/// RFC 4648's alphabet for URLs, without padding.
package enum Base64URL {
    private static let variant = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)

    package static func encode(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
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
