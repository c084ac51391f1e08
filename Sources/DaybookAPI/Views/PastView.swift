import DaybookCore
import HTTP
import Postgres

/// `GET /v1/views/past`: what was scheduled before the account's today and is not completed. It waits here and never
/// moves by itself.
///
/// 200 with `date` (today), `tasks` and `nextCursor`; 304 where the client holds it. `limit` up to 1000. 400
/// `malformed_parameter`.
struct PastView: AccountView {
    private let page: RequestedPage

    init(_ request: Request) throws { page = try RequestedPage(only: request) }

    func statement(_ context: ViewContext) -> Query {
        .tasks(
            for: context, sorting: "completed_at IS NULL AND scheduled_date < \(context.moment.today)",
            page: page)
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        json.member("date", context.moment.today)
        try page.write(rows, behind: ViewHead.width, to: &json)
    }
}
