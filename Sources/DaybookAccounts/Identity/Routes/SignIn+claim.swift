import DaybookCore
import DaybookHost
import DaybookStore
import HTTP

extension SignIn {
    func addClaim(to routes: inout GuardedRoutes, _ identities: Identities) {
        // `POST /v1/account/claim`: 201 with the login, the recovery codes (told once) and what makes this device
        // known. 409 where the account has a login or the email leads to another one, 422 for a weak password. An
        // account that a provider vouches for wants a fresh proof, or whoever found a phone could make themselves a way
        // in.
        routes.post("/v1/account/claim", needs: .own) { [self] request, principal in
            let body = try await request.document { reader throws(WireError) in try reader.readNewLogin() }
            try await identities.demandIdentity(body.proof, of: principal.account, proof)
            let codes = try await claim(principal.account, body.email, body.password, at: request.client.address)
            let known = KnownDevice(account: principal.account, device: principal.device)
            return .secret(.created) { json in
                json.beginObject()
                json.member("email", body.email.text)
                json.recoveryCodes(codes)
                json.member("knownDevice", known.text(secret))
                json.endObject()
            }
        }
    }
}

/// What somebody wants to sign in with from now on.
private struct NewLogin: Sendable {
    var email: EmailAddress
    var password: String
    /// Of the owner, where a provider vouches for the account already.
    var proof: FreshProof
}

extension JSONReader {
    fileprivate mutating func readNewLogin() throws(WireError) -> NewLogin {
        let start = offset
        try beginObject()
        var members = JSONMembers()
        var email: EmailAddress?
        var (password, newPassword): (String?, String?)
        var proof = FreshProof()
        while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.email): email = try readEmail()
            case .field(.password): password = try takeNull() ? nil : readString()
            case .field(.newPassword): newPassword = try takeNull() ? nil : readString()
            case .field(.proof): proof = try takeNull() ? FreshProof() : readFreshProof()
            case .unknown: try passUnknown()
            case .end:
                guard let email else { throw missing("email", ofObjectAt: start) }
                guard let chosen = newPassword ?? password else { throw missing("password", ofObjectAt: start) }
                return NewLogin(email: email, password: chosen, proof: proof)
            }
        }
    }
}

private enum Member: Int, CaseIterable {
    case email, password, newPassword, proof
    static let names = JSONNames<Member>("email password newPassword proof")
}
