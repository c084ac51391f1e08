import Migrations
import Postgres
import Reactor
import TestPostgres

@testable import DaybookStore

/// A database of the test's own, with a pool for it.
func openStorage(
    on server: any DatabaseHost = TestPostgres.shared, url: String? = nil, named name: String = "daybook"
) throws -> (Database, url: String) {
    let url = try url ?? server.freshDatabase()
    let reactors = try ReactorGroup(count: 1)
    var configuration = DatabaseConfiguration(url: url)
    configuration.applicationName = name
    configuration.maximumConnections = 4
    configuration.outageGrace = .seconds(5)
    // Many tests share two cores: what takes its time is not what they are about.
    configuration.queueTimeout = .seconds(120)
    configuration.connectTimeout = .seconds(120)
    let database = Database(configuration, reactors: reactors)
    atEnd {
        await database.close()
        reactors.stop()
    }
    return (database, url)
}

/// One with the newest schema.
func openMigrated(named name: String = "daybook") async throws -> Database {
    try openStorage(url: try await migratedDatabase.copy(), named: name).0
}

let migratedDatabase = PreparedDatabase(difference: PreparedDatabase.otherInstance) { url in
    let reactors = try ReactorGroup(count: 1)
    let database = Database(DatabaseConfiguration(url: url), reactors: reactors)
    try await migrate(database)
    await database.close()
    reactors.stop()
}

/// Brings a database to the newest schema, and spreads its tables where the tests' are.
func migrate(_ database: Database) async throws {
    try await Migrator(try .embedded(), of: database).run(.up(to: nil))
    if TestPostgres.isSpread, try await database.isSpread() { _ = try await TableSpread.distribute(database) }
}

/// Everything the catalogue says of the schema that a migration can change, line by line, in an order of its own. The
/// migrator's own table is left out: it comes with the first run and stays.
enum Schema {
    static func lines(of database: Database) async throws -> [String] {
        let query: Query = """
            WITH relation AS (
                SELECT c.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = 'public' AND c.relname NOT LIKE 'daybook\\_migration%'
            )
            SELECT concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions, relrowsecurity,
                obj_description(oid, 'pg_class')) FROM relation
            UNION ALL SELECT concat_ws(' ', 'column', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull,
                attidentity, attgenerated, attstorage, attcompression, attcollation, pg_get_expr(adbin, adrelid),
                col_description(relation.oid, attnum))
                FROM relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
                LEFT JOIN pg_attrdef ON adrelid = relation.oid AND adnum = attnum
            UNION ALL SELECT concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(con.oid), convalidated,
                obj_description(con.oid, 'pg_constraint'))
                FROM relation JOIN pg_constraint con ON conrelid = relation.oid
            UNION ALL SELECT concat_ws(' ', 'index', relname, pg_get_indexdef(indexrelid), indisvalid, indisready)
                FROM relation JOIN pg_index ON indrelid = relation.oid
            UNION ALL SELECT concat_ws(' ', 'trigger', relname, pg_get_triggerdef(t.oid))
                FROM relation JOIN pg_trigger t ON tgrelid = relation.oid WHERE NOT tgisinternal
            UNION ALL SELECT concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) FROM relation WHERE relkind IN ('v', 'm')
            UNION ALL SELECT concat_ws(' ', 'sequence', relname, format_type(seqtypid, NULL), seqstart, seqincrement, seqcycle)
                FROM relation JOIN pg_sequence ON seqrelid = relation.oid
            UNION ALL SELECT concat_ws(' ', 'routine', pg_get_functiondef(p.oid))
                FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' AND prokind <> 'a'
            UNION ALL SELECT concat_ws(' ', 'type', typname, typtype,
                (SELECT string_agg(enumlabel, ',' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid))
                FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
                WHERE n.nspname = 'public' AND typtype IN ('e', 'd', 'r')
            UNION ALL SELECT concat_ws(' ', 'extension', extname) FROM pg_extension
            UNION ALL SELECT concat_ws(' ', 'schema', nspname) FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'
            """
        return try await database.read(query).strings().sorted()
    }

    /// Names of ordinary tables.
    static func tables(of database: Database) async throws -> [String] {
        try await database.read(
            "SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> 'daybook_migration' ORDER BY 1"
        ).strings()
    }
}

extension MigrationText {
    /// A migration of a test's own.
    static func made(
        _ number: Int, forward: String, backward: String = "SELECT 0;", head: String = ""
    ) -> MigrationText {
        MigrationText(
            file: "000\(number)_m\(number).sql",
            text: "-- For a test.\n\(head)-- forward\n\(forward)\n-- backward\n-- For a test.\n\(backward)\n")
    }
}

extension Rows {
    /// The first column.
    func strings() throws -> [String] { try map { row throws(PostgresError) in try row.decode(0, as: String.self) } }
}
