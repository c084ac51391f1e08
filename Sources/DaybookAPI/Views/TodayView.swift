import DaybookCore
import HTTP
import Postgres

/// `GET /v1/views/today`: what is scheduled for the account's today, or due on it without a date; what was completed of
/// it stays until the day ends.
///
/// 200 with `date`, `completedToday` and its `sentence` (of the whole day, whatever the page), `tasks` and
/// `nextCursor`; 304 where the client holds it. `limit` up to 1000. 400 `malformed_parameter`.
struct TodayView: AccountView {
    private let page: RequestedPage

    init(_ request: Request) throws { page = try RequestedPage(only: request) }

    func statement(_ context: ViewContext) -> Query {
        let today = context.moment.today
        let due = Query.undated(context, due: context.moment.day.interval(of: today))
        return .tasks(
            for: context, in: OrderedPart("scheduled_date = \(today)"), and: due, page: page,
            columns: """
                , (SELECT count(*) FROM task WHERE account_id = \(context.account) AND deleted_at IS NULL
                    AND scheduled_date = \(today) AND state = 'completed' AND \(context.visibility.tasks))
                    + (SELECT count(*) FROM (\(due)) AS due WHERE state = 'completed')
                """)
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        let completed: Int = try rows[0].decode(ViewHead.width)
        json.member("date", context.moment.today)
        json.member("completedToday", completed)
        json.member("sentence", json.language.text(.completedToday(completed)))
        try page.write(rows, behind: ViewHead.width + 1, to: &json)
    }
}
