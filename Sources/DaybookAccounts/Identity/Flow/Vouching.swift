import DaybookCore
import DaybookHost
import Postgres

/// The identity providers of this server, and how to ask them who somebody is.
struct Vouching: Sendable {
    let connections: [ProviderConnection]
    let returnTo: Set<String>
    /// Where providers send browsers back to.
    let callback: String
    let secret: SecretKey
    let now: @Sendable () -> Instant

    static let callbackPath = "/v1/identity/callback"

    init(
        _ file: ProviderFile, publicAddress: WebAddress?, secret: SecretKey, outbound: Outbound = Outbound(),
        now: @escaping @Sendable () -> Instant = { .now() }
    ) {
        connections = file.providers.map { ProviderConnection($0, outbound, now: now) }
        returnTo = Set(file.returnTo)
        callback = publicAddress?.appending(Self.callbackPath) ?? ""
        self.secret = secret
        self.now = now
    }

    func connection(named name: String?) -> ProviderConnection? { connections.first { $0.provider.name == name } }

    func connection(of issuer: String) -> ProviderConnection? {
        connections.first { $0.provider.issuer.text == issuer }
    }

    /// A code must only be sent to addresses that the operator listed, and to programs on the user's own machine, whose
    /// port changes (RFC 8252, 7.3).
    func maySend(to address: String) -> Bool {
        if returnTo.contains(address) { return true }
        guard let local = WebAddress(address), !local.isSecure else { return false }
        return local.origin.hasPrefix("http://127.0.0.1:") || local.origin.hasPrefix("http://[::1]:")
    }

    /// The page at the provider where somebody proves who they are.
    func authorizationAddress(
        _ secrets: SignInSecrets, at connection: ProviderConnection
    ) async throws(ProviderTrouble) -> String {
        var items = [
            ("response_type", "code"), ("client_id", connection.provider.clientID), ("redirect_uri", callback),
            ("state", secrets.state), ("nonce", secrets.nonce), ("code_challenge", secrets.challenge),
            ("code_challenge_method", "S256"),
        ]
        // Who somebody is is all we ask; Apple answers that without a scope, and has no answer in a query with one.
        if case .apple = connection.provider.credentials {} else { items.append(("scope", "openid")) }
        return try await connection.metadata(at: now()).authorizationEndpoint.adding(items)
    }

    /// Who the provider says the person is that brought this code through the browser.
    func vouch(
        forCode code: String, _ secrets: SignInSecrets, at connection: ProviderConnection
    ) async throws(ProviderTrouble) -> Result<Voucher, TokenRefusal> {
        let client = connection.provider.clientID
        let tokens = try await connection.exchange(
            code: code, as: client, verifier: secrets.verifier, redirect: callback, at: now())
        switch try await identity(in: tokens.identityToken, of: connection) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let (token, identity)):
            guard token.nonce == secrets.nonce else { return .failure(.nonce) }
            return .success(voucher(for: identity, tokens, of: client, at: connection))
        }
    }

    /// Whom a token speaks of that an app was given by the provider itself. Its nonce has to be one of ours, and counts
    /// once.
    func vouch(
        forToken text: String, code: String?, at connection: ProviderConnection, in database: Database
    ) async throws -> Result<Voucher, TokenRefusal> {
        let token: IdentityToken
        let identity: Identity
        switch try await self.identity(in: text, of: connection) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let proven): (token, identity) = proven
        }
        let nonces = Nonces(secret: secret)
        guard let nonce = token.nonce, let expiry = nonces.expiry(of: nonce, at: now()),
            try await nonces.use(nonce, expiringAt: expiry, in: database)
        else { return .failure(.nonce) }
        guard let code, connection.provider.keepsRefreshToken else { return .success(Voucher(identity: identity)) }
        let client = token.audience ?? connection.provider.clientID
        let tokens = try await connection.exchange(code: code, as: client, verifier: nil, redirect: nil, at: now())
        // A code of somebody else would attach their tokens to this account.
        guard case .success(let (_, other)) = try await self.identity(in: tokens.identityToken, of: connection),
            other == identity
        else { return .failure(.subject) }
        return .success(voucher(for: identity, tokens, of: client, at: connection))
    }

    private func identity(
        in text: String, of connection: ProviderConnection
    ) async throws(ProviderTrouble) -> Result<(IdentityToken, Identity), TokenRefusal> {
        let token: IdentityToken
        do throws(TokenRefusal) { token = try IdentityToken(text) } catch { return .failure(error) }
        return try await connection.identity(provenBy: token, at: now()).map { (token, $0) }
    }

    private func voucher(
        for identity: Identity, _ tokens: IssuedTokens, of client: String, at connection: ProviderConnection
    ) -> Voucher {
        guard connection.provider.keepsRefreshToken, let token = tokens.refreshToken else {
            return Voucher(identity: identity)
        }
        return Voucher(
            identity: identity, refreshToken: SealedRefreshToken(token, of: client, at: identity.issuer, secret))
    }
}
