import DaybookCore
import HTTP
import Postgres

/// `GET /v1/views/overdue`: what was due before now and is not completed.
///
/// 200 with `tasks`, `nextCursor`, and `changesAt`, the instant at which the next task becomes overdue, or null; 304
/// where the client holds it and that instant has not come. `limit` up to 1000. 400 `malformed_parameter`.
struct OverdueView: AccountView {
    static let follows = ViewTag.Clock.time
    private let page: RequestedPage

    init(_ request: Request) throws { page = try RequestedPage(only: request) }

    func statement(_ context: ViewContext) -> Query {
        let now = context.moment.now
        return .tasks(
            for: context, sorting: "completed_at IS NULL AND due_at < \(now)", page: page,
            columns: """
                , (SELECT min(due_at) FROM task WHERE account_id = \(context.account) AND deleted_at IS NULL
                    AND completed_at IS NULL AND due_at >= \(now) AND \(context.visibility.tasks))
                """)
    }

    func writeChanging(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws -> Instant? {
        let due: Instant? = try rows[0].decode(ViewHead.width)
        // Overdue is strictly after the due instant.
        let changesAt = due?.adding(milliseconds: 1)
        json.member("changesAt", changesAt)
        try page.write(rows, behind: ViewHead.width + 1, to: &json)
        return changesAt
    }
}
