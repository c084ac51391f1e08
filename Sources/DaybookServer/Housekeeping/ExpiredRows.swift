import DaybookAccounts
import DaybookCore
import Postgres

/// Removes expired rows of the directories, which belong to no account: pairings and sign-ins that nobody finished,
/// counters of attempts whose time is over, invitations that expired long ago. None of these rows is valid any more
/// when it is read.
enum ExpiredRows {
    static func drop(from database: Database, now: Instant) async throws {
        try await database.write("DELETE FROM pairing WHERE expires_at < \(now)")
        try await database.write("DELETE FROM sign_in_attempt WHERE expires_at < \(now)")
        // A nonce says itself when it expires, so only until then must be known that it was used.
        try await database.write("DELETE FROM used_nonce WHERE expires_at < \(now)")
        // No window of counting is longer than a day.
        try await database.write(
            "DELETE FROM throttle WHERE began_at < \(now.adding(milliseconds: -Instant.dayLength))")
        // Failed logins that are long ago.
        try await database.write(
            "DELETE FROM login_guard WHERE failed_at < \(now.adding(milliseconds: -LoginGuard.memory))")
        // Kept for a while, so that a list of invitations can tell what became of them; the owner's for ever once it
        // was used, since its code would be made again.
        try await database.write(
            """
            DELETE FROM invite WHERE expires_at < \(now.adding(milliseconds: -30 * Instant.dayLength))
                AND NOT (label = \(OwnersInvite.label) AND uses_left = 0)
            """)
    }
}
