import DaybookCore

/// What clients send to sign in or to link; which members are needed is each route's to say.
struct SignInBody: Sendable {
    var identityToken: String?
    var authorizationCode: String?
    var attempt: String?
    var code: String?
    var returnTo: String?
    /// For an identity that has no account yet, and for the device.
    var new = NewAccount()
    /// Proof that the owner links, if the account can be entered without its devices.
    var proof = FreshProof()
}

extension SignInBody {
    init(_ reader: inout JSONReader) throws(WireError) {
        self.init()
        try reader.readObject { reader, name throws(WireError) in
            switch name {
            case "identityToken": identityToken = try reader.readString()
            case "authorizationCode": authorizationCode = try reader.takeNull() ? nil : reader.readString()
            case "attempt": attempt = try reader.readString()
            case "code": code = try reader.readString()
            case "returnTo": returnTo = try reader.takeNull() ? nil : reader.readString()
            case "proof": proof = try reader.takeNull() ? FreshProof() : FreshProof(&reader)
            default: return try new.read(name, &reader)
            }
            return true
        }
    }
}

/// The body of a route that needs the token of a native app.
struct TokenBody: Sendable {
    let token: String
    let members: SignInBody

    /// Issued by the provider, to be exchanged for a refresh token.
    var code: String? { members.authorizationCode }

    init(_ reader: inout JSONReader) throws(WireError) {
        let start = reader.offset
        members = try SignInBody(&reader)
        guard let given = members.identityToken else { throw reader.missing("identityToken", ofObjectAt: start) }
        token = given
    }
}

/// The body of a route that ends a sign-in in a browser.
struct CompletionBody: Sendable {
    let attempt: String
    let code: String
    let members: SignInBody

    init(_ reader: inout JSONReader) throws(WireError) {
        let start = reader.offset
        members = try SignInBody(&reader)
        guard let givenAttempt = members.attempt else { throw reader.missing("attempt", ofObjectAt: start) }
        guard let givenCode = members.code else { throw reader.missing("code", ofObjectAt: start) }
        (attempt, code) = (givenAttempt, givenCode)
    }
}
