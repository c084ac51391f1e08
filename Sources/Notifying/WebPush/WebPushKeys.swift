import COpenSSL

/// What a subscription tells a server to encrypt with.
public struct WebPushKeys: Sendable, Hashable {
    /// The device's public point, 65 bytes.
    let point: [UInt8]
    /// The secret that the device shares with whoever may push to it, 16 bytes.
    let secret: [UInt8]

    /// As a subscription names them, in base64url; nil where they are not of this form, or no point of the curve.
    public init?(p256dh: String, auth: String) {
        guard let point = Self.decode(p256dh), let secret = Self.decode(auth), secret.count == 16,
            OpenSSL.withKey(publicPoint: point, { _ in true }) == true
        else { return nil }
        self.point = point
        self.secret = secret
    }

    /// Some devices fill up with "=".
    private static func decode(_ text: String) -> [UInt8]? {
        var digits = text[...]
        while digits.last == "=" { digits.removeLast() }
        return Base64.url.decode(digits)
    }

    /// Bytes of text that the largest message takes that every push service has to take (RFC 8030, 7.2), after the
    /// head, the mark of the end and the tag.
    static let longestText = 4096 - 86 - 1 - 16

    func encrypt(_ text: [UInt8]) -> [UInt8]? {
        encrypt(text, salt: Randomness.bytes(16), as: SigningKey())
    }

    /// RFC 8291 over RFC 8188: one record, for this device, by a key that is used once.
    func encrypt(_ text: [UInt8], salt: [UInt8], as sender: SigningKey) -> [UInt8]? {
        guard text.count <= Self.longestText, let shared = sender.agree(with: point) else { return nil }
        let meeting = Array("WebPush: info\0".utf8) + point + sender.point
        let material = Self.expand(Digest.code(shared, key: secret), meeting, 32)
        let root = Digest.code(material, key: salt)
        let key = Self.expand(root, Array("Content-Encoding: aes128gcm\0".utf8), 16)
        let nonce = Self.expand(root, Array("Content-Encoding: nonce\0".utf8), 12)
        guard let sealed = AES.seal(text + [0x02], key: key, nonce: nonce) else { return nil }
        return salt + [0x00, 0x00, 0x10, 0x00, 65] + sender.point + sealed
    }

    /// HKDF's second step (RFC 5869), for up to 32 bytes.
    private static func expand(_ root: [UInt8], _ purpose: [UInt8], _ count: Int) -> [UInt8] {
        Array(Digest.code(purpose + [0x01], key: root).prefix(count))
    }
}

/// AES-128-GCM, the tag behind the text.
private enum AES {
    static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: text.count)
        var tag = [UInt8](repeating: 0, count: 16)
        var count: Int32 = 0
        var rest: Int32 = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(context, &sealed, &count, text, Int32(text.count)) == 1,
            EVP_EncryptFinal_ex(context, &tag, &rest) == 1, rest == 0,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
        else { return nil }
        return sealed + tag
    }
}
