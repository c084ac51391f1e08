import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/login` with an email and a password or a recovery code. With `merge` and the token of an account without a
/// login, that account's data are merged and its device stays the same.
///
/// 200 with account, device and token, as when an account is created. 401 where email and proof do not fit together,
/// and where the account asks for a code as well, 403 where the account is disabled, 429 and 503 with Retry-After where
/// it has to wait.
struct LogIn: Sendable {
    let login: Login
    /// Takes the account of the token, which is the request's, along into another one.
    let merge: @Sendable (PresentedToken?, _ into: Identifier) async throws -> EnteredAccount

    func answer(_ request: Request) async throws -> Response {
        try request.requireJSON()
        let attempt = try await request.document(LoginAttempt.init)
        let owner = try await login.owner(attempt, at: request.client.address)
        guard attempt.merges else { return try await login.enter(owner, attempt.deviceName).response(login.secret) }
        let entered = try await merge(request.presentedToken, owner.account)
        try await login.trust(entered.session.device.id, owner)
        return entered.response(login.secret)
    }
}

extension EnteredAccount {
    /// The answer to a device that has logged in.
    func response(_ secret: SecretKey) -> Response {
        .secret { json in
            json.entryMembers(
                standing.account, standing.createdAt, isClaimed: standing.isClaimed, isDemo: standing.isDemo, session)
            json.member("knownDevice", KnownDevice(account: standing.account, device: session.device.id).text(secret))
        }
    }
}
