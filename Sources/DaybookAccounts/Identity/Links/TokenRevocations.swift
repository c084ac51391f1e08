import DaybookCore
import DaybookHost
import Postgres

/// Takes refresh tokens out of force at their provider, however long that takes: those of links and accounts that are
/// gone.
struct TokenRevocations: Sendable {
    let database: Database
    let vouching: Vouching
    let log: Log

    /// A provider that does not answer for so many tries (two weeks) will not answer any more; its tokens then simply
    /// age.
    static let mostTries = 24

    /// Revokes what is due. Those taken on are put off first, so that no other process tries them meanwhile and a crash
    /// in between costs a delay and nothing else: to revoke twice does no harm.
    func run(at now: Instant) async throws {
        let due = try await database.write(
            """
            UPDATE token_revocation SET tries = tries + 1,
                due_at = \(now)::timestamptz + least(interval '1 minute' * power(2, tries), interval '1 day')
            WHERE refresh_token_sealed IN (
                SELECT refresh_token_sealed FROM token_revocation WHERE due_at <= \(now) ORDER BY due_at
                LIMIT 20 FOR UPDATE SKIP LOCKED)
            RETURNING refresh_token_sealed, issuer, client_id, tries
            """)
        for (sealed, issuer, client, tries) in try due.decode(([UInt8], String, String, Int32).self) {
            let token = SealedRefreshToken(client: client, sealed: sealed)
            let isDone = await revoke(token, at: issuer, now)
            guard isDone || tries >= Self.mostTries else { continue }
            if !isDone { log.warning("refresh token not revoked", .reason("its provider refuses or never answers")) }
            try await database.write("DELETE FROM token_revocation WHERE refresh_token_sealed = \(sealed)")
        }
    }

    private func revoke(_ token: SealedRefreshToken, at issuer: String, _ now: Instant) async -> Bool {
        guard let connection = vouching.connection(of: issuer), let text = token.open(at: issuer, vouching.secret)
        else {
            return false
        }
        do throws(ProviderTrouble) {
            try await connection.revoke(refreshToken: text, of: token.client, at: now)
            return true
        } catch {
            return false
        }
    }
}
