import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

extension Principal {
    /// Throws 401 unless its token counts still. A server believes for a moment what it remembers of a token, and
    /// others may be sent away in that moment for fear of the very person who asks. So what outlives the token by
    /// which it is made asks this in the transaction that makes it, under the account's lock, for which whoever sends
    /// others away waits: either this finds it out, or they find what was made.
    package func demandStanding(in transaction: Transaction) async throws {
        let standing = try await transaction.run([
            "SELECT 1 FROM account WHERE account_id = \(account) FOR SHARE",
            """
            SELECT 1 FROM token JOIN device USING (account_id, device_id)
            WHERE token.account_id = \(account) AND token.token_id = \(token) AND device.revoked_at IS NULL
            """,
        ])
        guard !standing[1].isEmpty else { throw Problem.unauthenticated }
    }
}
