import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// What people have let assistants in with. A grant is one row through all of its life: a code for a minute, and once
/// that was exchanged a device, a token for an hour at a time, and a refresh token that is another after each use.
///
/// All that is given out names account and grant, so that it is found within the account; of the secrets in it, digests
/// are stored.
struct AssistantGrants: Sendable {
    let database: Database
    let sessions: Sessions
    let devices: Devices
    let secret: SecretKey
    /// How long a refresh token that was used counts on, unless what it was used for is seen in use before.
    let rotationGrace: Duration

    static let codePrefix = "daybook_code_"
    static let refreshPrefix = "daybook_refresh_"

    static let codeLifetime: Int64 = 60_000
    static let accessLifetime: Int64 = 3_600_000
    /// One that is not used for so long is over.
    static let refreshLifetime: Int64 = 90 * Instant.dayLength

    struct Entry: Sendable {
        let access: TokenText
        let refresh: TokenText
        let scope: TokenScope
        /// How long the first of these is good for, in milliseconds.
        var lifetime = AssistantGrants.accessLifetime
    }

    /// A person has said yes: the code that the browser takes to the client. Throws the problem where nobody may come
    /// in at the moment.
    func begin(
        _ asked: AuthorizationRequest, _ scope: TokenScope, for owner: ProvenOwner, now: Instant = .now()
    ) async throws -> TokenText {
        let account = owner.account
        let code = TokenText(account: account, token: .random())
        try await database.transaction(of: account) { transaction in
            _ = try await EnteredAccount.Standing.load(account, in: transaction)
            try await owner.demand(in: transaction)
            try await transaction.commit(after: [
                // Codes that nobody came for.
                "DELETE FROM assistant_grant WHERE account_id = \(account) AND device_id IS NULL AND ends_at < \(now)",
                """
                INSERT INTO assistant_grant (account_id, grant_id, client_hash, redirect_hash, resource_hash, challenge,
                    code_hash, created_at, ends_at)
                VALUES (\(account), \(code.token), \(asked.client.hash), \(Self.hash(asked.way.redirect.text)),
                    \(Self.hash(asked.resource)), \(asked.challenge), \(code.hash(for: scope)), \(now),
                    \(now.adding(milliseconds: Self.codeLifetime)))
                """,
            ])
        }
        return code
    }

    // MARK: With a code

    /// What a client sends along with a code.
    struct Exchange: Sendable {
        let client: AssistantClient
        /// Nil where it was left out.
        let redirect: String?
        let resource: String?
        let verifier: String
    }

    private enum Outcome {
        case entered(Entry)
        case refused
        /// It was used before by somebody who had all that belongs to it, and now again.
        case replayed(Identifier)
    }

    /// Lets a device in with a code, once. Throws the refusal where the code is not good for that.
    func enter(_ code: TokenText, _ exchange: Exchange, now: Instant = .now()) async throws -> Entry {
        let account = code.account
        let outcome = try await database.transaction(of: account) { transaction -> Outcome in
            let rows = try await transaction.run(
                """
                SELECT client_hash, redirect_hash, resource_hash, challenge, code_hash, ends_at, device_id
                FROM assistant_grant WHERE account_id = \(account) AND grant_id = \(code.token) FOR UPDATE
                """)
            guard let row = rows.first else { return .refused }
            let (client, redirect, resource, challenge, hash, end, used) = try row.decode(
                ([UInt8], [UInt8], [UInt8], [UInt8], [UInt8], Instant, Identifier?).self)
            guard let scope = TokenScope.ofAssistants.first(where: { Sodium.equal(hash, code.hash(for: $0)) }),
                Sodium.equal(client, exchange.client.hash),
                exchange.redirect.map({ Sodium.equal(redirect, Self.hash($0)) }) ?? true,
                exchange.resource.map({ Sodium.equal(resource, Self.hash($0)) }) ?? true,
                Sodium.equal(challenge, Sodium.sha256(Array(exchange.verifier.utf8)))
            else { return .refused }
            if let used { return .replayed(used) }
            guard end > now else { return .refused }
            return .entered(try await enter(code, scope, exchange.client, now, in: transaction))
        }
        return try await settle(outcome, of: account)
    }

