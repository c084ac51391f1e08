import DaybookHost
import DaybookStore
import Postgres

/// What the service finds out about the way to its database, and about the database's standbys.
extension Service {
    /// A promotion while no process was there belongs to the epoch before; then what is configured counts.
    static func settleEpoch(
        of database: Database, _ configuration: Configuration, _ log: Log
    ) async throws(StartFailure) {
        do {
            try await PromotionWatch(database: database, log: log).look()
            try await Epoch.declare(synchronous: configuration.databaseStandbys == .synchronous, in: database)
        } catch {
            throw StartFailure(describing: error)
        }
    }

    /// Refuses a way to the database on which statements or notifications would be lost. What cannot be found out now,
    /// because a connection is missing for example, is no reason to refuse.
    static func requireSessions(
        of database: Database, _ configuration: Configuration
    ) async throws(StartFailure) {
        guard let found = try? await database.sessionKeeping() else { return }
        switch found {
        case .perConnection: return
        case .perTransaction(keepsStatements: false):
            throw StartFailure(
                "DAYBOOK_DATABASE_URL leads to a pooler in transaction mode that loses prepared statements; set max_prepared_statements to 200 or more there (PgBouncer 1.21 and later), or DAYBOOK_DATABASE_STATEMENTS=unnamed",
                .configuration)
        case .perTransaction(keepsStatements: true): break
        }
        guard let live = configuration.liveDatabaseURL else {
            throw StartFailure(
                "DAYBOOK_DATABASE_URL leads to a pooler in transaction mode, which does not carry LISTEN; set DAYBOOK_LIVE_DATABASE_URL to an address of PostgreSQL itself",
                .configuration)
        }
        let way = try? await database.sessionKeeping(url: live.connectionString)
        guard way == nil || way == .perConnection else {
            throw StartFailure(
                "DAYBOOK_LIVE_DATABASE_URL leads to a pooler in transaction mode, which does not carry LISTEN; it must be an address of PostgreSQL itself",
                .configuration)
        }
    }
}
