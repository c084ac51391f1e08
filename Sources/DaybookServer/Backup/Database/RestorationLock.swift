import DaybookHost
import DaybookStore
import Postgres

/// One restoration at a time in a database: a second one would clear what the first is filling.
///
/// PostgreSQL keeps the lock for a transaction that does nothing else, as for migrations, and forgets it with the
/// session: whoever was killed leaves nothing behind, and the same command begins again.
enum RestorationLock {
    /// "daybook" and a two, as a number.
    private static let key: Int64 = 0x6461_7962_6F6F_6B02

    static func hold<Outcome: Sendable>(
        in address: DatabaseURL, _ configuration: Configuration, _ body: () async throws -> Outcome
    ) async throws -> Outcome {
        try await BackupSession.open(address, configuration) { database in
            try await database.transaction(attempts: 1) { holder in
                let answers = try await holder.run([
                    "SELECT pg_try_advisory_xact_lock(\(key))",
                    // Last, since a query leaves its snapshot open, and an index built concurrently would wait for it.
                    "SET LOCAL idle_in_transaction_session_timeout = 0",
                ])
                guard try answers[0].first?.decode(0, as: Bool.self) == true else { throw BackupError.restoring }
                return try await body()
            }
        }
    }
}
