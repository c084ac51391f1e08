import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// The sign-ins under way in browsers, as the database keeps them.
struct SignInAttempts: Sendable {
    let database: Database

    /// One whose browser has just come back.
    struct Returned: Sendable {
        let provider: String
        let returnTo: String?
    }

    func begin(
        _ secrets: SignInSecrets, with provider: String, returningTo address: String?, linkingTo account: Identifier?,
        at now: Instant
    ) async throws -> Instant {
        let expiry = now.adding(seconds: SignInSecrets.lifetime)
        try await database.transaction { transaction in
            if let account {
                guard try await transaction.holds(account) else { throw Problem.unauthenticated }
            }
            try await transaction.commit(after: [
                """
                INSERT INTO sign_in_attempt (state_hash, provider, return_to, account_id, created_at, expires_at)
                VALUES (\(secrets.stateHash), \(provider), \(address as String?), \(account as Identifier?), \(now), \(expiry))
                """
            ])
        }
        return expiry
    }

    /// Takes a state, once. Nil for one that is unknown, was used or is too late.
    func takeBack(_ secrets: SignInSecrets, at now: Instant) async throws -> Returned? {
        let rows = try await database.write(
            """
            UPDATE sign_in_attempt SET returned_at = \(now)
            WHERE state_hash = \(secrets.stateHash) AND returned_at IS NULL AND expires_at > \(now)
            RETURNING provider, return_to
            """)
        guard let row = rows.first else { return nil }
        let (provider, returnTo) = try row.decode((String, String?).self)
        return Returned(provider: provider, returnTo: returnTo)
    }

    func record(_ voucher: Voucher, for secrets: SignInSecrets) async throws {
        try await database.write(
            """
            UPDATE sign_in_attempt SET issuer = \(voucher.identity.issuer), subject = \(voucher.identity.subject),
                client_id = \(voucher.refreshToken?.client as String?), refresh_token_sealed = \(voucher.refreshToken?.sealed as [UInt8]?)
            WHERE state_hash = \(secrets.stateHash)
            """)
    }

    /// Ends one that a provider has vouched for; it counts once. Nil for any other, and for one that somebody else
    /// began.
    func finish(_ secrets: SignInSecrets, linkingTo account: Identifier?, at now: Instant) async throws -> Voucher? {
        let rows = try await database.write(
            """
            DELETE FROM sign_in_attempt
            WHERE state_hash = \(secrets.stateHash) AND issuer IS NOT NULL AND expires_at > \(now)
                AND account_id IS NOT DISTINCT FROM \(account as Identifier?)
            RETURNING issuer, subject, client_id, refresh_token_sealed
            """)
        guard let row = rows.first else { return nil }
        let (issuer, subject, client, sealed) = try row.decode((String, String, String?, [UInt8]?).self)
        var voucher = Voucher(identity: Identity(issuer: issuer, subject: subject))
        if let client, let sealed { voucher.refreshToken = SealedRefreshToken(client: client, sealed: sealed) }
        return voucher
    }
}

/// A provider's statement who somebody is.
struct Voucher: Sendable {
    let identity: Identity
    var refreshToken: SealedRefreshToken?
}

/// Kept only so that it can be revoked when the account goes.
package struct SealedRefreshToken: Sendable {
    /// Who we were to the provider when it gave the token.
    let client: String
    let sealed: [UInt8]

    package init(client: String, sealed: [UInt8]) {
        self.client = client
        self.sealed = sealed
    }

    init(_ token: String, of client: String, at issuer: String, _ secret: SecretKey) {
        self.init(
            client: client,
            sealed: secret.seal(Array(token.utf8), for: .refreshToken, at: Self.place(issuer, client)))
    }

    package func open(at issuer: String, _ secret: SecretKey) -> String? {
        secret.open(sealed, for: .refreshToken, at: Self.place(issuer, client)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The same token sealed with another key; nil where this one did not seal it.
    package func sealedAgain(at issuer: String, _ old: SecretKey, with next: SecretKey) -> [UInt8]? {
        open(at: issuer, old).map { SealedRefreshToken($0, of: client, at: issuer, next).sealed }
    }

    private static func place(_ issuer: String, _ client: String) -> [UInt8] { Array("\(issuer) \(client)".utf8) }
}
