import CSodium
import DaybookHost

/// The secrets of one sign-in in a browser. All follow from what the app holds and the server's own secret, so the
/// database keeps the hash of one of them and nothing else.
///
/// Two things are needed in the end, and no link that somebody was lured into opening gives anyone both: the attempt,
/// which only the app that began has, and the code, which only the browser that came back is shown.
struct SignInSecrets: Sendable {
    /// The app's.
    let attempt: String
    /// Goes to the provider and comes back; it reveals none of the other secrets.
    let state: String

    private let secret: SecretKey

    static let lifetime: Int64 = 600

    /// A new sign-in, or the one of this attempt.
    init(attempt: String = Base64URL.encode(Sodium.randomBytes(32)), _ secret: SecretKey) {
        self.init(
            attempt: attempt,
            state: Base64URL.encode(secret.derive(.signInAttempt, from: Array("state:\(attempt)".utf8))), secret)
    }

    /// The one a browser comes back with.
    init(state: String, _ secret: SecretKey) { self.init(attempt: "", state: state, secret) }

    private init(attempt: String, state: String, _ secret: SecretKey) {
        self.attempt = attempt
        self.state = state
        self.secret = secret
    }

    /// A hash of the state, which is all that is stored.
    var stateHash: [UInt8] { Sodium.sha256(Array(state.utf8)) }

    var nonce: String { Base64URL.encode(derived("nonce")) }

    /// Proves to the provider that the code is exchanged by the same client that began (RFC 7636).
    var verifier: String { Base64URL.encode(derived("verifier")) }
    var challenge: String { Base64URL.encode(Sodium.sha256(Array(verifier.utf8))) }

    /// Shown to the browser in the end: twelve letters and digits that people can copy, 60 bits.
    var code: String {
        let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
        return String(derived("code").prefix(12).map { alphabet[Int($0 & 31)] })
    }

    /// However it was typed.
    func accepts(_ typed: String) -> Bool {
        let letters = Array(typed.uppercased().filter { $0 != "-" && !$0.isWhitespace }.utf8)
        let code = Array(code.utf8)
        return letters.count == code.count && sodium_memcmp(letters, code, code.count) == 0
    }

    private func derived(_ name: String) -> [UInt8] {
        secret.derive(.signInAttempt, from: Array("\(name):\(state)".utf8))
    }
}
