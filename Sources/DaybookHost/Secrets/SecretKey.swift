import CSodium

/// The server's own secret, 32 random bytes outside of the database: with the database alone nobody can open what is
/// sealed with it or work out what is derived from it.
///
/// It is never used itself. Each purpose has a key of its own made from it, so that a weakness of one use says nothing
/// about another, and a value sealed for one purpose cannot be passed off as one of another.
package struct SecretKey: Sendable {
    package static let length = 32

    /// What keys are made for. The numbers are kept for ever: what was sealed under one must be opened under it.
    package enum Purpose: UInt64, Sendable {
        /// An identity provider's refresh token, kept to be revoked.
        case refreshToken = 1
        /// The secret halves of a sign-in in a browser, which follow from its state.
        case signInAttempt = 2
        /// The proof in nonces for native apps.
        case nonce = 5
        /// The email addresses by which logins are found.
        case email = 3
        /// The subjects whose attempts are counted.
        case throttle = 4
        /// Devices that have logged in before.
        case knownDevice = 6
        /// The codes by which a second device is paired.
        case pairing = 7
        /// What a database knows its key by.
        case fingerprint = 8
        /// Where devices want to be told.
        case channel = 9
        /// The links in what they are told.
        case act = 10
        /// The key pair by which browsers' push services know this server.
        case pushKey = 11
        /// The invitation of whoever set the server up.
        case ownersInvite = 12
        /// What authenticator apps make codes from.
        case secondFactor = 13
        /// What an assistant gets for its refresh token, which whoever asks again gets again.
        case assistant = 14
    }

    private let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        Sodium.prepare()
        self.bytes = bytes
    }

    /// As it is written into its file, and nowhere else.
    package var written: [UInt8] { bytes }

    /// A new random key.
    package static func random() -> SecretKey { SecretKey(random: Sodium.randomBytes(length)) }

    private init(random bytes: [UInt8]) { self.bytes = bytes }

    /// 32 bytes that follow from a text and cannot be had without this key.
    package func derive(_ purpose: Purpose, from text: [UInt8]) -> [UInt8] {
        Sodium.hash(text, key: key(for: purpose))
    }

    /// Closes a value up with XChaCha20-Poly1305: a random nonce, then the encrypted value with its seal. The place is
    /// not secret; it says where the value belongs, so that a value moved to another row does not open there.
    package func seal(_ value: [UInt8], for purpose: Purpose, at place: [UInt8]) -> [UInt8] {
        let nonce = Sodium.randomBytes(Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES))
        var sealed = [UInt8](repeating: 0, count: value.count + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES))
        crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, value, UInt64(value.count), place, UInt64(place.count), nil, nonce, key(for: purpose))
        return nonce + sealed
    }

    /// The value, or nil where it was sealed with another key, for another purpose or place, or has been changed since.
    package func open(_ sealed: [UInt8], for purpose: Purpose, at place: [UInt8]) -> [UInt8]? {
        let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
        let overhead = nonceLength + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
        guard sealed.count >= overhead else { return nil }
        let body = Array(sealed[nonceLength...])
        var value = [UInt8](repeating: 0, count: sealed.count - overhead)
        let status = crypto_aead_xchacha20poly1305_ietf_decrypt(
            &value, nil, nil, body, UInt64(body.count), place, UInt64(place.count), Array(sealed[..<nonceLength]),
            key(for: purpose))
        return status == 0 ? value : nil
    }

    private func key(for purpose: Purpose) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: Self.length)
        crypto_kdf_derive_from_key(&key, key.count, purpose.rawValue, "daybook_", bytes)
        return key
    }
}
