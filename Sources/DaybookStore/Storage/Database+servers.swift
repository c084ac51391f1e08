import Postgres

extension Database {
    /// Whether a server uses the database now. A command that asks has another name there.
    package func isServed() async throws(PostgresError) -> Bool {
        let servers = try await read(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'daybook' AND backend_type = 'client backend'
            """)
        return try servers.first?.decode(0, as: Int.self) ?? 0 > 0
    }
}
