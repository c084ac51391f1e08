import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// Finds out from the database whose a token is.
struct TokenLookup: Sendable {
    let database: Database

    /// Nil for a token that does not count: unknown, expired, revoked, of another secret, of an account that is
    /// disabled or being deleted.
    func find(_ presented: PresentedToken, now: Instant = .now()) async throws -> KnownToken? {
        guard let address = presented.address else { return try await find(appPassword: presented.secret, now) }
        return try await find(address, hash: Sodium.hash(presented.secret.bytes), now)
    }

    private func find(appPassword secret: PresentedToken.Secret, _ now: Instant) async throws -> KnownToken? {
        let rows = try await database.read(
            "SELECT account_id, token_id FROM app_password WHERE secret_hash = \(secret.bytes)")
        guard let row = rows.first else { return nil }
        let (account, token) = try row.decode((Identifier, Identifier).self)
        return try await find(PresentedToken.Address(account: account, token: token), hash: secret.bytes, now)
    }

    private func find(_ address: PresentedToken.Address, hash: [UInt8], _ now: Instant) async throws -> KnownToken? {
        let rows = try await database.read(
            of: address.account,
            """
            SELECT token.device_id, token.scope, token.secret_hash, token.expires_at, token.last_used_at,
                token.prior_secret_hash, token.prior_until
            FROM token JOIN device USING (account_id, device_id) JOIN account USING (account_id)
            WHERE token.account_id = \(address.account) AND token.token_id = \(address.token)
                AND device.revoked_at IS NULL AND account.disabled_at IS NULL AND account.deleting_at IS NULL
                AND (token.expires_at IS NULL OR token.expires_at > \(now))
            """)
        guard let row = rows.first else { return nil }
        let (device, scope, current, expiresAt, lastUsedAt, prior, priorUntil) = try row.decode(
            (Identifier, String, [UInt8], Instant?, Instant, [UInt8]?, Instant?).self)
        guard let scope = TokenScope(rawValue: scope) else { return nil }
        var end = expiresAt
        if Sodium.equal(current, hash) {
            // The new secret has arrived: the one before it is not needed any more.
            if prior != nil { try await endRotation(of: address, to: hash) }
        } else if let prior, let priorUntil, priorUntil > now, Sodium.equal(prior, hash) {
            end = min(expiresAt ?? priorUntil, priorUntil)
        } else {
            return nil
        }
        return KnownToken(
            principal: Principal(account: address.account, device: device, token: address.token, scope: scope),
            remaining: end.map { .milliseconds($0.milliseconds - now.milliseconds) },
            useIsDue: now.milliseconds - lastUsedAt.milliseconds >= TokenCache.usePrecision.milliseconds)
    }

    private func endRotation(of address: PresentedToken.Address, to hash: [UInt8]) async throws {
        try await database.write(
            of: address.account,
            """
            UPDATE token SET prior_secret_hash = NULL, prior_until = NULL
            WHERE account_id = \(address.account) AND token_id = \(address.token) AND secret_hash = \(hash)
            """)
    }
}
