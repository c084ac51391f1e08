import DaybookStore
import Postgres

/// The tables of the schema as the catalogue has them, each after those that it refers to, so that nobody who adds a
/// table can forget it.
struct StoredTables: Sendable {
    struct Table: Hashable, Sendable {
        let name: String
        /// Without those that PostgreSQL makes itself.
        let columns: [String]
        /// Policies hold back its owner too.
        let isWalled: Bool

        var backedUp: BackedUpTable { BackedUpTable(name: name, columns: columns) }
        var hasAccount: Bool { columns.contains("account_id") }
        var quotedName: String { name.asIdentifier }
        var quotedColumns: String { columns.map(\.asIdentifier).joined(separator: ", ") }
    }

    let inOrder: [Table]

    /// The tables that are in no backup, with the reason. Tables without a log of their own (UNLOGGED) are left out as
    /// well: rows that may be lost in a crash need no backup.
    static let leftOut = [
        "daybook_migration": "migrating writes it",
        "revocation": "its rows are for running servers, for an hour, and count by the transactions of one cluster",
        "chore": "says what a server process does at this moment",
    ]

    static func load(in schema: String = "public", from transaction: Transaction) async throws -> StoredTables {
        let rows = try await transaction.run(
            """
            SELECT relname::text, ARRAY(
                SELECT attname::text FROM pg_attribute
                WHERE attrelid = relation.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
            ), relforcerowsecurity, ARRAY(
                SELECT parent.relname::text FROM pg_constraint JOIN pg_class AS parent ON parent.oid = confrelid
                WHERE contype = 'f' AND conrelid = relation.oid AND confrelid <> conrelid
            )
            FROM pg_class AS relation
            WHERE relnamespace = to_regnamespace(\(schema)) AND relkind IN ('r', 'p') AND NOT relispartition
                AND relpersistence = 'p'
            ORDER BY relname
            """)
        var left: [(table: Table, parents: Set<String>)] = []
        for row in rows {
            let (name, columns, isWalled, parents) = try row.decode((String, [String], Bool, [String]).self)
            guard leftOut[name] == nil, name != RestoreMark.table else { continue }
            left.append((Table(name: name, columns: columns, isWalled: isWalled), Set(parents)))
        }
        var order: [Table] = []
        while !left.isEmpty {
            let names = Set(left.map(\.table.name))
            let free = left.filter { $0.parents.isDisjoint(with: names) }
            // Tables that refer to each other in a ring have no order; the keys would say so when they are filled.
            order += (free.isEmpty ? left : free).map(\.table)
            if free.isEmpty { break }
            left.removeAll { $0.parents.isDisjoint(with: names) }
        }
        return StoredTables(inOrder: order)
    }

    subscript(_ name: String) -> Table? { inOrder.first { $0.name == name } }
}

extension String {
    /// In double quotes, so that no name is taken for a keyword.
    var asIdentifier: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
