import CSodium
import DaybookCore
import DaybookHost

/// A bearer token as clients hold it: `daybook_` and the base64url of account, token and secret, 64 bytes. The account
/// is in it so that checking it touches that account's data alone.
package struct TokenText: Hashable, Sendable {
    package let account: Identifier
    package let token: Identifier
    let secret: [UInt8]

    package static let prefix = "daybook_"

    /// A token with a new secret.
    package init(account: Identifier, token: Identifier) {
        self.init(account: account, token: token, secret: Sodium.randomBytes(32))
    }

    init(account: Identifier, token: Identifier, secret: [UInt8]) {
        self.account = account
        self.token = token
        self.secret = secret
    }

    package init?(_ text: String) { self.init(text, prefix: Self.prefix) }

    package init?(_ text: String, prefix: String) {
        guard text.hasPrefix(prefix), let bytes = Base64URL.decode(text.dropFirst(prefix.utf8.count)),
            bytes.count == 64
        else { return nil }
        account = Identifier(high: bytes.word(0), low: bytes.word(8))
        token = Identifier(high: bytes.word(16), low: bytes.word(24))
        secret = Array(bytes[32...])
    }

    package var text: String { text(prefix: Self.prefix) }

    package func text(prefix: String) -> String {
        prefix + Base64URL.encode([UInt8](words: account.high, account.low, token.high, token.low) + secret)
    }

    /// What is stored of the secret. It is random, so a fast hash is as good as a slow one.
    package var secretHash: [UInt8] { Sodium.hash(secret) }
}

/// RFC 4648's alphabet for URLs, without padding.
package enum Base64URL {
    private static let variant = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)

    package static func encode(_ bytes: [UInt8]) -> String { Sodium.base64(bytes, variant: variant) }

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
