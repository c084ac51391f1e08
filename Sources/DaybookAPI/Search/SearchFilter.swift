import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// What `GET /v1/search` asks for, and where its page begins.
struct SearchFilter: Sendable {
    let query: SearchQuery
    let limit: Int
    let cursor: SearchCursor
    /// Of tasks, beyond their text, as a part of the statement.
    let condition: Query

    static let most = 100
    /// Characters; a target that is very much longer is refused before anybody reads it.
    static let longestQuery = 500
    private static let names: Set<String> = [
        "q", "state", "list", "region", "tag", "scheduledFrom", "scheduledTo", "dueFrom", "dueBefore", "limit",
        "cursor",
    ]

    init(_ request: Request) throws {
        try request.requireQuery(among: Self.names)
        guard let text: String = try request.queryValue("q"), text.unicodeScalars.count <= Self.longestQuery else {
            throw Problem(.malformedParameter, parameter: "q")
        }
        query = SearchQuery(text)
        limit = try request.pageLimit(most: Self.most, usual: 20)
        cursor =
            try request.queryValue("cursor").map { (text: String) in
                guard let cursor = SearchCursor(text) else { throw Problem(.malformedParameter, parameter: "cursor") }
                return cursor
            } ?? SearchCursor()
        var condition: Query = "deleted_at IS NULL"
        if let list = try request.listCondition() { condition = condition + " AND " + list }
        if let state = try request.stateCondition() { condition = condition + " AND " + state }
        if let tags = try request.tagCondition() { condition = condition + " AND " + tags }
        if let region = try Self.region(request) { condition = condition + " AND " + region }
        if let from = try request.queryDate("scheduledFrom") {
            condition = condition + " AND scheduled_date >= \(from)"
        }
        if let to = try request.queryDate("scheduledTo") { condition = condition + " AND scheduled_date <= \(to)" }
        if let from = try request.queryInstant("dueFrom") { condition = condition + " AND due_at >= \(from)" }
        if let before = try request.queryInstant("dueBefore") { condition = condition + " AND due_at < \(before)" }
        self.condition = condition
    }

    /// `region`: a region, or `none`.
    private static func region(_ request: Request) throws -> Query? {
        guard let name: String = try request.queryValue("region") else { return nil }
        if name == "none" { return "region IS NULL" }
        guard let region = Region(name: name) else { throw Problem(.malformedParameter, parameter: "region") }
        return "region = \(region.name)::day_region"
    }
}
