import DaybookCore
import Postgres

/// The tables that hold rows of accounts, as the catalogue has them: every table with a column `account_id`, so nobody
/// who adds a table can forget it.
package struct AccountTables: Sendable {
    package struct Table: Hashable, Sendable {
        /// Quoted where it has to be.
        package let name: String
        let key: [String]
        /// Policies hold back its owner too.
        package var isWalled = false
    }

    /// Each before those that it refers to.
    package let inOrder: [Table]

    package static func load(from database: Database) async throws -> AccountTables {
        let tables = try await database.read(
            """
            SELECT quote_ident(relname), ARRAY(
                SELECT quote_ident(attname) FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
                WHERE indrelid = relation.oid AND indisprimary ORDER BY attname), relforcerowsecurity
            FROM pg_class AS relation
            WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
                AND EXISTS (SELECT 1 FROM pg_attribute
                    WHERE attrelid = relation.oid AND attname = 'account_id' AND NOT attisdropped)
            ORDER BY relname
            """
        ).decode((String, [String], Bool).self).map { Table(name: $0, key: $1, isWalled: $2) }
        let references = try await database.read(
            """
            SELECT quote_ident(child.relname), quote_ident(parent.relname) FROM pg_constraint
            JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
            WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid
            """
        ).decode((String, String).self)
        return AccountTables(tables, references: references)
    }

    init(_ tables: [Table], references: [(child: String, parent: String)]) {
        var left = tables
        var order: [Table] = []
        while !left.isEmpty {
            let parents = Set(references.filter { pair in left.contains { $0.name == pair.child } }.map(\.parent))
            // Tables that refer to each other in a ring have no order; their keys would have to be nulled first.
            let free = left.filter { !parents.contains($0.name) }
            let next = free.isEmpty ? left : free
            order += next
            left.removeAll(where: next.contains)
        }
        inOrder = order
    }
}

extension AccountTables.Table {
    /// Deletes so many of the account's rows at most.
    func deletion(of account: Identifier, atMost limit: Int) -> Query {
        let columns = key.joined(separator: ", ")
        return """
            DELETE FROM \(unsafeSQL: name) WHERE account_id = \(account) AND (\(unsafeSQL: columns)) IN (
                SELECT \(unsafeSQL: columns) FROM \(unsafeSQL: name) WHERE account_id = \(account) LIMIT \(limit))
            """
    }

    /// Some of the accounts that it has rows of, each once.
    package func accounts(after last: Identifier, atMost limit: Int) -> Query {
        """
        SELECT DISTINCT account_id FROM \(unsafeSQL: name) WHERE account_id > \(last) ORDER BY account_id LIMIT \(limit)
        """
    }

    /// One row of the account, if there is any.
    func anyRow(of account: Identifier) -> Query {
        "SELECT 1 FROM \(unsafeSQL: name) WHERE account_id = \(account) LIMIT 1"
    }
}
