import DaybookCore
import DaybookHost

/// What the token endpoint gave for a code.
struct IssuedTokens: Sendable {
    let identityToken: String
    let refreshToken: String?
}

extension ProviderConnection {
    /// Exchanges a code for tokens (RFC 6749, 4.1.3). The provider compares the verifier with the challenge that the
    /// browser brought, so a code taken from another sign-in is worth nothing here.
    func exchange(
        code: String, as client: String, verifier: String?, redirect: String?, at now: Instant
    ) async throws(ProviderTrouble) -> IssuedTokens {
        var form = [("grant_type", "authorization_code"), ("code", code)]
        if let redirect { form.append(("redirect_uri", redirect)) }
        if let verifier { form.append(("code_verifier", verifier)) }
        let metadata = try await metadata(at: now)
        let answer = try await post(form, to: metadata.tokenEndpoint, metadata, as: client, at: now)
        let json = try? JSONValue(json: answer.body)
        guard answer.status == 200 else {
            if answer.status >= 500 { throw .unreachable }
            // Everything else a token endpoint complains about is a mistake in how we are set up.
            throw json?["error"] == "invalid_grant" ? .refused : .unusable(.client)
        }
        guard let token = json?["id_token"]?.text else { throw .unusable(.tokens) }
        return IssuedTokens(identityToken: token, refreshToken: json?["refresh_token"]?.text)
    }

    /// Takes a refresh token out of force (RFC 7009).
    func revoke(refreshToken: String, of client: String, at now: Instant) async throws(ProviderTrouble) {
        let metadata = try await metadata(at: now)
        guard let endpoint = metadata.revocationEndpoint else { throw .unusable(.noRevocation) }
        let form = [("token", refreshToken), ("token_type_hint", "refresh_token")]
        let answer = try await post(form, to: endpoint, metadata, as: client, at: now)
        guard answer.status == 200 else { throw answer.status >= 500 ? .unreachable : .unusable(.client) }
    }

    private func post(
        _ items: [(String, String)], to endpoint: WebAddress, _ metadata: ProviderMetadata, as client: String,
        at now: Instant
    ) async throws(ProviderTrouble) -> Outbound.Answer {
        var form = items
        var authorization: String?
        switch provider.credentials {
        case .none: form.append(("client_id", client))
        case .secret(let secret) where metadata.takesSecretInForm:
            form += [("client_id", client), ("client_secret", secret)]
        case .secret(let secret):
            let pair = FormText.escape(client) + ":" + FormText.escape(secret)
            authorization = "Basic " + Base64URL.encodePadded(Array(pair.utf8))
        case .apple(let key):
            guard let proof = key.clientSecret(for: client, to: provider.issuer.text, at: now) else {
                throw .unusable(.signingKey)
            }
            form += [("client_id", client), ("client_secret", proof)]
        }
        return try await outbound.asking { () async throws(Outbound.Trouble) in
            try await outbound.post(endpoint.text, form: form, authorization: authorization)
        }
    }
}

extension AppleKey {
    /// The token that stands for a client secret at Apple. It is made for each request and good for five minutes.
    func clientSecret(for client: String, to issuer: String, at now: Instant) -> String? {
        let seconds = now.milliseconds / 1000
        let header: JSONValue = .object([JSONMember("alg", "ES256"), JSONMember("kid", .string(name))])
        let claims: JSONValue = .object([
            JSONMember("iss", .string(team)), JSONMember("iat", .integer(seconds)),
            JSONMember("exp", .integer(seconds + 300)), JSONMember("aud", .string(issuer)),
            JSONMember("sub", .string(client)),
        ])
        let signed = Base64URL.encode(header.json) + "." + Base64URL.encode(claims.json)
        return Signatures.sign(Array(signed.utf8), withPEM: pem, .es256).map { signed + "." + Base64URL.encode($0) }
    }
}

extension Base64URL {
    /// The older alphabet with padding, for the field `authorization`.
    fileprivate static func encodePadded(_ bytes: [UInt8]) -> String {
        let text = encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }
}
