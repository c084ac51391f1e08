import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/analytics/completion-time`: how long tasks take from being written down to being done; of all time or those
/// done `from` and `to`.
///
/// 200 with `count` and seconds (`medianSeconds`, `ninetiethSeconds`, `averageSeconds`), which are null without any
/// completion; 304 where the client holds it. 400 `malformed_parameter`.
struct ReadCompletionTime: AccountView {
    private let range: DateRange

    init(_ request: Request) throws { range = try DateRange(only: request) }

    func statement(_ context: ViewContext) -> Query {
        let span = range.instants(context.moment.day)
        return """
            SELECT \(ViewHead.columns), time.count, time.parts[1], time.parts[2], time.average
            FROM \(ViewHead.tables)
            CROSS JOIN LATERAL (
                SELECT count(*) AS count, percentile_disc(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY took) AS parts,
                    div(sum(took), nullif(count(*), 0))::bigint AS average
                FROM completion
                WHERE account_id = \(context.account) AND completed_at >= \(span.lowerBound)
                    AND completed_at < \(span.upperBound)
            ) AS time
            WHERE clock.account_id = \(context.account)
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        var columns = StoredColumns(behindHeadOf: rows[0])
        let count: Int = try columns.next()
        let time =
            count == 0
            ? nil
            : CompletionTime(
                count: count, median: try columns.next(), ninetieth: try columns.next(), average: try columns.next())
        range.write(to: &json)
        CompletionTime.writeMembers(of: time, to: &json)
    }
}