    private func enter(
        _ code: TokenText, _ scope: TokenScope, _ client: AssistantClient, _ now: Instant,
        in transaction: Transaction
    ) async throws -> Entry {
        let account = code.account
        _ = try await EnteredAccount.Standing.load(account, in: transaction)
        let device = Device(id: .random(), name: client.deviceName, createdAt: now)
        let entry = Entry(
            access: TokenText(account: account, token: .random()),
            refresh: TokenText(account: account, token: code.token), scope: scope)
        let token = TokenOverview(
            id: entry.access.token, label: device.name.text, scope: scope, device: device.id,
            deviceName: device.name.text, createdAt: now, lastUsedAt: now,
            expiresAt: now.adding(milliseconds: Self.accessLifetime))
        try await sessions.begin(device, of: account, in: transaction)
        try await transaction.commit(after: [
            Tokens.insertion(token, of: account, secretHash: entry.access.secretHash),
            """
            UPDATE assistant_grant SET device_id = \(device.id), token_id = \(token.id),
                family_hash = \(entry.refresh.familyHash), refresh_hash = \(entry.refresh.secretHash),
                ends_at = \(now.adding(milliseconds: Self.refreshLifetime))
            WHERE account_id = \(account) AND grant_id = \(code.token)
            """,
        ])
        return entry
    }

    // MARK: With a refresh token

    /// Another token, and another refresh token. One that was used already is in two hands, and nobody knows in which
    /// it should be: the device is let in no longer.
    ///
    /// But for a client whose answer was lost: it has nothing else to ask with, and gets the same answer again. Nothing
    /// of it is stored, since it follows from the refresh token, for whoever has the server's key. Once what it holds
    /// is seen in use it has arrived, and nobody is answered so any more.
    func refresh(
        _ token: TokenText, _ client: AssistantClient, _ resource: String?, now: Instant = .now()
    ) async throws -> Entry {
        let account = token.account
        let outcome = try await database.transaction(of: account) { transaction -> Outcome in
            guard let grant = try await standing(token, in: transaction), Sodium.equal(grant.client, client.hash),
                resource.map({ Sodium.equal(grant.resource, Self.hash($0)) }) ?? true
            else { return .refused }
            let (access, refresh) = (token.access(grant.token, secret), token.successor(secret))
            guard Sodium.equal(grant.refresh, token.secretHash) else {
                guard Sodium.equal(grant.refresh, refresh.secretHash),
                    let (end, scope) = try await unused(grant.token, renewedWith: token, now, in: transaction)
                else { return .replayed(grant.device) }
                _ = try await EnteredAccount.Standing.load(account, in: transaction)
                return .entered(
                    Entry(
                        access: access, refresh: refresh, scope: scope, lifetime: end.milliseconds - now.milliseconds))
            }
            guard grant.end > now else { return .refused }
            _ = try await EnteredAccount.Standing.load(account, in: transaction)
            let changed = try await transaction.run([
                // What is forgotten once the new secret is used: here what it was asked for with.
                """
                UPDATE token SET secret_hash = \(access.secretHash), prior_secret_hash = \(token.priorHash),
                    prior_until = \(now.adding(milliseconds: rotationGrace.milliseconds)),
                    expires_at = \(now.adding(milliseconds: Self.accessLifetime))
                WHERE account_id = \(account) AND token_id = \(grant.token) RETURNING scope
                """,
                """
                UPDATE assistant_grant SET refresh_hash = \(refresh.secretHash),
                    ends_at = \(now.adding(milliseconds: Self.refreshLifetime))
                WHERE account_id = \(account) AND grant_id = \(token.token)
                """,
            ])
            guard let scope = try changed[0].first.flatMap({ TokenScope(rawValue: try $0.decode(0, as: String.self)) })
            else { return .refused }
            return .entered(Entry(access: access, refresh: refresh, scope: scope))
        }
        return try await settle(outcome, of: account)
    }

    private struct Standing {
        let client: [UInt8]
        let resource: [UInt8]
        let refresh: [UInt8]
        let end: Instant
        let device: Identifier
        let token: Identifier
    }

    /// When a token ends, and its scope, that was renewed with this refresh token a short while ago, if nobody has used
    /// it since. A statement of its own, behind the grant's lock: what it waited for has changed the token.
    private func unused(
        _ id: Identifier, renewedWith token: TokenText, _ now: Instant, in transaction: Transaction
    ) async throws -> (end: Instant, scope: TokenScope)? {
        let rows = try await transaction.run(
            """
            SELECT expires_at, scope FROM token
            WHERE account_id = \(token.account) AND token_id = \(id) AND prior_secret_hash = \(token.priorHash)
                AND prior_until > \(now) AND expires_at > \(now)
            """)
        guard let (end, scope) = try rows.first?.decode((Instant, String).self), let scope = TokenScope(rawValue: scope)
        else { return nil }
        return (end, scope)
    }

