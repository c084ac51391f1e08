import Glibc

/// A cluster of Citus: CITUS is set, and the database of DATABASE_URL is the coordinator's, with all nodes in it. Each
/// test has a database of the same name on every node.
struct GivenCluster {
    private let nodes: [(host: String, port: String)]
    private let template: String

    /// Whether tests are to spread their tables.
    static let isWanted = getenv("CITUS").map { $0.pointee != 0 } ?? false

    /// - Parameter prefix: of all databases of this run.
    init(_ session: Session, prefix: String) throws {
        nodes = try session.query(
            "SELECT nodename, nodeport::text FROM pg_dist_node WHERE isactive ORDER BY groupid"
        ).map { ($0[0] ?? "", $0[1] ?? "") }
        guard nodes.count > 1 else { throw Trouble("CITUS: the database of DATABASE_URL knows no workers") }
        template = prefix + "_template"
    }

    /// One that others are copies of: the extension and its nodes are made once.
    func makeTemplate(_ server: GivenPostgres, owner: String) throws {
        for node in nodes {
            try server.session(on: node).execute("CREATE DATABASE \(template) OWNER \(owner)")
            try server.session(on: node, database: template).execute("CREATE EXTENSION citus")
        }
        let (first, workers) = (nodes[0], nodes.dropFirst())
        let coordinator = try server.session(on: first, database: template)
        try coordinator.execute("SELECT citus_set_coordinator_host('\(first.host)', \(first.port))")
        for worker in workers { try coordinator.execute("SELECT citus_add_node('\(worker.host)', \(worker.port))") }
        // The first thing that a role makes in a database tells the workers of the role. Two copies at once would meet.
        for statement in ["SET ROLE \(owner)", "CREATE TYPE known AS ENUM ()", "DROP TYPE known"] {
            try coordinator.execute(statement)
        }
        // The extension's own process in it would hold up every copy.
        for node in nodes {
            let session = try server.session(on: node)
            try session.execute("ALTER DATABASE \(template) ALLOW_CONNECTIONS false")
            try session.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(template)'")
        }
    }

    func makeDatabase(_ name: String, _ server: GivenPostgres, owner: String) throws {
        for node in nodes {
            try server.session(on: node).execute("CREATE DATABASE \(name) TEMPLATE \(template) OWNER \(owner)")
        }
        let coordinator = try server.session(on: nodes[0])
        // As `daybook citus distribute` sets it, for connections that are there before.
        try coordinator.execute("ALTER DATABASE \(name) SET citus.propagate_set_commands = 'local'")
        // Tables of every test are spread anew, and parts take as much time as tables.
        try coordinator.execute("ALTER DATABASE \(name) SET citus.shard_count = 4")
    }

    /// On the workers; the coordinator's are dropped as everywhere.
    func dropDatabases(_ server: GivenPostgres, owner: String) throws {
        for node in nodes.dropFirst() { try GivenPostgres.dropDatabases(of: owner, try server.session(on: node)) }
    }
}
