import DaybookCore
import DaybookStore
import Postgres

/// Which identities lead to which account.
struct IdentityLinks: Sendable {
    let database: Database

    struct Link: Sendable {
        let id: Identifier
        let issuer: String
        let linkedAt: Instant
    }

    enum Linking: Sendable {
        case linked(Link)
        /// The identity belongs to another account.
        case taken
    }

    enum Unlinking: Sendable {
        case unlinked
        case unknown
        /// Without it nobody could sign in any more.
        case lastWayIn
    }

    func account(of identity: Identity) async throws -> Identifier? {
        try await database.read(
            "SELECT account_id FROM identity WHERE issuer = \(identity.issuer) AND subject = \(identity.subject)"
        ).first?.decode(0)
    }

    func all(of account: Identifier) async throws -> [Link] {
        let rows = try await database.read(
            of: account,
            """
            SELECT link_id, issuer, linked_at FROM identity_link WHERE account_id = \(account)
            ORDER BY linked_at, link_id
            """)
        return try rows.decode((Identifier, String, Instant).self).map { Link(id: $0, issuer: $1, linkedAt: $2) }
    }

    /// Leads the identity to the account of whoever asks, unless they were sent away meanwhile.
    func link(_ voucher: Voucher, for asking: Principal, at now: Instant) async throws -> Linking {
        try await database.transaction(of: asking.account) { transaction in
            let linking = try await Self.link(voucher, to: asking.account, at: now, in: transaction)
            try await asking.demandStanding(in: transaction)
            return linking
        }
    }

    /// Leads the identity to the account, unless it leads elsewhere already. In a transaction under the account's
    /// scope.
    static func link(
        _ voucher: Voucher, to account: Identifier, at now: Instant, in transaction: Transaction
    ) async throws -> Linking {
        let identity = voucher.identity
        // An update of nothing, so that the row is locked and told whoever wrote it.
        let owners = try await transaction.run(
            """
            INSERT INTO identity (issuer, subject, account_id)
            VALUES (\(identity.issuer), \(identity.subject), \(account))
            ON CONFLICT (issuer, subject) DO UPDATE SET account_id = identity.account_id
            RETURNING account_id
            """)
        guard try owners.first?.decode(0, as: Identifier.self) == account else { return .taken }
        let rows = try await transaction.run(
            """
            INSERT INTO identity_link (account_id, link_id, issuer, subject, linked_at, client_id, refresh_token_sealed)
            VALUES (\(account), \(Identifier.random()), \(identity.issuer), \(identity.subject), \(now),
                \(voucher.refreshToken?.client as String?), \(voucher.refreshToken?.sealed as [UInt8]?))
            ON CONFLICT (account_id, issuer, subject) DO UPDATE SET
                client_id = coalesce(excluded.client_id, identity_link.client_id),
                refresh_token_sealed = coalesce(excluded.refresh_token_sealed, identity_link.refresh_token_sealed)
            RETURNING link_id, linked_at
            """)
        guard let (id, linkedAt) = try rows.first?.decode((Identifier, Instant).self) else { return .taken }
        try await transaction.run(
            "UPDATE account SET claimed_at = \(now) WHERE account_id = \(account) AND claimed_at IS NULL")
        return .linked(Link(id: id, issuer: identity.issuer, linkedAt: linkedAt))
    }

    /// Takes a link away, as long as a password, a passkey, another identity or another device that may do
    /// everything remains.
    func unlink(_ link: Identifier, from principal: Principal, at now: Instant) async throws -> Unlinking {
        let account = principal.account
        return try await database.transaction(of: account) { transaction in
            // Two who unlink at once must not each leave the other's as the last.
            let rows = try await transaction.run([
                "SELECT 1 FROM account WHERE account_id = \(account) FOR UPDATE",
                """
                SELECT issuer, subject,
                    EXISTS (SELECT 1 FROM identity_link AS other
                        WHERE other.account_id = \(account) AND other.link_id <> \(link))
                    OR EXISTS (SELECT 1 FROM credential WHERE account_id = \(account))
                    OR EXISTS (SELECT 1 FROM passkey WHERE account_id = \(account))
                    OR \(Devices.letsIn(account, another: principal.device, at: now))
                FROM identity_link WHERE account_id = \(account) AND link_id = \(link)
                """,
            ])
            guard let row = rows[1].first else { return .unknown }
            let (issuer, subject, hasOtherWay) = try row.decode((String, String, Bool).self)
            guard hasOtherWay else { return .lastWayIn }
            try await transaction.run([
                Self.queueRevocation(of: account, at: now, only: link),
                "DELETE FROM identity_link WHERE account_id = \(account) AND link_id = \(link)",
                """
                DELETE FROM identity WHERE issuer = \(issuer) AND subject = \(subject) AND account_id = \(account)
                """,
                Passkeys.unclaim(account),
            ])
            return .unlinked
        }
    }

    /// Puts the account's refresh tokens, or that of one link, where they are revoked from, without a trace of the
    /// account.
    static func queueRevocation(of account: Identifier, at now: Instant, only link: Identifier? = nil) -> Query {
        """
        INSERT INTO token_revocation (refresh_token_sealed, issuer, client_id, tries, due_at)
        SELECT refresh_token_sealed, issuer, client_id, 0, \(now) FROM identity_link
        WHERE account_id = \(account) AND refresh_token_sealed IS NOT NULL
            AND (\(link as Identifier?)::uuid IS NULL OR link_id = \(link as Identifier?))
        ON CONFLICT (refresh_token_sealed) DO NOTHING
        """
    }
}
