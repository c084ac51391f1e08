/// Why a provider was of no help.
package enum ProviderTrouble: Error, Equatable, Sendable {
    /// It cannot be reached, takes too long, or says itself that something broke there.
    case unreachable
    /// Its answer is not what the standard says, or is larger than any real one.
    case unusable(Fault)
    /// It refused the code: used up, expired, for another client, or with a wrong verifier.
    case refused

    /// What an operator can look for.
    package enum Fault: Equatable, Sendable {
        case status, tooLarge, document, issuer, keys, tokens, client, noRevocation, signingKey

        package var sentence: StaticString {
            switch self {
            case .status: "it answers with a redirect or an error where a document should be"
            case .tooLarge: "its answer is too large"
            case .document: "its discovery document is none, or lacks an address on https"
            case .issuer: "its discovery document names another issuer than the file of providers"
            case .keys: "its key set is none"
            case .tokens: "its token endpoint gives no identity token"
            case .client: "it does not accept our client id, secret or redirect address"
            case .noRevocation: "it has no address to revoke tokens at"
            case .signingKey: "the key for Apple does not sign"
            }
        }
    }
}
