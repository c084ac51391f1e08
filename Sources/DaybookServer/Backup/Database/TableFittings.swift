import Postgres

/// What makes rows slow to come in, taken off the tables before and put back afterwards: foreign keys, which are looked
/// up for each row, and indexes, which are built faster than they grow.
struct TableFittings: Sendable {
    private struct Index {
        let table: String
        let definition: String
        /// Makes the primary key or the unique constraint of it.
        let constraint: String?
    }

    private struct ForeignKey {
        let making: String
        let checking: String?
    }

    private var indexes: [Index] = []
    private var foreignKeys: [ForeignKey] = []

    /// Of what is found nothing is lost by that: all of it is written in its definition.
    static func takeOff(_ tables: StoredTables, in transaction: Transaction) async throws -> TableFittings {
        let names = tables.inOrder.map(\.name)
        var fittings = TableFittings()
        let foreignKeys = try await transaction.run(
            """
            SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(pg_constraint.oid), convalidated
            FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
            WHERE connamespace = 'public'::regnamespace AND contype = 'f' AND conparentid = 0
                AND relname = ANY(\(names))
            ORDER BY relname, conname
            """
        ).decode((String, String, String, Bool).self)
        for (table, name, definition, isValid) in foreignKeys {
            try await transaction.run(Query(unsafeSQL: "ALTER TABLE \(table) DROP CONSTRAINT \(name)"))
            fittings.foreignKeys.append(
                ForeignKey(
                    making: "ALTER TABLE \(table) ADD CONSTRAINT \(name) \(definition)\(isValid ? " NOT VALID" : "")",
                    checking: isValid ? "ALTER TABLE \(table) VALIDATE CONSTRAINT \(name)" : nil))
        }
        // An index that says more than can be said while it becomes a constraint stays where it is.
        let indexes = try await transaction.run(
            """
            SELECT relname::text, indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid),
                quote_ident(conname), CASE contype WHEN 'p' THEN 'PRIMARY KEY' WHEN 'u' THEN 'UNIQUE' END
            FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
            LEFT JOIN pg_constraint ON conindid = indexrelid AND conrelid = indrelid AND contype <> 'f'
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname = ANY(\(names))
                AND (contype IS NULL OR contype IN ('p', 'u') AND NOT condeferrable)
            ORDER BY indexrelid
            """
        ).decode((String, String, String, String, String?, String?).self)
        for (table, quoted, index, definition, name, kind) in indexes {
            var constraint: String?
            if let name, let kind {
                constraint = "ALTER TABLE \(quoted) ADD CONSTRAINT \(name) \(kind) USING INDEX \(index)"
                try await transaction.run(Query(unsafeSQL: "ALTER TABLE \(quoted) DROP CONSTRAINT \(name)"))
            } else {
                try await transaction.run(Query(unsafeSQL: "DROP INDEX \(index)"))
            }
            fittings.indexes.append(Index(table: table, definition: definition, constraint: constraint))
        }
        return fittings
    }

    /// Two at a time: indexes, the largest tables' first; then keys, each checked against all rows.
    ///
    /// - Parameter rows: how many each table has.
    func putBack(in database: Database, _ rows: [(name: String, rows: Int)]) async throws {
        let sizes = Dictionary(rows.map { ($0.name, $0.rows) }, uniquingKeysWith: +)
        let largest = indexes.sorted { sizes[$0.table] ?? 0 > sizes[$1.table] ?? 0 }
        try await Self.run(largest.map(\.definition), in: database)
        try await database.transaction(attempts: 1) { transaction in
            for statement in indexes.compactMap(\.constraint) + foreignKeys.map(\.making) {
                try await transaction.run(Query(unsafeSQL: statement))
            }
        }
        try await Self.run(foreignKeys.compactMap(\.checking), in: database)
    }

    private static func run(_ statements: [String], in database: Database) async throws {
        try await withThrowingTaskGroup(of: Void.self) { lanes in
            var left = statements[...]
            func begin() {
                guard let statement = left.popFirst() else { return }
                lanes.addTask {
                    try await database.transaction(attempts: 1) { transaction in
                        try await transaction.run(BackupFilling.settings)
                        try await transaction.run(Query(unsafeSQL: statement))
                    }
                }
            }
            for _ in 0..<BackupFilling.lanes { begin() }
            while try await lanes.next() != nil { begin() }
        }
    }
}
