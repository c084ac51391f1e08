import DaybookStore
import Postgres

/// Puts a backup into an empty database, in the backup's own schema, and then brings that up to date.
///
/// A mark stands in the database from before the first change until the rows are in and all keys hold: whatever
/// interrupts it, no server takes the database for a usable one, and the same command begins again from the top. The
/// epoch is a new one, so devices that have seen more than the backup has pull everything anew and send again what they
/// have; unless nothing can have been written since the backup.
struct BackupRestoration: Sendable {
    let database: Database
    let migrations: MigrationSet
    let progress: Backups.Progress
    /// The history goes on where the backup ends, in its epoch and its schema: devices notice nothing.
    var isMove = false

    private var migrator: Migrator {
        var migrator = Migrator(migrations, of: database)
        migrator.isRestoring = true
        return migrator
    }

    /// Refuses a database that holds anything, and changes nothing.
    func requireEmpty() async throws {
        if try await database.isServed() { throw BackupError.databaseInUse("a daybook") }
        if try await database.read(RestoreMark.isThere).first?.decode(0, as: Bool.self) == true { return }
        let names = try await Self.relations(database)
        if names.isEmpty { return }
        guard names.contains("daybook_migration") else {
            throw BackupError.databaseHolds("tables that are not Daybook's")
        }
        guard names.contains("account") else { return }
        let accounts = try await database.read("SELECT count(*) FROM account").first?.decode(0, as: Int.self) ?? 0
        guard accounts == 0 else {
            throw BackupError.databaseHolds(accounts == 1 ? "an account" : "\(accounts) accounts")
        }
    }

    /// - Parameter verified: the result of reading the whole file; without it no restoration begins.
    func restore(_ path: String, _ key: BackupKey?, _ verified: BackupVerification) async throws {
        try verified.requireKnown(migrations)
        try await database.write(RestoreMark.put)
        try await clear()
        try await migrator.run(.up(to: verified.manifest.schema))
        let tables = try await database.transaction { try await StoredTables.load(from: $0) }
        let fittings = try await database.transaction(attempts: 1) { transaction in
            try await transaction.run("DELETE FROM instance")
            return try await TableFittings.takeOff(tables, in: transaction)
        }
        let filling = BackupFilling(database: database, tables: tables, progress: progress)
        try await filling.fill(from: try BackedUpRows(path, key))
        try await fittings.putBack(in: database, verified.tables)
        try await filling.close()
        try await database.transaction(attempts: 1) { transaction in
            try await transaction.run([
                isMove
                    // The log of another cluster may be in another timeline, and none of it is a promotion's.
                    ? "UPDATE instance SET timeline = NULL"
                    : "UPDATE instance SET epoch = gen_random_uuid(), epoch_began_at = now()",
                RestoreMark.remove,
            ])
        }
        if !isMove { try await migrator.run(.up(to: nil)) }
        // Of the cluster that the rows are in now.
        _ = try await Epoch.settle(in: database)
        try await database.write("ANALYZE")
    }

    /// Removes what an earlier start or an interrupted restoration has left: a schema without accounts.
    private func clear() async throws {
        let tables = try await Self.relations(database).filter { $0 != RestoreMark.table }
        let types = try await database.read(
            """
            SELECT typname::text FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
                AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_type.oid AND deptype = 'e')
            """)
        let routines = try await database.read(
            """
            SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a'
                AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
            """)
        var drops = tables.map { "DROP TABLE IF EXISTS \($0.asIdentifier) CASCADE" }
        drops += try types.strings().map { "DROP TYPE IF EXISTS \($0.asIdentifier) CASCADE" }
        drops += try routines.strings().map { "DROP ROUTINE IF EXISTS \($0) CASCADE" }
        guard !drops.isEmpty else { return }
        try await database.transaction(attempts: 1) { transaction in
            for drop in drops { try await transaction.run(Query(unsafeSQL: drop)) }
        }
    }

    /// Tables, those of extensions left out.
    private static func relations(_ database: Database) async throws -> [String] {
        try await database.read(
            """
            SELECT relname::text FROM pg_class AS relation
            WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'f') AND NOT relispartition
                AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = relation.oid AND deptype = 'e')
            """
        ).strings()
    }
}

extension Rows {
    /// The first column, as text.
    fileprivate func strings() throws(PostgresError) -> [String] {
        try map { row throws(PostgresError) in try row.decode(0, as: String.self) }
    }
}
