import DaybookCore
import DaybookHost
import DaybookStore
import HTTP

/// `POST /v1/account/claim` with an email and a password adds a login to the account. An account with an identity or
/// a passkey needs a fresh proof, or somebody who found a phone could give themselves access.
///
/// 201 with the login, the recovery codes (told only here) and what makes this device known. 409 where the account has
/// a login or the email belongs to another one, 422 for a weak password.
struct ClaimAccount: Sendable {
    let signIn: SignIn
    let owner: OwnerCheck

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let body = try await request.document(NewLogin.init)
        try await owner.demandIfWithoutLogin(body.proof, of: principal.account)
        let codes = try await signIn.claim(principal, body.email, body.password, at: request.client.address)
        let known = KnownDevice(account: principal.account, device: principal.device)
        return .secret(.created) { json in
            json.member("email", body.email.text)
            json.recoveryCodes(codes)
            json.member("knownDevice", known.text(signIn.secret))
        }
    }
}

/// What somebody wants to sign in with from now on.
private struct NewLogin: Sendable {
    let email: EmailAddress
    let password: String
    /// By the owner, if the account already has an identity or a passkey.
    let proof: FreshProof

    init(_ reader: inout JSONReader) throws(WireError) {
        let start = reader.offset
        var email: EmailAddress?
        var (password, newPassword): (String?, String?)
        var proof = FreshProof()
        try reader.readObject { reader, name throws(WireError) in
            switch name {
            case "email": email = try reader.readEmail()
            case "password": password = try reader.takeNull() ? nil : reader.readString()
            case "newPassword": newPassword = try reader.takeNull() ? nil : reader.readString()
            case "proof": proof = try reader.takeNull() ? FreshProof() : FreshProof(&reader)
            default: return false
            }
            return true
        }
        guard let email else { throw reader.missing("email", ofObjectAt: start) }
        guard let chosen = newPassword ?? password else { throw reader.missing("password", ofObjectAt: start) }
        self.email = email
        self.password = chosen
        self.proof = proof
    }
}
