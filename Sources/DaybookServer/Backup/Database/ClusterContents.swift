import DaybookHost
import DaybookStore
import Postgres

/// What a private cluster holds, by name: two clusters are compared by it, one of which has only what a backup carries.
enum ClusterContents {
    static func names(at place: BackupPlace, _ configuration: Configuration) async throws -> [String] {
        let own = try await names(at: place.reader, configuration)
        let others = try await names(at: place.maker, configuration)
        return own + others.filter { !own.contains($0) }
    }

    private static func names(at address: DatabaseURL, _ configuration: Configuration) async throws -> [String] {
        try await BackupSession.open(address, configuration) { database in
            try await database.read(query).map { try $0.decode(0, as: String.self) }
        }
    }

    /// Of the cluster, and of one database in it. What belongs to an extension comes with that.
    private static let query: Query = """
        SELECT name FROM (
            SELECT 'database ' || datname FROM pg_database
            UNION ALL SELECT 'role ' || rolname FROM pg_roles
            UNION ALL SELECT 'tablespace ' || spcname FROM pg_tablespace
            UNION ALL SELECT 'settings of ' || concat_ws(' in ', rolname, datname) FROM pg_db_role_setting
                LEFT JOIN pg_database ON pg_database.oid = setdatabase LEFT JOIN pg_roles ON pg_roles.oid = setrole
            UNION ALL SELECT 'extension ' || extname FROM pg_extension
            UNION ALL SELECT 'schema ' || nspname FROM pg_namespace
            UNION ALL SELECT 'publication ' || pubname FROM pg_publication
            UNION ALL SELECT 'subscription ' || subname FROM pg_stat_subscription
            UNION ALL SELECT 'large object ' || oid FROM pg_largeobject_metadata
            UNION ALL SELECT CASE relkind
                    WHEN 'i' THEN 'index' WHEN 'I' THEN 'index' WHEN 'v' THEN 'view' WHEN 'm' THEN 'view'
                    WHEN 'S' THEN 'sequence' WHEN 'c' THEN 'type' ELSE 'table'
                END || ' ' || pg_class.oid::regclass
                FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE \(isOwn("pg_class"))
            UNION ALL SELECT 'type ' || pg_type.oid::regtype
                FROM pg_type JOIN pg_namespace ON pg_namespace.oid = typnamespace
                WHERE typtype IN ('d', 'e', 'r') AND \(isOwn("pg_type"))
            UNION ALL SELECT 'routine ' || pg_proc.oid::regprocedure
                FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE \(isOwn("pg_proc"))
            UNION ALL SELECT 'trigger ' || tgname || ' on ' || tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal
        ) AS held (name)
        WHERE name !~ '^(role|schema) pg_'
        ORDER BY name
        """

    private static func isOwn(_ catalog: StaticString) -> Query {
        Query(
            unsafeSQL: """
                nspname !~ '^pg_' AND nspname <> 'information_schema' AND NOT EXISTS (
                    SELECT 1 FROM pg_depend WHERE classid = '\(catalog)'::regclass AND objid = \(catalog).oid
                        AND deptype = 'e')
                """)
    }
}
