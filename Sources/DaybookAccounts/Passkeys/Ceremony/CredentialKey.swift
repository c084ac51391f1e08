import DaybookCore

/// The public half of a passkey, and the one way in which it signs.
struct CredentialKey: Sendable, Equatable {
    /// Numbers of COSE (RFC 9053; RFC 8812 for RSA). In the order in which authenticators are asked for them.
    enum Algorithm: Int64, CaseIterable, Sendable {
        case edDSA = -8
        case es256 = -7
        case rs256 = -257

        var signature: SignatureAlgorithm {
            switch self {
            case .edDSA: .edDSA
            case .es256: .es256
            case .rs256: .rs256
            }
        }
    }

    let algorithm: Algorithm
    let key: PublicKey

    /// As it is stored.
    init(_ algorithm: Algorithm, encoded: [UInt8]) {
        self.algorithm = algorithm
        key = PublicKey(algorithm.signature, encoded: encoded)
    }

    /// As an authenticator hands it over, in COSE's form. Nil for another kind of key, one that is no key, and RSA keys
    /// that are weak or would make the server work.
    init?(_ cose: CBOR) {
        guard let algorithm = cose[3]?.integer.flatMap(Algorithm.init(rawValue:)) else { return nil }
        let encoded: [UInt8]?
        switch (algorithm, cose[1]?.integer, cose[-1]) {
        case (.edDSA, 1, .integer(6)): encoded = cose[-2]?.bytes.flatMap(PublicKey.ed25519)
        case (.es256, 2, .integer(1)):
            guard let x = cose[-2]?.bytes, let y = cose[-3]?.bytes else { return nil }
            encoded = PublicKey.point(x, y, width: 32, curve: PublicKey.prime256v1)
        case (.rs256, 3, .bytes(let modulus)):
            guard let exponent = cose[-2]?.bytes, exponent.count <= 4, modulus.count <= 512 else { return nil }
            encoded = PublicKey.rsa(modulus: modulus, exponent: exponent)
        default: return nil
        }
        guard let encoded else { return nil }
        self.init(algorithm, encoded: encoded)
        guard Signatures.canRead(key) else { return nil }
    }

    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        Signatures.verify(signature, of: message, by: key, algorithm.signature, numbersInDER: true)
    }
}
