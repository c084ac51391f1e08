import DaybookCore
import DaybookStore
import Postgres

extension TaskList {
    package static let columns: Query = """
        list.list_id, list.name, list.color_hex, list.created_at, list.sort_order, list.deletion, list.clocks, list.unknown,
        list.revision, list.filter
        """

    /// Of `columns`, without reading the others.
    package static func revision(in row: Row) throws(PostgresError) -> Int64 { try row.decode(8) }

    package init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        try self.init(&columns)
    }

    package init(_ columns: inout StoredColumns) throws(PostgresError) {
        self.init(id: try columns.next())
        try read(&columns)
    }

    /// The right side of an outer join.
    package init?(ifThere columns: inout StoredColumns) throws(PostgresError) {
        guard let id: Identifier = try columns.next(Identifier?.self) else { return nil }
        self.init(id: id)
        try read(&columns)
    }

    private mutating func read(_ columns: inout StoredColumns) throws(PostgresError) {
        name = try columns.next()
        colorHex = try columns.next()
        createdAt = try columns.next()
        sortOrder = try columns.nextOrderKey()
        deletion = try columns.nextClock()
        clocks = try columns.nextClocks()
        unknown = try columns.nextUnknown()
        revision = try columns.next()
        filter = try columns.next()
    }
}

extension Query {
    /// Writes lists as they are, whether they were there or not, in one statement.
    static func write(_ owned: [Owned<TaskList>], spread: Bool) -> Query {
        let lists = owned.map(\.row)
        let rows: Query = .rows(
            of: owned.map(\.account),
            """
            \(lists.map(\.id)), \(lists.map(\.name)),
                \(lists.map(\.colorHex)), \(lists.map(\.createdAt)), \(lists.map(\.modifiedAt)),
                \(lists.map(\.sortOrder.text)), \(lists.map(\.deletedAt)),
                \(lists.map { $0.deletion?.stored }), \(lists.map(\.clocks.stored)), \(lists.map(\.unknown.stored))::json[],
                \(lists.map(\.revision)), \(lists.map(\.filter))
            """, spread: spread)
        return """
            INSERT INTO list (account_id, list_id, name, color_hex, created_at, modified_at, sort_order, deleted_at, deletion,
                clocks, unknown, revision, filter)
            \(rows)
            ON CONFLICT (account_id, list_id) DO UPDATE SET name = excluded.name, color_hex = excluded.color_hex,
                created_at = excluded.created_at, modified_at = excluded.modified_at, sort_order = excluded.sort_order,
                deleted_at = excluded.deleted_at, deletion = excluded.deletion, clocks = excluded.clocks,
                unknown = excluded.unknown, revision = excluded.revision, filter = excluded.filter
            """
    }
}
