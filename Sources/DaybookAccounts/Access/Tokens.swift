import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

/// The tokens of accounts. Every one belongs to a device, which is the author of what is done with it; a token made for
/// an app gets a device of its own, with the app's name.
package struct Tokens: Sendable {
    let database: Database
    let announcements: Announcements
    let sessions: Sessions
    /// How long the secret before a rotation counts on, unless the new one is seen in use before.
    let rotationGrace: Duration

    /// The oldest first. One that is renewed again and again expires once nobody renews it.
    package func list(of account: Identifier) async throws -> [TokenOverview] {
        let rows = try await database.read(
            of: account,
            """
            SELECT token.token_id, token.label, token.scope, token.device_id, device.name, token.created_at,
                token.last_used_at, coalesce(granted.ends_at, token.expires_at)
            FROM token JOIN device USING (account_id, device_id)
            LEFT JOIN assistant_grant AS granted
                ON granted.account_id = token.account_id AND granted.token_id = token.token_id
            WHERE token.account_id = \(account) ORDER BY token.created_at, token.token_id
            """)
        return try rows.compactMap { try TokenOverview($0) }
    }

    /// Makes a token for an app. Throws the problem where the account has as many devices as it may, or where whoever
    /// asks was sent away meanwhile; nobody asks where the operator does it.
    package func create(
        _ wish: NewToken, of account: Identifier, for asking: Principal? = nil, now: Instant = .now()
    ) async throws -> (token: TokenOverview, text: String) {
        let device = Device(id: .random(), name: wish.label, createdAt: now)
        let id = Identifier.random()
        let secret = wish.scope == .caldav ? IssuedSecret.password() : IssuedSecret.token(of: account, id)
        let overview = TokenOverview(
            id: id, label: wish.label.text, scope: wish.scope, device: device.id, deviceName: wish.label.text,
            createdAt: now, lastUsedAt: now, expiresAt: wish.expiresAt)
        try await database.transaction(of: account) { transaction in
            try await asking?.demandStanding(in: transaction)
            try await sessions.begin(device, of: account, in: transaction)
            var statements = [Self.insertion(overview, of: account, secretHash: secret.hash)]
            if wish.scope == .caldav {
                statements.append(
                    """
                    INSERT INTO app_password (secret_hash, account_id, token_id)
                    VALUES (\(secret.hash), \(account), \(id))
                    """)
            }
            try await transaction.commit(after: statements)
        }
        return (overview, secret.text)
    }

    /// Stores a token that is made for an app. Its device is there already.
    static func insertion(_ token: TokenOverview, of account: Identifier, secretHash: [UInt8]) -> Query {
        """
        INSERT INTO token
            (account_id, token_id, device_id, scope, label, secret_hash, created_at, last_used_at, expires_at)
        VALUES (\(account), \(token.id), \(token.device), \(token.scope.rawValue), \(token.label as String?),
            \(secretHash), \(token.createdAt), \(token.lastUsedAt), \(token.expiresAt as Instant?))
        """
    }

    /// Takes a token back, and its device where it was the last of that. Says whether there was one; throws where
    /// whoever asks was sent away meanwhile.
    package func revoke(
        _ token: Identifier, of account: Identifier, for asking: Principal? = nil, now: Instant = .now()
    ) async throws -> Bool {
        let device = try await database.transaction(of: account) { transaction -> Identifier? in
            try await asking?.demandStanding(in: transaction)
            let rows = try await transaction.run(
                "DELETE FROM token WHERE account_id = \(account) AND token_id = \(token) RETURNING device_id")
            guard let device = try rows.first?.decode(0, as: Identifier.self) else { return nil }
            try await transaction.run(
                PendingEntries.removal(of: account, openedBy: .one(device)) + [
                    """
                    UPDATE device SET revoked_at = \(now)
                    WHERE account_id = \(account) AND device_id = \(device) AND revoked_at IS NULL AND NOT EXISTS (
                        SELECT 1 FROM token WHERE account_id = \(account) AND device_id = \(device))
                    """,
                    "DELETE FROM app_password WHERE account_id = \(account) AND token_id = \(token)",
                    "DELETE FROM trusted_device WHERE account_id = \(account) AND device_id = \(device)",
                    RevocationLog.entry(account, device: device, now),
                ])
            return device
        }
        guard let device else { return false }
        announcements.revoked(device, of: account)
        return true
    }

    /// Gives a token a new secret. The one it was asked with stays good until the new one is seen in use, and no longer
    /// than the grace: a device whose answer was lost asks again with what it has, and gets another. Nil where the
    /// secret does not count any more.
    func rotate(_ presented: TokenText, now: Instant = .now()) async throws -> (token: TokenText, priorUntil: Instant)?
    {
        let (new, old) = (TokenText(account: presented.account, token: presented.token), presented.secretHash)
        let end = now.adding(milliseconds: rotationGrace.milliseconds)
        // Asked with the secret before, the new one never arrived: it is replaced, and the grace goes on as it began.
        let rows = try await database.write(
            of: presented.account,
            """
            UPDATE token SET secret_hash = \(new.secretHash), prior_secret_hash = \(old),
                prior_until = CASE WHEN secret_hash = \(old) THEN \(end) ELSE prior_until END
            WHERE account_id = \(presented.account) AND token_id = \(presented.token)
                AND (secret_hash = \(old) OR prior_secret_hash = \(old) AND prior_until > \(now))
            RETURNING prior_until
            """)
        guard let until = try rows.first?.decode(0, as: Instant.self) else { return nil }
        return (new, until)
    }
}

/// A secret that has just been made: the text for the caller, and what is stored of it.
private struct IssuedSecret {
    let text: String
    let hash: [UInt8]

    static func token(of account: Identifier, _ id: Identifier) -> IssuedSecret {
        let token = TokenText(account: account, token: id)
        return IssuedSecret(text: token.text, hash: token.secretHash)
    }

    static func password() -> IssuedSecret {
        let password = AppPassword()
        return IssuedSecret(text: password.text, hash: password.hash)
    }
}
