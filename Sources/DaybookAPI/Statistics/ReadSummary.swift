import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/analytics/summary`: how many tasks were completed today, this week, this month, last month and ever, by the
/// account's days; and how this month compares with the last, in a sentence.
///
/// 200 with the counts, `direction` (`up`, `down`, `same`) and `sentence`; 304 where the client holds it. 400
/// `malformed_parameter` for any parameter.
struct ReadSummary: AccountView {

    init(_ request: Request) throws { try request.requireQuery(among: []) }

    func statement(_ context: ViewContext) -> Query {
        let spans = CompletionSpans(context.moment)
        let recent =
            [spans.today, spans.thisWeek, spans.thisMonth, spans.lastMonth]
            .map(\.lowerBound).min() ?? .earliest
        func counted(_ span: Range<Instant>) -> Query {
            "count(*) FILTER (WHERE completed_at >= \(span.lowerBound) AND completed_at < \(span.upperBound))"
        }
        return """
            SELECT \(ViewHead.columns), recent.*,
                (SELECT count(*) FROM completion WHERE account_id = \(context.account))
            FROM \(ViewHead.tables)
            CROSS JOIN LATERAL (
                SELECT \(counted(spans.today)), \(counted(spans.thisWeek)), \(counted(spans.thisMonth)),
                    \(counted(spans.lastMonth))
                FROM completion WHERE account_id = \(context.account) AND completed_at >= \(recent)
            ) AS recent
            WHERE clock.account_id = \(context.account)
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        var columns = StoredColumns(behindHeadOf: rows[0])
        var counts = CompletionCounts()
        counts.today = try columns.next()
        counts.thisWeek = try columns.next()
        counts.thisMonth = try columns.next()
        counts.lastMonth = try columns.next()
        counts.ever = try columns.next()
        json.member("date", context.moment.today)
        counts.writeMembers(to: &json)
    }
}
