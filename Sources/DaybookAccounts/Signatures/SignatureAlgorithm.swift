/// The signatures a token may carry (RFC 7518, 3.1; RFC 8037). What is not listed does not exist here: neither `none`
/// nor the ones of a shared secret, for which a provider's public key could be misused.
enum SignatureAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"
    case es384 = "ES384"
    case edDSA = "EdDSA"

    /// Bytes of each of the two numbers of an ECDSA signature.
    var numberWidth: Int? {
        switch self {
        case .es256: 32
        case .es384: 48
        case .rs256, .ps256, .edDSA: nil
        }
    }
}
