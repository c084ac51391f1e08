import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

extension TaskList: ReadableRow {
    var isErased: Bool { false }
    static var table: Query { "list" }
    static var key: Query { "list_id" }
    static var pageColumns: Query { "*" }
    static var weight: Query { .listWeight }
    static var plural: String { "lists" }
    static func seen(by visibility: Visibility) -> Query { visibility.lists }

    static func write(_ page: Rows.SubSequence, to json: inout JSONWriter) throws(PostgresError) {
        for row in page { try TaskList(row).write(to: &json) }
    }

    /// `deleted=true` for those that can be restored. A page holds 5,000, far more lists than people keep.
    static func filter(_ request: Request) throws -> RowFilter {
        try request.requireQuery(among: ["deleted", "cursor"])
        let deleted: Bool = try request.queryValue("deleted") ?? false
        let after = try request.cursorCondition("sort_order, list_id") ?? "true"
        return RowFilter(limit: 5_000, condition: "(deleted_at IS NOT NULL) = \(deleted) AND \(after)")
    }
}
