import DaybookCore
import Postgres

extension TableSpread {
    /// Why nothing was distributed.
    package struct Refusal: Error {
        package let sentence: String
    }

    /// Rows are sent over the network, however many there are.
    private static let patience = Duration.seconds(24 * 3600)

    /// Puts every table where it belongs, all or none, and answers where they are then. What is there already stays.
    package static func distribute(_ database: Database) async throws -> TableSpread {
        guard try await database.isSpread() else {
            throw Refusal(
                sentence: "this database has no Citus; on each node, as a superuser: CREATE EXTENSION citus")
        }
        // For all sessions to come: the wall of each account stands on the nodes, too.
        try await database.write(
            Query(
                unsafeSQL: "ALTER DATABASE \(try await name(of: database)) SET citus.propagate_set_commands = 'local'"))
        let moved = try await database.transaction(attempts: 1) { transaction in
            // No migration meanwhile.
            try await transaction.run([
                "SELECT pg_advisory_xact_lock(\(Migrator.lockKey))", "SET LOCAL statement_timeout = 0",
                "SET LOCAL citus.multi_shard_modify_mode = 'sequential'",
            ])
            let misplaced = try await load(from: transaction).misplaced
            for table in misplaced {
                for statement in try table.statements {
                    try await transaction.run(statement, timeout: patience)
                }
            }
            return misplaced
        }
        // What was copied to the nodes is still here, and seen by nobody. What refers to it first.
        for table in moved.reversed() {
            let name = "public." + table.name
            try await database.write(
                "SELECT truncate_local_data_after_distributing_table(\(name)::regclass)", timeout: patience)
        }
        guard let now = try await load(from: database) else { throw Refusal(sentence: "the extension has gone") }
        return now
    }

    private static func name(of database: Database) async throws -> String {
        try await database.read("SELECT quote_ident(current_database())").first?.decode(0) ?? ""
    }

    /// Which part of the whole an account is in: what has the same one can be changed together. Nil where tables are
    /// not spread.
    package static func shard(of account: Identifier, in database: Database) async throws -> Int64? {
        let rows = try await database.read(
            """
            SELECT get_shard_id_for_distribution_column('account_clock', \(account)) FROM pg_dist_partition
            WHERE logicalrelid = 'account_clock'::regclass
            """)
        return try rows.first?.decode(0, as: Int64.self)
    }
}

extension TableSpread.Table {
    fileprivate var statements: [Query] {
        get throws {
            let table = Query(unsafeSQL: "'public.\(name)'")
            switch wanted {
            case .coordinator: throw TableSpread.Refusal(sentence: "\(name) is spread, and should not be")
            case .everywhere:
                // Each node has a timeline of its own, so an epoch belongs to none of them.
                return ["UPDATE instance SET timeline = NULL", "SELECT create_reference_table(\(table))"]
            case .spread:
                let together: Query = name == "account" ? "'none'" : "'public.account'"
                let moving: Query =
                    "SELECT create_distributed_table(\(table), 'account_id', colocate_with => \(together))"
                guard !policies.isEmpty else { return [moving] }
                // The owner sees and sends the rows of all accounts meanwhile.
                return try policies.map(withoutSubselect) + [
                    "ALTER TABLE \(unsafeSQL: name) NO FORCE ROW LEVEL SECURITY", moving,
                    "ALTER TABLE \(unsafeSQL: name) FORCE ROW LEVEL SECURITY",
                ]
            }
        }
    }

    /// Citus takes no policy that asks a question of its own. On one server that is what makes PostgreSQL look at the
    /// setting once, and not for each row.
    private func withoutSubselect(_ policy: String) throws -> Query {
        let condition: Query =
            switch policy {
            case "own_rows": "account_id = nullif(current_setting('daybook.account', true), '')::uuid"
            // Looked for in the text: an array would be read anew for each row.
            case "rows_of_group": "strpos(current_setting('daybook.accounts', true), account_id::text) > 0"
            default: throw TableSpread.Refusal(sentence: "\(name) has a policy that is not known: \(policy)")
            }
        return "ALTER POLICY \(unsafeSQL: policy) ON \(unsafeSQL: name) USING (\(condition))"
    }
}
