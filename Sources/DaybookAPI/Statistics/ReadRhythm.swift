import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/analytics/rhythm`: when completions happen, by weekday and hour of the account's clock; of all time or
/// `from` and `to`.
///
/// 200 with `weekdays` (7, from Monday), `hours` (24) and `cells` (7 times 24); 304 where the client holds it. 400
/// `malformed_parameter`.
struct ReadRhythm: AccountView {
    private let range: DateRange

    init(_ request: Request) throws { range = try DateRange(only: request) }

    func statement(_ context: ViewContext) -> Query {
        let account = context.account
        let day = context.moment.day
        let spans = day.spans(during: range.instants(day))
        // Weeks are counted from a Thursday long before any date, so that nothing is below zero.
        return """
            SELECT \(ViewHead.columns), slot.number, slot.count
            FROM \(ViewHead.tables)
            LEFT JOIN LATERAL (
                SELECT counted.number, sum(counted.count)::bigint AS count
                FROM unnest(\(spans.map(\.instants.lowerBound)), \(spans.map(\.instants.upperBound)),
                    \(spans.map { Int64($0.secondsToDay) })) AS span (begin_at, end_at, seconds_to_day)
                CROSS JOIN LATERAL (
                    SELECT (completed_second + span.seconds_to_day + 66528000000) % 604800
                        / \(Int64(WeekSlot.seconds(day))) AS number, count(*) AS count
                    FROM completion
                    WHERE account_id = \(account) AND completed_at >= span.begin_at AND completed_at < span.end_at
                    GROUP BY 1
                ) AS counted
                WHERE span.end_at > (
                    SELECT completed_at FROM completion WHERE account_id = \(account) ORDER BY completed_at LIMIT 1
                ) AND span.begin_at <= (
                    SELECT completed_at FROM completion WHERE account_id = \(account)
                    ORDER BY completed_at DESC LIMIT 1
                )
                GROUP BY counted.number
            ) AS slot ON true
            WHERE clock.account_id = \(account)
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        var rhythm = Rhythm()
        for row in rows {
            var columns = StoredColumns(behindHeadOf: row)
            guard let number: Int64 = try columns.next() else { continue }
            let slot = WeekSlot(Int(number), of: context.moment.day)
            rhythm.add(try columns.next(), weekday: slot.weekday, hour: slot.hour)
        }
        range.write(to: &json)
        rhythm.writeMembers(to: &json)
    }
}

/// A part of a week of the account's days that lies in one date and in one hour of the wall clock.
struct WeekSlot: Hashable {
    /// Of the date; 1 is Monday.
    let weekday: Int
    /// Of the wall clock.
    let hour: Int

    /// - Parameter number: from the start of a Thursday.
    init(_ number: Int, of day: LocalDay) {
        let second = number * Self.seconds(day)
        weekday = (second / 86_400 + 3) % 7 + 1
        hour = (second % 86_400 + Int(day.dayStart.minutes) * 60) % 86_400 / 3600
    }

    /// An hour, or less where days do not begin with one.
    static func seconds(_ day: LocalDay) -> Int {
        var (part, rest) = (60, Int(day.dayStart.minutes) % 60)
        while rest > 0 { (part, rest) = (rest, part % rest) }
        return part * 60
    }
}