    /// The grant that a refresh token is, or was, of; nil for one that somebody made up, and where the device is out.
    private func standing(_ token: TokenText, in transaction: Transaction) async throws -> Standing? {
        let account = token.account
        let rows = try await transaction.run(
            """
            SELECT granted.client_hash, granted.resource_hash, granted.family_hash, granted.refresh_hash,
                granted.ends_at, granted.device_id, granted.token_id
            FROM assistant_grant AS granted JOIN device USING (account_id, device_id)
            WHERE granted.account_id = \(account) AND granted.grant_id = \(token.token) AND device.revoked_at IS NULL
            FOR UPDATE OF granted
            """)
        guard let row = rows.first else { return nil }
        let (client, resource, family, refresh, end, device, id) = try row.decode(
            ([UInt8], [UInt8], [UInt8], [UInt8], Instant, Identifier, Identifier).self)
        guard Sodium.equal(family, token.familyHash) else { return nil }
        return Standing(client: client, resource: resource, refresh: refresh, end: end, device: device, token: id)
    }

    /// Ends what must end, outside of the transaction that found it out.
    private func settle(_ outcome: Outcome, of account: Identifier) async throws -> Entry {
        switch outcome {
        case .entered(let entry): return entry
        case .refused: throw OAuthRefusal.badGrant
        case .replayed(let device):
            _ = try await devices.revoke(device, of: account)
            throw OAuthRefusal.badGrant
        }
    }

    // MARK: Giving it back

    /// Whose token it is.
    private struct Found {
        let account: Identifier
        let device: Identifier
        let client: [UInt8]
    }

    /// The client gives back what it has, by its refresh token or the one it comes in with, and its device is let in no
    /// longer. What is unknown or over already changes nothing. Throws the refusal for what is another client's.
    func revoke(_ text: String, _ client: AssistantClient) async throws {
        let found: Found?
        if let token = TokenText(text, prefix: Self.refreshPrefix) {
            found = try await database.transaction(of: token.account) { transaction in
                try await standing(token, in: transaction).map {
                    Found(account: token.account, device: $0.device, client: $0.client)
                }
            }
        } else if let token = TokenText(text) {
            let rows = try await database.read(
                of: token.account,
                """
                SELECT token.secret_hash, granted.device_id, granted.client_hash
                FROM assistant_grant AS granted JOIN token USING (account_id, token_id)
                WHERE granted.account_id = \(token.account) AND granted.token_id = \(token.token)
                """)
            found = try rows.first.flatMap { row in
                let (hash, device, client) = try row.decode(([UInt8], Identifier, [UInt8]).self)
                guard Sodium.equal(hash, token.secretHash) else { return nil }
                return Found(account: token.account, device: device, client: client)
            }
        } else {
            found = nil
        }
        guard let found else { return }
        guard Sodium.equal(found.client, client.hash) else { throw OAuthRefusal.badGrant }
        _ = try await devices.revoke(found.device, of: found.account)
    }

    private static func hash(_ text: String) -> [UInt8] { Sodium.sha256(Array(text.utf8)) }
}

extension TokenText {
    /// What a code is known by, which says what it lets in for: it is good for that alone.
    fileprivate func hash(for scope: TokenScope) -> [UInt8] {
        scope == .agent ? secretHash : Sodium.hash(secret + Array(scope.rawValue.utf8))
    }
}

/// A refresh token is of a family: half of its secret stays, and tells one that was used from one that was made up.
extension TokenText {
    fileprivate var familyHash: [UInt8] { Sodium.hash(Array(secret.prefix(16))) }

    /// What is kept of one that was used, beside the token that it was used for. By this hash nobody comes in.
    fileprivate var priorHash: [UInt8] { Sodium.sha256(secret) }

    /// Each use has one outcome. The words keep the two apart.
    fileprivate func successor(_ key: SecretKey) -> TokenText {
        let next = key.derive(.assistant, from: Array("refresh\n".utf8) + secret)
        return TokenText(account: account, token: token, secret: Array(secret.prefix(16) + next.prefix(16)))
    }

    fileprivate func access(_ id: Identifier, _ key: SecretKey) -> TokenText {
        TokenText(account: account, token: id, secret: key.derive(.assistant, from: Array("access\n".utf8) + secret))
    }
}
