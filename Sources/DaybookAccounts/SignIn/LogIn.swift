import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/login` with an email and a password or a recovery code. With `merge` and the token of an account without a
/// login, that account's data are merged and its device stays the same.
///
/// 200 with account, device and token, as when an account is created; after a recovery code also how many passkeys
/// there are. 401 where email and proof do not fit together, and where the account asks for a code as well, 403 where
/// the account is disabled, 429 and 503 with Retry-After where it has to wait.
struct LogIn: Sendable {
    let login: Login
    let passkeys: Passkeys
    /// Takes the account of the token, which is the request's, along into another one.
    let merge: @Sendable (PresentedToken?, _ into: ProvenOwner) async throws -> EnteredAccount

    func answer(_ request: Request) async throws -> Response {
        try request.requireJSON()
        let attempt = try await request.document(LoginAttempt.init)
        let owner = try await login.owner(attempt, at: request.client.address)
        let entered: EnteredAccount
        if attempt.merges {
            entered = try await merge(request.presentedToken, owner)
            try await login.trust(entered.session.device.id, owner)
        } else {
            entered = try await login.enter(owner, attempt.deviceName)
        }
        // Who has forgotten the password, or had it found out, is told who else may get in.
        guard case .recoveryCode = attempt.proof else { return entered.response(login.secret) }
        return entered.response(login.secret, passkeys: try await passkeys.all(of: owner.account).count)
    }
}

extension EnteredAccount {
    /// The answer to a device that has logged in.
    func response(_ secret: SecretKey, passkeys: Int? = nil) -> Response {
        .secret { json in
            json.entryMembers(
                standing.account, standing.createdAt, isClaimed: standing.isClaimed, isDemo: standing.isDemo, session)
            json.member("knownDevice", KnownDevice(account: standing.account, device: session.device.id).text(secret))
            if let passkeys { json.member("passkeys", passkeys) }
        }
    }
}
