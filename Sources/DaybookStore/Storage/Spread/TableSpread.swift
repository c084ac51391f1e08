import DaybookHost
import Postgres

/// Where the tables of a database with Citus in it are: spread over its nodes by account, whole on every node, or on
/// the coordinator alone.
package struct TableSpread: Sendable {
    package enum Place: String, Sendable {
        /// By account: everything that belongs to accounts, and their own rows.
        case spread
        /// `instance`, which statements about an account look at as well.
        case everywhere
        /// Directories, which lead to an account from something else, and what belongs to the server.
        case coordinator
    }

    package struct Table: Sendable {
        package let name: String
        package let place: Place
        package let wanted: Place
        let policies: [String]
        let parents: [String]
    }

    /// Each after those that it refers to.
    package let tables: [Table]
    /// `SET LOCAL` reaches the nodes.
    package let passesSettings: Bool

    package var misplaced: [Table] { tables.filter { $0.place != $0.wanted } }
    package var isBegun: Bool { tables.contains { $0.place != .coordinator } }

    /// Nil where the database has no Citus.
    package static func load(from database: Database) async throws -> TableSpread? {
        guard try await database.isSpread() else { return nil }
        return try await database.transaction(readOnly: true) { try await load(from: $0) }
    }

    static func load(from transaction: Transaction) async throws -> TableSpread {
        let answers = try await transaction.run([
            """
            SELECT relname::text,
                CASE WHEN partmethod = 'h' THEN 'spread' WHEN partmethod = 'n' AND repmodel = 't' THEN 'everywhere'
                    ELSE 'coordinator' END,
                CASE WHEN relforcerowsecurity OR relname IN ('account', 'account_clock') THEN 'spread'
                    WHEN relname = 'instance' THEN 'everywhere' ELSE 'coordinator' END,
                ARRAY(SELECT polname::text FROM pg_policy WHERE polrelid = relation.oid ORDER BY polname),
                ARRAY(SELECT parent.relname::text FROM pg_constraint JOIN pg_class AS parent ON parent.oid = confrelid
                    WHERE contype = 'f' AND conrelid = relation.oid AND confrelid <> conrelid)
            FROM pg_class AS relation LEFT JOIN pg_dist_partition ON logicalrelid = relation.oid
            WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
                AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = relation.oid AND deptype = 'e')
            ORDER BY relname
            """,
            "SELECT coalesce(current_setting('citus.propagate_set_commands', true), '') = 'local'",
        ])
        let found = try answers[0].map { row throws(PostgresError) in
            let (name, place, wanted, policies, parents) = try row.decode(
                (String, String, String, [String], [String]).self)
            return Table(
                name: name, place: Place(rawValue: place) ?? .coordinator,
                wanted: Place(rawValue: wanted) ?? .coordinator, policies: policies, parents: parents)
        }
        return TableSpread(
            tables: inOrder(found), passesSettings: try answers[1].first?.decode(0, as: Bool.self) ?? false)
    }

    private static func inOrder(_ tables: [Table]) -> [Table] {
        var (left, order) = (tables, [Table]())
        while !left.isEmpty {
            let names = Set(left.map(\.name))
            let free = left.filter { names.isDisjoint(with: $0.parents) }
            if free.isEmpty { return order + left }
            order += free
            left.removeAll { names.isDisjoint(with: $0.parents) }
        }
        return order
    }
}
