import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// `GET /v1/history`: every accepted change, newest first, with the device that made it, old and new values, and how it
/// was resolved.
///
/// Filters: `task`, `list` (the list and the tasks that are in it), `device`, `since` and `until` (by the server's
/// time), `limit` up to 200. 200 with `entries` and `nextCursor`, which is null on the last page. 400
/// `malformed_parameter`.
struct ReadHistory: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try request.requireQuery(among: ["task", "list", "device", "since", "until", "limit", "cursor"])
        let limit = try request.pageLimit(most: LedgerPages.most, usual: 50)
        let (lines, next) = try await LedgerPages(database: database).page(
            of: principal.account, before: try request.pageCursor(), limit: limit,
            where: .all(Visibility(principal).changes, try filter(request, of: principal.account)))
        return .object { json in
            json.member("entries", lines)
            json.member("nextCursor", next.map { String($0) })
        }
    }

    private func filter(_ request: Request, of account: Identifier) throws -> Query {
        // What was rejected was never done. A line that says nothing at all only remembers that a request came.
        .all(
            """
            (change.changed OR change.outcome IN ('merged', 'superseded', 'waiting')
                OR change.outcome = 'applied' AND (change.kind <> 'set' OR change.patch::text <> '{}'))
            """,
            try request.query("task") { Identifier($0) }.map { "change.entity = 'task' AND change.entity_id = \($0)" },
            try request.query("list") { Identifier($0) }.map { list in
                """
                (change.entity_id = \(list) OR change.entity_id IN
                    (SELECT task_id FROM task WHERE task.account_id = \(account) AND task.list_id = \(list)))
                """
            },
            try request.query("device") { Identifier($0) }.map { "change.device_id = \($0)" },
            try request.query("since") { Instant($0) }.map { "change.recorded_at >= \($0)" },
            try request.query("until") { Instant($0) }.map { "change.recorded_at < \($0)" })
    }
}
