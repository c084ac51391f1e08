import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// What `GET /v1/search` asks for, and where its page begins.
struct SearchFilter: Sendable {
    let query: SearchQuery
    let limit: Int
    /// A page ends behind a hit, for its cursor tells where it ended. Else it may end behind what the conditions leave
    /// out.
    let endsWhereShown: Bool
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

    init(_ request: Request, _ visibility: Visibility = .everything) throws {
        try request.requireQuery(among: Self.names)
        guard let text: String = try request.queryValue("q"), text.unicodeScalars.count <= Self.longestQuery else {
            throw Problem(.malformedParameter, parameter: "q")
        }
        query = SearchQuery(text)
        limit = try request.pageLimit(most: Self.most, usual: 20)
        cursor = try request.query("cursor") { SearchCursor($0) } ?? SearchCursor()
        endsWhereShown = visibility.hidesSomething
        condition = .all(
            "deleted_at IS NULL", visibility.tasks, try request.listCondition(), try request.stateCondition(),
            try request.tagCondition(), try Self.region(request),
            try request.query("scheduledFrom") { CalendarDate($0) }.map { "scheduled_date >= \($0)" },
            try request.query("scheduledTo") { CalendarDate($0) }.map { "scheduled_date <= \($0)" },
            try request.query("dueFrom") { Instant($0) }.map { "due_at >= \($0)" },
            try request.query("dueBefore") { Instant($0) }.map { "due_at < \($0)" })
    }

    /// `region`: a region, or `none`.
    private static func region(_ request: Request) throws -> Query? {
        try request.query("region") { name in
            name == "none" ? "region IS NULL" : Region(name: name).map { "region = \($0.name)::day_region" as Query }
        }
    }
}
