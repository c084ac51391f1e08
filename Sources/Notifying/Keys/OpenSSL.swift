import COpenSSL

/// The one place that asks OpenSSL about keys. Every object of OpenSSL's is made and freed within one call.
enum OpenSSL {
    static func newKey() -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &key) == 1
        else { return nil }
        return key
    }

    static func withKey<Outcome>(
        readBy read: (OpaquePointer) -> OpaquePointer?, from bytes: [UInt8], _ body: (OpaquePointer) -> Outcome
    ) -> Outcome? {
        defer { ERR_clear_error() }
        guard let source = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(source) }
        let count = Int32(clamping: bytes.count)
        guard BIO_write(source, bytes, count) == count, let key = read(source) else { return nil }
        defer { EVP_PKEY_free(key) }
        return body(key)
    }

    static func withKey<Outcome>(secretOf key: SigningKey, _ body: (OpaquePointer) -> Outcome) -> Outcome? {
        withKey(
            readBy: { d2i_PrivateKey_bio($0, nil) }, from: secretBegin + key.secret + secretMiddle + key.point, body)
    }

    static func withKey<Outcome>(publicPoint point: [UInt8], _ body: (OpaquePointer) -> Outcome) -> Outcome? {
        guard point.count == 65 else { return nil }
        return withKey(readBy: { d2i_PUBKEY_bio($0, nil) }, from: publicBegin + point, body)
    }

    // Keys of one curve are bytes of fixed length in a fixed frame: RFC 5915 for the secret one, RFC 5480 for the
    // public one.
    private static let curve: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    private static let secretBegin: [UInt8] = [0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20]
    private static let secretMiddle: [UInt8] = [0xA0, 0x0A] + curve + [0xA1, 0x44, 0x03, 0x42, 0x00]
    private static let publicBegin: [UInt8] =
        [0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01] + curve + [0x03, 0x42, 0x00]

    /// Secret number and public point; nil where the key is of another kind.
    static func numbers(of key: OpaquePointer?) -> (secret: [UInt8], point: [UInt8])? {
        var name = [CChar](repeating: 0, count: 32)
        var length = 0
        guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1,
            name.prefix(length).map({ UInt8(bitPattern: $0) }) == Array("prime256v1".utf8)
        else { return nil }
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, "priv", &number) == 1 else { return nil }
        defer { BN_clear_free(number) }
        var secret = [UInt8](repeating: 0, count: 32)
        guard BN_bn2binpad(number, &secret, 32) == 32 else { return nil }
        var coordinates: [UInt8] = []
        for name in ["qx", "qy"] {
            var number: OpaquePointer?
            var bytes = [UInt8](repeating: 0, count: 32)
            guard EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return nil }
            defer { BN_free(number) }
            guard BN_bn2binpad(number, &bytes, 32) == 32 else { return nil }
            coordinates += bytes
        }
        return (secret, [0x04] + coordinates)
    }

    static func pem(of key: OpaquePointer) -> [UInt8] {
        let sink = BIO_new(BIO_s_mem())
        defer { BIO_free(sink) }
        guard PEM_write_bio_PrivateKey(sink, key, nil, nil, 0, nil, nil) == 1 else { return [] }
        var pem = [UInt8](repeating: 0, count: 1024)
        pem.removeLast(pem.count - Int(max(BIO_read(sink, &pem, 1024), 0)))
        return pem
    }

    static func sign(_ message: [UInt8], _ key: OpaquePointer) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var length = 80
        var signature = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &signature, &length, message, message.count) == 1
        else { return nil }
        return pair(in: signature[..<length])
    }

    static func agree(_ own: OpaquePointer, _ other: OpaquePointer) -> [UInt8]? {
        let context = EVP_PKEY_CTX_new(own, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var shared = [UInt8](repeating: 0, count: 32)
        var length = 32
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
            EVP_PKEY_derive(context, &shared, &length) == 1, length == 32
        else { return nil }
        return shared
    }

    /// The two numbers of an ECDSA signature, out of the frame that OpenSSL puts them in: each behind a tag and its
    /// length, without zeros in front but for one where it would else be negative.
    private static func pair(in signature: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = signature.dropFirst(2)
        var pair: [UInt8] = []
        for _ in 0..<2 {
            guard let length = rest.dropFirst().first else { return nil }
            let digits = rest.dropFirst(2).prefix(Int(length)).drop { $0 == 0 }
            guard digits.count <= 32 else { return nil }
            pair += [UInt8](repeating: 0, count: 32 - digits.count) + digits
            rest = rest.dropFirst(2 + Int(length))
        }
        return pair
    }
}
