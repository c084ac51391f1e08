import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/analytics/daily`: completions by date from `from` to `to`, days without any included; the last 30 days
/// unless said otherwise, and up to 36,600.
///
/// 200 with `from`, `to`, `total`, `busiest` and `days`, ready to plot; 304 where the client holds it. 400
/// `malformed_parameter`.
struct ReadDaily: AccountView {
    /// A hundred years.
    static let most = 36_600
    private let range: DateRange

    init(_ request: Request) throws { range = try DateRange(only: request) }

    private func dates(_ context: ViewContext) throws -> ClosedRange<CalendarDate> {
        try range.dates(upTo: context.moment.today, usual: 30, most: Self.most)
    }

    /// Each date's beginning is looked up in the zone's rules.
    func asksMuch(_ context: ViewContext) -> Bool { (try? dates(context)).map { $0.count > 400 } ?? false }

    func statement(_ context: ViewContext) throws -> Query { .daily(try dates(context), context) }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        try DailySeries(rows, over: dates(context)).writeMembers(to: &json)
    }
}

extension Query {
    /// Behind the head: the place of a date in the run, from 1, and how many tasks were completed on it. Dates without
    /// any are left out.
    static func daily(_ dates: ClosedRange<CalendarDate>, _ context: ViewContext) -> Query {
        let day = context.moment.day
        let span = day.interval(of: dates)
        let starts = (0..<dates.count).map { day.start(of: dates.lowerBound.adding(days: $0)) }
        return """
            SELECT \(ViewHead.columns), day.place, day.count
            FROM \(ViewHead.tables)
            LEFT JOIN LATERAL (
                SELECT width_bucket(completed_at, \(starts)) AS place, count(*) AS count
                FROM completion
                WHERE account_id = \(context.account) AND completed_at >= \(span.lowerBound)
                    AND completed_at < \(span.upperBound)
                GROUP BY 1
            ) AS day ON true
            WHERE clock.account_id = \(context.account)
            """
    }
}

extension DailySeries {
    /// From places in the run and counts, in the columns behind the head.
    init(_ rows: Rows, over dates: ClosedRange<CalendarDate>) throws(PostgresError) {
        var counts = [Int](repeating: 0, count: dates.count)
        for row in rows {
            var columns = StoredColumns(behindHeadOf: row)
            guard let place: Int32 = try columns.next() else { continue }
            counts[Int(place) - 1] = try columns.next()
        }
        self.init(dates, counts: counts)
    }
}
