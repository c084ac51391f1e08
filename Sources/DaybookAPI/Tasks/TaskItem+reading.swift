import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres
import RowWriting

extension TaskItem: ReadableRow {
    static var table: Query { "task" }
    static var key: Query { "task_id" }
    static var pageColumns: Query { .taskPageColumns }
    static var weight: Query { .taskWeight }
    static var plural: String { "tasks" }
    static func seen(by visibility: Visibility) -> Query { visibility.tasks }

    static func write(_ page: Rows.SubSequence, to json: inout JSONWriter) throws(PostgresError) {
        try json.storedTasks(page, .whole)
    }

    /// `list` (an id or `inbox`), `parent` (an id or `none`), `state` (more than once for several), `tag` (more than
    /// once for all of them), `scheduledDate` (a date or `none`), `updatedSince`, `deleted=true` for those that can be
    /// restored; `limit` up to 500.
    static func filter(_ request: Request) throws -> RowFilter {
        try request.requireQuery(
            among: ["list", "parent", "state", "tag", "scheduledDate", "updatedSince", "deleted", "limit", "cursor"])
        let limit = try request.pageLimit(most: 500, usual: 100)
        let deleted: Bool = try request.queryValue("deleted") ?? false
        let date: Query? = try request.query("scheduledDate") { text in
            text == "none" ? "scheduled_date IS NULL" : CalendarDate(text).map { "scheduled_date = \($0)" as Query }
        }
        return RowFilter(
            limit: limit,
            condition: .all(
                deleted ? "deleted_at IS NOT NULL AND title <> \(erasedTitle)" : "deleted_at IS NULL",
                try request.listCondition(),
                try request.stateCondition(), try request.parentCondition(), try request.tagCondition(), date,
                try request.query("updatedSince") { Instant($0) }.map { "updated_at >= \($0)" },
                try request.cursorCondition("sort_order, task_id")))
    }
}
