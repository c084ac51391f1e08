import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

extension TaskItem: ReadableRow {
    static var table: Query { "task" }
    static var key: Query { "task_id" }
    static var pageColumns: Query { .taskPageColumns }
    static var weight: Query { .taskWeight }
    static var plural: String { "tasks" }

    static func write(_ page: [TaskItem], to json: inout JSONWriter) { json.tasks(page) }

    /// `list` (an id or `inbox`), `parent` (an id or `none`), `state` (more than once for several), `tag` (more than
    /// once for all of them), `scheduledDate` (a date or `none`), `updatedSince`, `deleted=true` for those that can be
    /// restored; `limit` up to 500.
    static func filter(_ request: Request) throws -> RowFilter {
        try request.requireQuery(
            among: ["list", "parent", "state", "tag", "scheduledDate", "updatedSince", "deleted", "limit", "cursor"])
        let limit = try request.pageLimit(most: 500, usual: 100)
        let deleted: Bool = try request.queryValue("deleted") ?? false
        var condition: Query = deleted ? "deleted_at IS NOT NULL" : "deleted_at IS NULL"
        if let list = try request.listCondition() { condition = condition + " AND " + list }
        if let state = try request.stateCondition() { condition = condition + " AND " + state }
        if let parent = try request.parentCondition() { condition = condition + " AND " + parent }
        if let tags = try request.tagCondition() { condition = condition + " AND " + tags }
        if let date: String = try request.queryValue("scheduledDate") {
            if date == "none" {
                condition = condition + " AND scheduled_date IS NULL"
            } else if let date = CalendarDate(date) {
                condition = condition + " AND scheduled_date = \(date)"
            } else {
                throw Problem(.malformedParameter, parameter: "scheduledDate")
            }
        }
        if let since = try request.queryInstant("updatedSince") {
            condition = condition + " AND updated_at >= \(since)"
        }
        if let after = try request.cursorCondition("sort_order, task_id") { condition = condition + " AND " + after }
        return RowFilter(limit: limit, condition: condition)
    }
}
