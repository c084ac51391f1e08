import Postgres

extension Database {
    /// Tells PostgreSQL's planner of tables that have far more rows than it knows of.
    ///
    /// Autovacuum does so too, up to a minute later.
    package func tellPlanner(of tables: [String], with rows: Int) async throws {
        let behind = try await read(
            """
            SELECT relname::text FROM pg_class
            WHERE relname::text = ANY(\(tables)) AND pg_table_is_visible(oid) AND reltuples < \(rows / 2)
            """
        ).map { row in try row.decode(0, as: String.self) }
        for table in behind { try await write(Query(unsafeSQL: "ANALYZE \(table)")) }
    }
}
