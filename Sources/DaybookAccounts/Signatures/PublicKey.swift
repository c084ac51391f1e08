import DaybookCore

/// A key of a provider's published set (RFC 7517) or of a passkey: what it can check, and what it is called.
package struct PublicKey: Sendable, Equatable {
    let name: String?
    /// An encrypted or forged choice of algorithm is no choice: the key says what it is for, the token may only agree.
    let algorithms: [SignatureAlgorithm]
    /// SubjectPublicKeyInfo, as OpenSSL reads it.
    let encoded: [UInt8]

    /// Nil for keys that are of no use here: of another kind, for encryption, or too weak.
    init?(_ json: JSONValue) {
        if let use = json["use"], use != "sig" { return nil }
        guard let (encoded, possible) = Self.encode(json) else { return nil }
        if let declared = json["alg"] {
            algorithms = possible.filter { declared == .string($0.rawValue) }
        } else {
            algorithms = possible
        }
        guard !algorithms.isEmpty else { return nil }
        self.encoded = encoded
        name = json["kid"]?.text
    }

    /// One that is stored, or came in another form.
    init(_ algorithm: SignatureAlgorithm, encoded: [UInt8]) {
        (name, algorithms, self.encoded) = (nil, [algorithm], encoded)
    }

    private static func encode(_ json: JSONValue) -> ([UInt8], [SignatureAlgorithm])? {
        switch (json["kty"]?.text, json["crv"]?.text) {
        case ("RSA", _):
            guard let modulus = json.number("n"), let exponent = json.number("e") else { return nil }
            return rsa(modulus: modulus, exponent: exponent).map { ($0, [.rs256, .ps256]) }
        case ("EC", "P-256"): return point(json, width: 32, curve: prime256v1).map { ($0, [.es256]) }
        case ("EC", "P-384"): return point(json, width: 48, curve: secp384r1).map { ($0, [.es384]) }
        case ("OKP", "Ed25519"): return json.number("x").flatMap(ed25519).map { ($0, [.edDSA]) }
        default: return nil
        }
    }

    private static func point(_ json: JSONValue, width: Int, curve: [UInt8]) -> [UInt8]? {
        guard let x = json.number("x"), let y = json.number("y") else { return nil }
        return point(x, y, width: width, curve: curve)
    }

    static func rsa(modulus: [UInt8], exponent: [UInt8]) -> [UInt8]? {
        let length = modulus.drop { $0 == 0 }.count
        guard 256...1024 ~= length, 1...8 ~= exponent.count else { return nil }
        let key = DER.sequence(DER.integer(modulus), DER.integer(exponent))
        return info([rsaEncryption, DER.null], key)
    }

    static func point(_ x: [UInt8], _ y: [UInt8], width: Int, curve: [UInt8]) -> [UInt8]? {
        guard x.count == width, y.count == width else { return nil }
        return info([ecPublicKey, curve], [0x04] + x + y)
    }

    static func ed25519(_ x: [UInt8]) -> [UInt8]? { x.count == 32 ? info([ed25519Name], x) : nil }

    private static func info(_ algorithm: [[UInt8]], _ key: [UInt8]) -> [UInt8] {
        DER.sequence(DER.sequence(algorithm.flatMap { $0 }), DER.bitString(key))
    }

    private static let rsaEncryption = DER.objectIdentifier([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01])
    private static let ecPublicKey = DER.objectIdentifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
    static let prime256v1 = DER.objectIdentifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
    private static let secp384r1 = DER.objectIdentifier([0x2B, 0x81, 0x04, 0x00, 0x22])
    private static let ed25519Name = DER.objectIdentifier([0x2B, 0x65, 0x70])
}

extension JSONValue {
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate func number(_ name: String) -> [UInt8]? { self[name]?.text.flatMap { Base64URL.decode($0) } }
}
