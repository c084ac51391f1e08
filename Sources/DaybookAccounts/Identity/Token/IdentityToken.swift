import DaybookCore

/// A token as a client or a provider handed it over: read, and not yet believed.
struct IdentityToken: Sendable {
    /// Real ones have one to three thousand bytes.
    static let longest = 16 << 10

    let algorithm: SignatureAlgorithm
    let keyName: String?
    let claims: JSONValue
    private let signed: [UInt8]
    private let signature: [UInt8]

    init(_ text: String) throws(TokenRefusal) {
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.longest, parts.count == 3, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1]), let signature = Base64URL.decode(parts[2])
        else { throw .malformed }
        guard let algorithm = header["alg"]?.text.flatMap(SignatureAlgorithm.init(rawValue:)) else { throw .algorithm }
        // RFC 7515, 4.1.11: whoever does not understand what is called critical must refuse, and nothing is understood.
        guard header["crit"] == nil else { throw .algorithm }
        self.algorithm = algorithm
        keyName = header["kid"]?.text
        self.claims = claims
        self.signature = signature
        signed = Array((parts[0] + "." + parts[1]).utf8)
    }

    private static func object(_ part: Substring) -> JSONValue? {
        guard let bytes = Base64URL.decode(part), let value = try? JSONValue(json: bytes), case .object = value else {
            return nil
        }
        return value
    }

    func isSigned(by key: PublicKey) -> Bool { Signatures.verify(signature, of: signed, by: key, algorithm) }

    /// Among a provider's keys the one this token names. Without a name there must not be a choice.
    func key(among keys: [PublicKey]) -> PublicKey? {
        if let keyName { return keys.first { $0.name == keyName } }
        let fitting = keys.filter { $0.algorithms.contains(algorithm) }
        return fitting.count == 1 ? fitting[0] : nil
    }
}

/// Why a token proves nothing, in words a client's developer can act on.
enum TokenRefusal: String, Error, Sendable, CaseIterable {
    case malformed, algorithm, key, signature, issuer, audience, expired, time, nonce, subject
}
