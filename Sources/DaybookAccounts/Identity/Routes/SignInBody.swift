import DaybookCore
import HTTP

/// What clients send to sign in or to link; which members are needed is each route's to say.
struct SignInBody: Sendable {
    var identityToken: String?
    var authorizationCode: String?
    var attempt: String?
    var code: String?
    var returnTo: String?
    /// For an identity that has no account yet, and for the device.
    var new = NewAccount()
    /// That it is the owner who links, where the account has a way in beside its devices.
    var proof = FreshProof()

    enum Member: Int, CaseIterable {
        case identityToken, authorizationCode, attempt, code, returnTo, timeZone, deviceName, invite, proof
        static let names = JSONNames<Member>(
            "identityToken authorizationCode attempt code returnTo timeZone deviceName invite proof")
    }
}

extension JSONReader {
    mutating func readSignInBody() throws(WireError) -> SignInBody {
        var body = SignInBody()
        try beginObject()
        var members = JSONMembers()
        while true {
            switch try nextMember(of: SignInBody.Member.names, &members) {
            case .field(.identityToken): body.identityToken = try readString()
            case .field(.authorizationCode): body.authorizationCode = try takeNull() ? nil : readString()
            case .field(.attempt): body.attempt = try readString()
            case .field(.code): body.code = try readString()
            case .field(.returnTo): body.returnTo = try takeNull() ? nil : readString()
            case .field(.timeZone): body.new.settings.timeZone = try (takeNull() ? .utc : readZone()).name
            case .field(.deviceName): body.new.deviceName = try takeNull() ? .usual : readDeviceName()
            case .field(.invite): body.new.invite = try takeNull() ? nil : readString()
            case .field(.proof): body.proof = try takeNull() ? FreshProof() : readFreshProof()
            case .unknown: try passUnknown()
            case .end: return body
            }
        }
    }

    /// The body of a route that needs the token of a native app.
    mutating func readTokenBody() throws(WireError) -> (token: String, body: SignInBody) {
        let start = offset
        let body = try readSignInBody()
        guard let token = body.identityToken else { throw missing("identityToken", ofObjectAt: start) }
        return (token, body)
    }

    /// The body of a route that ends a sign-in in a browser.
    mutating func readCompletionBody() throws(WireError) -> (attempt: String, code: String, body: SignInBody) {
        let start = offset
        let body = try readSignInBody()
        guard let attempt = body.attempt else { throw missing("attempt", ofObjectAt: start) }
        guard let code = body.code else { throw missing("code", ofObjectAt: start) }
        return (attempt, code, body)
    }
}
