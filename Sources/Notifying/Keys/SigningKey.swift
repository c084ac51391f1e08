import COpenSSL

/// A P-256 key pair: a server's own for Web Push (VAPID), or one of Apple's for APNs.
public struct SigningKey: Sendable, Hashable {
    /// The private number, 32 bytes.
    let secret: [UInt8]
    /// The public point, uncompressed: 65 bytes.
    let point: [UInt8]

    init(secret: [UInt8], point: [UInt8]) {
        self.secret = secret
        self.point = point
    }

    /// A new one.
    public init() {
        let key = OpenSSL.newKey()
        defer { EVP_PKEY_free(key) }
        guard let (secret, point) = OpenSSL.numbers(of: key) else { preconditionFailure("OpenSSL makes no P-256 keys") }
        self.init(secret: secret, point: point)
    }

    /// Reads a private key in PEM, such as a `.p8` file of Apple's; nil for anything but an unencrypted one of P-256.
    public init?(pem: [UInt8]) {
        // An encrypted key fails instead of asking the terminal.
        let read = { (source: OpaquePointer) in PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in 0 }, nil) }
        guard let found = OpenSSL.withKey(readBy: read, from: pem, OpenSSL.numbers) else { return nil }
        guard let (secret, point) = found else { return nil }
        self.init(secret: secret, point: point)
    }

    /// To be kept in a file.
    public var pem: [UInt8] { OpenSSL.withKey(secretOf: self, OpenSSL.pem) ?? [] }

    /// What browsers subscribe with (`applicationServerKey`): the public point in base64url.
    public var publicText: String { Base64.url.encode(point) }

    /// ECDSA over SHA-256, its two numbers side by side (RFC 7518, 3.4).
    func sign(_ message: [UInt8]) -> [UInt8] {
        guard let signature = OpenSSL.withKey(secretOf: self, { OpenSSL.sign(message, $0) }) ?? nil else {
            preconditionFailure("a key that was read cannot sign")
        }
        return signature
    }

    /// What both sides of a conversation compute and nobody else can (ECDH); nil where that is no point of the curve.
    func agree(with other: [UInt8]) -> [UInt8]? {
        let shared = OpenSSL.withKey(secretOf: self) { own in
            OpenSSL.withKey(publicPoint: other) { OpenSSL.agree(own, $0) }
        }
        return shared.flatMap { $0 }.flatMap { $0 }
    }
}
