import DaybookCore
import DaybookHost
import Postgres

extension AccountDeletion {
    /// Takes up what other processes left, for as long as the server serves.
    func finishWhatWasLeft(_ log: Log) async {
        await log.repeatedly(60_000...120_000, first: 0...0, interrupted: "deletion of an account interrupted") {
            while let (deletion, account) = try await takeUp() {
                _ = try await finish(deletion, of: account)
                log.info("deletion of an account finished that had been interrupted")
            }
        }
    }

    /// Claims one that no process works on, for a while.
    func takeUp(now: Instant = .now()) async throws -> (deletion: Identifier, account: Identifier)? {
        let rows = try await database.write(
            """
            UPDATE deletion SET worked_at = \(now) WHERE deletion_id = (
                SELECT deletion_id FROM deletion
                WHERE finished_at IS NULL AND worked_at < \(now.adding(milliseconds: -Self.patience))
                ORDER BY worked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING deletion_id, account_id
            """)
        return try rows.first?.decode((Identifier, Identifier).self)
    }
}
