import DaybookCore
import DaybookHost
import HTTP

extension Identities {
    /// `POST /v1/identity/{provider}/authorization` begins a sign-in in a browser: 201 with the `url` to open there and
    /// the `attempt`, which the client keeps for itself. With `returnTo` the browser ends up there with `?code=` or
    /// `?error=`, without it on a page that shows the code. 422 for an address that is not allowed.
    ///
    /// `POST /v1/identity/session` with `attempt` and `code` lets in whoever came back: as for a native app. 410 for an
    /// attempt that is over, 403 for a wrong code.
    func addBrowserSignIn(to routes: inout Routes) {
        routes.post("/v1/identity/:provider/authorization") { [self] request in
            try await beginInBrowser(request, linkingTo: nil)
        }
        routes.post("/v1/identity/session") { [self] request in
            let (attempt, code, body) = try await request.document { reader throws(WireError) in
                try reader.readCompletionBody()
            }
            try await throttled(request)
            let voucher = try await finish(attempt, code, linkingTo: nil)
            return try await enter(voucher, body.new, at: request.client.address)
        }
    }

    func beginInBrowser(_ request: Request, linkingTo account: Identifier?) async throws -> Response {
        let connection = try connection(of: request)
        let body =
            try await request.optionalDocument { reader throws(WireError) in try reader.readSignInBody() }
            ?? SignInBody()
        if let address = body.returnTo, !vouching.maySend(to: address) { throw Problem(.returnAddressNotAllowed) }
        try await throttled(request)
        let secrets = SignInSecrets(vouching.secret)
        let address = try await asking { try await vouching.authorizationAddress(secrets, at: connection) }
        let expiry = try await attempts.begin(
            secrets, with: connection.provider.name, returningTo: body.returnTo, linkingTo: account, at: now)
        return .secret(.created) { json in
            json.beginObject()
            json.member("url", address)
            json.member("attempt", secrets.attempt)
            json.member("expiresAt", expiry)
            json.endObject()
        }
    }

    /// The provider's word on whoever came back, for the client that began and was shown the code.
    func finish(_ attempt: String, _ code: String, linkingTo account: Identifier?) async throws -> Voucher {
        let secrets = SignInSecrets(attempt: attempt, vouching.secret)
        guard secrets.accepts(code) else { throw Problem(.signInCodeWrong) }
        guard let voucher = try await attempts.finish(secrets, linkingTo: account, at: now) else {
            throw Problem(.signInOver)
        }
        return voucher
    }
}
