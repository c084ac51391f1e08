import DaybookHost
import Postgres

/// Poolers between the service and its database.
extension Service {
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
