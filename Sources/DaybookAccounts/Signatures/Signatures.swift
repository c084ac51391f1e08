import COpenSSL

/// The one place that asks OpenSSL about signatures. Keys come and go as bytes; every object of OpenSSL's is made and
/// freed within one call, so none can outlive its use.
enum Signatures {
    /// Whether the signature of the message was made with the private half of this key.
    ///
    /// - Parameter numbersInDER: the two numbers of an ECDSA signature are in DER already, as passkeys have them.
    static func verify(
        _ signature: [UInt8], of message: [UInt8], by key: PublicKey, _ algorithm: SignatureAlgorithm,
        numbersInDER: Bool = false
    ) -> Bool {
        guard key.algorithms.contains(algorithm),
            let encoded = numbersInDER ? signature : encode(signature, algorithm)
        else { return false }
        return withKey(readBy: { d2i_PUBKEY_bio($0, nil) }, from: key.encoded) { key, context in
            var parameters: OpaquePointer?
            guard EVP_DigestVerifyInit(context, &parameters, digest(of: algorithm), nil, key) == 1,
                prepare(parameters, algorithm)
            else { return false }
            return EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
        } ?? false
    }

    /// Whether it is a key: its point lies on the curve, for one.
    static func canRead(_ key: PublicKey) -> Bool {
        withKey(readBy: { d2i_PUBKEY_bio($0, nil) }, from: key.encoded) { _, _ in true } ?? false
    }

    /// Signs with a private key in PEM; nil where the key cannot do that.
    static func sign(_ message: [UInt8], withPEM pem: [UInt8], _ algorithm: SignatureAlgorithm) -> [UInt8]? {
        // An encrypted key fails instead of asking the terminal.
        let read = { (source: OpaquePointer) in PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in 0 }, nil) }
        return withKey(readBy: read, from: pem) { key, context in
            var parameters: OpaquePointer?
            var length = 0
            guard EVP_DigestSignInit(context, &parameters, digest(of: algorithm), nil, key) == 1,
                prepare(parameters, algorithm), EVP_DigestSign(context, nil, &length, message, message.count) == 1
            else { return nil }
            var signature = [UInt8](repeating: 0, count: length)
            guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else { return nil }
            signature.removeLast(signature.count - length)
            guard let width = algorithm.numberWidth else { return signature }
            return DER.pair(of: signature, width: width)
        } ?? nil
    }

    private static func withKey<Outcome>(
        readBy read: (OpaquePointer) -> OpaquePointer?, from bytes: [UInt8],
        _ body: (_ key: OpaquePointer, _ context: OpaquePointer) -> Outcome
    ) -> Outcome? {
        defer { ERR_clear_error() }
        guard let source = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(source) }
        guard BIO_write(source, bytes, Int32(clamping: bytes.count)) == Int32(clamping: bytes.count),
            let key = read(source)
        else {
            return nil
        }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        return body(key, context)
    }

    /// A token has the two numbers of an ECDSA signature side by side (RFC 7518, 3.4), OpenSSL wants them in DER.
    private static func encode(_ signature: [UInt8], _ algorithm: SignatureAlgorithm) -> [UInt8]? {
        guard let width = algorithm.numberWidth else { return signature }
        guard signature.count == 2 * width else { return nil }
        return DER.sequence(DER.integer(signature[..<width]), DER.integer(signature[width...]))
    }

    private static func digest(of algorithm: SignatureAlgorithm) -> OpaquePointer? {
        switch algorithm {
        case .rs256, .ps256, .es256: EVP_sha256()
        case .es384: EVP_sha384()
        case .edDSA: nil
        }
    }

    /// RFC 7518, 3.5: the salt is as long as the digest.
    private static func prepare(_ parameters: OpaquePointer?, _ algorithm: SignatureAlgorithm) -> Bool {
        guard algorithm == .ps256 else { return true }
        return EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) == 1
            && EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST) == 1
    }
}
