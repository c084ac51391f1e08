import DaybookCore
import DaybookHost
import HTTP

/// `GET /v1/identity/providers`: 200 with what there is to sign in with.
struct ReadProviders: Sendable {
    let vouching: Vouching
    let passkeys: Passkeys

    func answer(_: Request) -> Response {
        .object { json in
            // Browsers make and show them on pages of this origin alone.
            json.member("passkeys", passkeys.party?.origin)
            json.objects("providers", vouching.connections.map(\.provider)) { json, provider in
                json.member("name", provider.name)
                json.member("title", provider.title)
                json.member("issuer", provider.issuer.text)
            }
        }
    }
}

/// `POST /v1/identity/nonce`: 201 with a nonce to be put into a request for an identity token.
struct MakeNonce: Sendable {
    let vouching: Vouching

    func answer(_: Request) -> Response {
        let nonce = Nonces(secret: vouching.secret).issue(at: vouching.now())
        return .secret(.created) { json in
            json.member("nonce", nonce.text)
            json.member("expiresAt", nonce.expiresAt)
        }
    }
}

/// `POST /v1/identity/{provider}/token` signs in the person whom a native app's token names.
///
/// 200 with account, device and token, or 201 where the identity had no account yet. 403 with a `reason` for a token
/// that proves nothing; nothing is changed then, but its nonce may be used up.
struct SignInByToken: Sendable {
    let identities: Identities

    func answer(_ request: Request) async throws -> Response {
        let connection = try identities.connection(of: request)
        let body = try await request.document(TokenBody.init)
        try await identities.throttled(request)
        let voucher = try await identities.voucher(forToken: body.token, code: body.code, at: connection)
        return try await identities.enter(voucher, body.members.new, at: request.client.address)
    }
}
