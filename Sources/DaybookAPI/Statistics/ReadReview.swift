import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/analytics/review`: a week looked back on, by the account's first weekday; the current one, or that of
/// `date`.
///
/// 200 with the `week` by day, what was completed the week before, added, postponed and still waits (of the days that
/// have come), and a gentle `sentence`; 304 where the client holds it. 400 `malformed_parameter`.
struct ReadReview: AccountView {
    private let date: CalendarDate?

    init(_ request: Request) throws {
        try request.requireQuery(among: ["date"])
        date = try request.query("date") { CalendarDate($0) }
    }

    private func week(_ context: ViewContext) -> ClosedRange<CalendarDate> {
        context.moment.day.week(of: date ?? context.moment.today)
    }

    func statement(_ context: ViewContext) -> Query {
        let account = context.account
        let (day, visibility) = (context.moment.day, context.visibility)
        let week = week(context)
        let span = day.interval(of: week)
        let before = day.start(of: week.lowerBound.adding(days: -7))
        // At an end of time a week has fewer days.
        let starts = [before] + (0..<week.count).map { day.start(of: week.lowerBound.adding(days: $0)) }
        // What came by itself, such as the occurrences of a series, is of no device.
        return """
            SELECT \(ViewHead.columns),
                (SELECT count(*) FROM change WHERE account_id = \(account) AND created AND changed AND cause IS NULL
                    AND device_id <> '00000000-0000-0000-0000-000000000000' AND entity = 'task'
                    AND at >= \(span.lowerBound) AND at < \(span.upperBound)
                    AND \(visibility.task("change.entity_id"))),
                (SELECT count(*) FROM change WHERE account_id = \(account) AND postponed IS NOT NULL
                    AND at >= \(span.lowerBound) AND at < \(span.upperBound)
                    AND \(visibility.task("change.entity_id"))),
                (SELECT count(*) FROM task WHERE account_id = \(account) AND deleted_at IS NULL
                    AND completed_at IS NULL AND scheduled_date >= \(week.lowerBound)
                    AND scheduled_date <= \(min(week.upperBound, context.moment.today)) AND \(visibility.tasks)),
                day.place, day.count
            FROM \(ViewHead.tables)
            LEFT JOIN LATERAL (
                SELECT width_bucket(completed_at, \(starts)) AS place, count(*) AS count
                FROM completion
                WHERE account_id = \(account) AND completed_at >= \(before) AND completed_at < \(span.upperBound)
                    AND \(visibility.task("completion.task_id"))
                GROUP BY 1
            ) AS day ON true
            WHERE clock.account_id = \(account)
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        var columns = StoredColumns(behindHeadOf: rows[0])
        let (added, postponed, waiting): (Int, Int, Int) = (
            try columns.next(), try columns.next(), try columns.next()
        )
        // The week before, and the days.
        var counts = [Int](repeating: 0, count: 1 + week(context).count)
        for row in rows {
            var columns = StoredColumns(behindHeadOf: row, skipping: 3)
            guard let place: Int32 = try columns.next() else { continue }
            counts[Int(place) - 1] = try columns.next()
        }
        let review = WeeklyReview(
            series: DailySeries(week(context), counts: Array(counts.dropFirst())), completedWeekBefore: counts[0],
            added: added, postponed: postponed, waiting: waiting)
        review.writeMembers(to: &json)
    }
}
