import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/analytics/postponements`: how often somebody moved a task to a later day; of all time or `from` and `to`.
/// What a rollover moves is not counted.
///
/// 200 with `count`, `tasks`, `days` and the tasks that were moved `most`, up to ten; 304 where the client holds it. It
/// is read from the ledger, and goes back as far as that is kept. 400 `malformed_parameter`.
struct ReadPostponements: AccountView {
    private let range: DateRange

    init(_ request: Request) throws { range = try DateRange(only: request) }

    func statement(_ context: ViewContext) -> Query {
        let span = range.instants(context.moment.day)
        return """
            SELECT \(ViewHead.columns), moved.*, task.title
            FROM \(ViewHead.tables)
            LEFT JOIN LATERAL (
                SELECT sum(count) OVER ()::bigint AS count, count(*) OVER () AS tasks, sum(days) OVER ()::bigint AS days,
                    entity_id, count AS times
                FROM (
                    SELECT entity_id, count(*) AS count, sum(postponed) AS days FROM change
                    WHERE account_id = \(context.account) AND postponed IS NOT NULL AND at >= \(span.lowerBound)
                        AND at < \(span.upperBound)
                    GROUP BY entity_id
                ) AS counted
                ORDER BY counted.count DESC, entity_id LIMIT \(Postponements.named)
            ) AS moved ON true
            LEFT JOIN task ON task.account_id = \(context.account) AND task.task_id = moved.entity_id
                AND task.deleted_at IS NULL
            WHERE clock.account_id = \(context.account)
            ORDER BY moved.times DESC, moved.entity_id
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        range.write(to: &json)
        try Postponements(rows).writeMembers(to: &json)
    }
}

extension Postponements {
    fileprivate init(_ rows: Rows) throws(PostgresError) {
        var (count, tasks, days) = (0, 0, 0)
        var most: [Moved] = []
        for row in rows {
            var columns = StoredColumns(behindHeadOf: row)
            guard let found: Int = try columns.next() else { continue }
            (count, tasks, days) = (found, try columns.next(), try columns.next())
            let task: Identifier = try columns.next()
            let times: Int = try columns.next()
            most.append(Moved(task: task, title: try columns.next(), count: times))
        }
        self.init(count: count, tasks: tasks, days: days, most: most)
    }
}
