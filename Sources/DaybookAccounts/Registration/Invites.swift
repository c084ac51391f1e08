import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// Invitations, handed out by the operator and used up by those who begin an account with them.
package struct Invites: Sendable {
    let database: Database

    package init(database: Database) { self.database = database }

    /// Makes an invitation. Its code is told here and never again; only a hash of it is kept.
    package func create(
        label: String? = nil, uses: Int = 1, expiresAt: Instant? = nil, now: Instant = .now()
    ) async throws -> (invite: Invite, code: InviteCode) {
        let code = InviteCode()
        let invite = Invite(id: .random(), label: label, createdAt: now, expiresAt: expiresAt, usesLeft: uses)
        try await database.write(
            """
            INSERT INTO invite (code_hash, invite_id, label, created_at, expires_at, uses_left)
            VALUES (\(code.hash), \(invite.id), \(label as String?), \(now), \(expiresAt as Instant?), \(Int32(uses)))
            """)
        return (invite, code)
    }

    /// Every invitation that somebody could still use, the newest first.
    package func list(now: Instant = .now()) async throws -> [Invite] {
        let rows = try await database.read(
            """
            SELECT invite_id, label, created_at, expires_at, uses_left FROM invite
            WHERE uses_left > 0 AND (expires_at IS NULL OR expires_at > \(now)) ORDER BY created_at DESC, invite_id
            """)
        return try rows.decode((Identifier, String?, Instant, Instant?, Int32).self).map {
            Invite(id: $0, label: $1, createdAt: $2, expiresAt: $3, usesLeft: Int($4))
        }
    }

    /// Takes an invitation back. Says whether there was one.
    package func revoke(_ invite: Identifier) async throws -> Bool {
        try await database.write("DELETE FROM invite WHERE invite_id = \(invite)").affected > 0
    }

    /// Uses an invitation once, if it has a use left: changes one row, or none. Belongs into the transaction of the
    /// account that is begun with it, so that an account and a use come and go together.
    static func consume(_ code: InviteCode, _ now: Instant) -> Query {
        """
        UPDATE invite SET uses_left = uses_left - 1
        WHERE code_hash = \(code.hash) AND uses_left > 0 AND (expires_at IS NULL OR expires_at > \(now))
        RETURNING label
        """
    }
}

package struct Invite: Hashable, Sendable {
    package let id: Identifier
    package let label: String?
    package let createdAt: Instant
    package let expiresAt: Instant?
    package let usesLeft: Int
}
