import DaybookCore
import DaybookHost
import HTTP

extension Identities {
    /// `GET /v1/identity/providers`: what there is to sign in with.
    func addProviders(to routes: inout Routes) {
        routes.get("/v1/identity/providers") { [self] _ in
            .document { json in
                json.beginObject()
                json.name("providers")
                json.array(vouching.connections) { $0.provider($1.provider) }
                json.endObject()
            }
        }
    }

    /// `POST /v1/identity/nonce`: 201 with a nonce to be put into a request for an identity token.
    ///
    /// `POST /v1/identity/{provider}/token` lets in whoever the token speaks of: 200 with account, device and token, or
    /// 201 where the identity had no account yet. 403 with a `reason` for a token that proves nothing; nothing is
    /// changed then, but its nonce may be used up.
    func addNativeSignIn(to routes: inout Routes) {
        routes.post("/v1/identity/nonce") { [self] _ in
            let nonce = Nonces(secret: vouching.secret).issue(at: now)
            return .secret(.created) { json in
                json.beginObject()
                json.member("nonce", nonce.text)
                json.member("expiresAt", nonce.expiresAt)
                json.endObject()
            }
        }
        routes.post("/v1/identity/:provider/token") { [self] request in
            let connection = try connection(of: request)
            let (token, body) = try await request.document { reader throws(WireError) in try reader.readTokenBody() }
            try await throttled(request)
            let voucher = try await voucher(forToken: token, code: body.authorizationCode, at: connection)
            return try await enter(voucher, body.new, at: request.client.address)
        }
    }

    func voucher(forToken token: String, code: String?, at connection: ProviderConnection) async throws -> Voucher {
        try await asking {
            try await vouching.vouch(forToken: token, code: code, at: connection, in: database).get()
        }
    }
}

extension JSONWriter {
    fileprivate mutating func provider(_ provider: Provider) {
        beginObject()
        member("name", provider.name)
        member("title", provider.title)
        member("issuer", provider.issuer.text)
        endObject()
    }
}
