import DaybookCore

/// Proof that the owner asks, and not somebody who found the phone: required before an account is deleted and before
/// another way into it is added or removed.
struct FreshProof: Sendable {
    var owner = ReadProof()
    /// For an account with an identity: a token that a native app was just given ...
    var provider: String?
    var identityToken: String?
    /// ... or a sign-in in the browser.
    var attempt: String?
    /// What that showed; without one, what an authenticator app shows.
    var code: String?
    /// A passkey that was shown for this.
    var passkey: PasskeyAssertion?
    /// The account's id, written out.
    var confirmed: Identifier?
}

extension FreshProof {
    init(_ reader: inout JSONReader) throws(WireError) {
        self.init()
        try reader.readObject { reader, name throws(WireError) in
            switch name {
            case "password": owner.password = try reader.takeNull() ? nil : reader.readClaimedPassword()
            case "recoveryCode": owner.code = try reader.takeNull() ? nil : reader.readRecoveryCode()
            case "provider": provider = try reader.takeNull() ? nil : reader.readString()
            case "identityToken": identityToken = try reader.takeNull() ? nil : reader.readString()
            case "attempt": attempt = try reader.takeNull() ? nil : reader.readString()
            case "code": code = try reader.takeNull() ? nil : reader.readString()
            case "passkey": passkey = try reader.takeNull() ? nil : reader.readPasskeyAssertion()
            case "confirm": confirmed = try reader.takeNull() ? nil : reader.readIdentifier()
            default: return false
            }
            return true
        }
    }
}
