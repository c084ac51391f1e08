import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// Which tasks a page of `GET /v1/tasks` holds, and where it begins.
struct TaskFilter: Sendable {
    let limit: Int
    /// As a part of the statement.
    let condition: Query

    static let most = 500
    private static let names: Set<String> = [
        "list", "state", "scheduledDate", "updatedSince", "deleted", "limit", "cursor",
    ]

    init(_ request: Request) throws {
        try request.requireQuery(among: Self.names)
        limit = try request.pageLimit(most: Self.most, usual: 100)
        let deleted: Bool = try request.queryValue("deleted") ?? false
        var condition: Query = deleted ? "deleted_at IS NOT NULL" : "deleted_at IS NULL"
        if let list = try request.listCondition() { condition = condition + " AND " + list }
        if let state = try request.stateCondition() { condition = condition + " AND " + state }
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
        if let cursor: String = try request.queryValue("cursor") {
            guard let place = OrderedPlace(cursor) else { throw Problem(.malformedParameter, parameter: "cursor") }
            condition = condition + " AND " + place.isBefore("sort_order, task_id")
        }
        self.condition = condition
    }
}
