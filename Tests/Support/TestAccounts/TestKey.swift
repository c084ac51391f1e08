import COpenSSL
import DaybookCore

@testable import DaybookAccounts

/// A key pair that OpenSSL has just made, as a provider has one.
struct TestKey: Sendable {
    let name: String
    let algorithm: SignatureAlgorithm
    let pem: [UInt8]
    /// The public half as a provider publishes it.
    let published: JSONValue

    /// Made once: an RSA key takes a while.
    static let rsa = TestKey("rsa-1", .rs256)
    static let elliptic = TestKey("ec-1", .es256)

    init(_ name: String, _ algorithm: SignatureAlgorithm) {
        let isRSA = algorithm == .rs256
        let context = EVP_PKEY_CTX_new_from_name(nil, isRSA ? "RSA" : "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        precondition(EVP_PKEY_keygen_init(context) == 1)
        precondition(
            isRSA
                ? EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1
                : EVP_PKEY_CTX_set_group_name(context, "P-256") == 1)
        precondition(EVP_PKEY_generate(context, &key) == 1)
        defer { EVP_PKEY_free(key) }
        func number(_ name: String) -> JSONValue {
            var number: OpaquePointer?
            precondition(EVP_PKEY_get_bn_param(key, name, &number) == 1)
            defer { BN_free(number) }
            var bytes = [UInt8](repeating: 0, count: isRSA ? Int(BN_num_bits(number) + 7) / 8 : 32)
            BN_bn2binpad(number, &bytes, Int32(bytes.count))
            return .string(Base64URL.encode(bytes))
        }
        let numbers =
            isRSA
            ? [JSONMember("kty", "RSA"), JSONMember("n", number("n")), JSONMember("e", number("e"))]
            : [
                JSONMember("kty", "EC"), JSONMember("crv", "P-256"), JSONMember("x", number("qx")),
                JSONMember("y", number("qy")),
            ]
        let sink = BIO_new(BIO_s_mem())
        defer { BIO_free(sink) }
        precondition(PEM_write_bio_PrivateKey(sink, key, nil, nil, 0, nil, nil) == 1)
        var pem = [UInt8](repeating: 0, count: 8192)
        pem.removeLast(pem.count - Int(BIO_read(sink, &pem, Int32(pem.count))))
        self.name = name
        self.algorithm = algorithm
        self.pem = pem
        published = .object(numbers + [JSONMember("kid", .string(name)), JSONMember("use", "sig")])
    }

    func token(_ claims: JSONValue, header: [JSONMember]? = nil) -> String {
        let header =
            header ?? [JSONMember("alg", .string(algorithm.rawValue)), JSONMember("kid", .string(name))]
        let signed = Base64URL.encode(JSONValue.object(header).json) + "." + Base64URL.encode(claims.json)
        guard let signature = Signatures.sign(Array(signed.utf8), withPEM: pem, algorithm) else {
            preconditionFailure("a test key cannot sign")
        }
        return signed + "." + Base64URL.encode(signature)
    }

    /// The token that fools whoever takes the algorithm from the header and the published key for a shared secret.
    func tokenSignedWithPublicKey(_ claims: JSONValue, secret: [UInt8]) -> String {
        let header = JSONValue.object([JSONMember("alg", "HS256"), JSONMember("kid", .string(name))])
        let signed = Base64URL.encode(header.json) + "." + Base64URL.encode(claims.json)
        var code = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        let message = Array(signed.utf8)
        HMAC(EVP_sha256(), secret, Int32(secret.count), message, message.count, &code, &length)
        return signed + "." + Base64URL.encode(code)
    }
}
