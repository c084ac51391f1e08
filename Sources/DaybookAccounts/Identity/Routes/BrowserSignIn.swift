import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/identity/{provider}/authorization` begins a sign-in in a browser, and
/// `POST /v1/account/identities/{provider}/authorization` begins to link an identity there.
///
/// 201 with the `url` to open there and the `attempt`, which the client keeps for itself. With `returnTo` the browser
/// ends up there with `?code=` or `?error=`, without it on a page that shows the code. 422 for an address that is not
/// allowed.
struct BeginInBrowser: Sendable {
    let identities: Identities

    func answer(_ request: Request) async throws -> Response { try await begin(request, linkingTo: nil) }

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try await begin(request, linkingTo: principal.account)
    }

    private func begin(_ request: Request, linkingTo account: Identifier?) async throws -> Response {
        let vouching = identities.vouching
        let connection = try identities.connection(of: request)
        let body = try await request.optionalDocument(SignInBody.init) ?? SignInBody()
        if let address = body.returnTo, !vouching.maySend(to: address) { throw Problem(.returnAddressNotAllowed) }
        try await identities.throttled(request)
        let secrets = SignInSecrets(vouching.secret)
        let address = try await identities.asking { try await vouching.authorizationAddress(secrets, at: connection) }
        let expiry = try await identities.attempts.begin(
            secrets, with: connection.provider.name, returningTo: body.returnTo, linkingTo: account,
            at: identities.now)
        return .secret(.created) { json in
            json.member("url", address)
            json.member("attempt", secrets.attempt)
            json.member("expiresAt", expiry)
        }
    }
}

/// `POST /v1/identity/session` with `attempt` and `code` signs in the person who came back, as for a native app.
///
/// 200 or 201 with account, device and token. 410 for an attempt that is over, 403 for a wrong code.
struct EndInBrowser: Sendable {
    let identities: Identities

    func answer(_ request: Request) async throws -> Response {
        let body = try await request.document(CompletionBody.init)
        try await identities.throttled(request)
        let voucher = try await identities.finish(body.attempt, body.code, linkingTo: nil)
        return try await identities.enter(voucher, body.members.new, at: request.client.address)
    }
}
