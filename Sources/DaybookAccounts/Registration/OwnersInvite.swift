import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// The invitation with which whoever set up a server that asks for invitations begins the first account.
///
/// Its code follows from the server's secret key, so that every process and every start tells the same one, and none
/// has to keep it.
package struct OwnersInvite: Sendable {
    package let code: InviteCode
    package let expiresAt: Instant

    /// How long it counts from the start of a server: a code that lies in a log is not to count for ever.
    static let validity: Int64 = 7 * Instant.dayLength

    /// What the operator calls the account that begins with it.
    package static let label = "owner"

    /// What a server has for its owner at its start.
    package enum Standing: Sendable {
        /// There are accounts, whose owners came in already.
        case isNotNeeded
        case offered(OwnersInvite)
        /// It was used, and the account is gone.
        case isUsedUp
    }

    /// Makes it count from now on, where there is no account yet.
    package static func offer(
        in database: Database, _ secret: SecretKey, now: Instant = .now()
    ) async throws -> Standing {
        let code = InviteCode(
            symbols: ReadableCode.derived(InviteCode.length, from: secret.derive(.ownersInvite, from: [])))
        guard try await database.read("SELECT 1 FROM account LIMIT 1").isEmpty else {
            // Whoever reads it in an old log comes too late.
            try await database.write("DELETE FROM invite WHERE code_hash = \(code.hash) AND uses_left > 0")
            return .isNotNeeded
        }
        let expiresAt = now.adding(milliseconds: validity)
        let offered = try await database.write(
            """
            INSERT INTO invite (code_hash, invite_id, label, created_at, expires_at, uses_left)
            VALUES (\(code.hash), \(Identifier.random()), \(label), \(now), \(expiresAt), 1)
            ON CONFLICT (code_hash) DO UPDATE SET expires_at = excluded.expires_at WHERE invite.uses_left > 0
            """)
        return offered.affected == 1 ? .offered(OwnersInvite(code: code, expiresAt: expiresAt)) : .isUsedUp
    }
}
