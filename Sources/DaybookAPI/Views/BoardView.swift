import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/views/board`: Morning, Afternoon and Evening of the account's today at a glance.
///
/// 200 with `date`, `regions` (the must-do or null, its title or a placeholder, `complementary` and `misc` such as
/// `2/3`, `progress` with its percent), `backlog`, the number of open tasks there, and `overall`. 304 where the client
/// holds it. 400 `malformed_parameter`.
struct BoardView: AccountView {

    init(_ request: Request) throws { try request.requireQuery(among: []) }

    func statement(_ context: ViewContext) -> Query {
        let account = context.account
        return """
            WITH placed AS (
                \(.onBoard(context, where: "IN ('morning', 'afternoon', 'evening')"))
            ), cell AS (
                SELECT region, count(*) AS total, count(*) FILTER (WHERE state = 'completed') AS done,
                    count(*) FILTER (WHERE bucket = 'complementary' AND state <> 'completed') AS complementary,
                    count(*) FILTER (WHERE bucket = 'misc' AND state <> 'completed') AS misc,
                    (array_agg(task_id ORDER BY state, sort_order, task_id) FILTER (WHERE bucket = 'mustDo'))[1] AS must_do
                FROM placed GROUP BY region
            )
            SELECT \(ViewHead.columns),
                (SELECT count(*) FROM task WHERE account_id = \(account) AND region = 'backlog'
                    AND deleted_at IS NULL AND completed_at IS NULL
                    AND \(context.visibility.tasks)),
                cell.region, cell.total, cell.done, cell.complementary, cell.misc, \(TaskItem.columns)
            FROM \(ViewHead.tables)
            LEFT JOIN cell ON true
            LEFT JOIN LATERAL (
                SELECT * FROM task WHERE account_id = \(account) AND task_id = cell.must_do LIMIT 1
            ) AS task ON true
            WHERE clock.account_id = \(account)
            """
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        let limits = context.settings.regionLimits
        var cells = Region.ofTheDay.map { Board.Cell(empty: $0, limits) }
        for row in rows {
            var columns = StoredColumns(row, from: ViewHead.width + 1)
            guard let region = try columns.next(Region?.self),
                let place = Region.ofTheDay.firstIndex(of: region)
            else { continue }
            let (total, done) = (try columns.next(Int.self), try columns.next(Int.self))
            let (complementary, misc) = (try columns.next(Int.self), try columns.next(Int.self))
            cells[place] = Board.Cell(
                region: region, mustDo: try row.task(behind: ViewHead.width + 6),
                complementary: Board.Fill(open: complementary, limit: limits.complementary),
                misc: Board.Fill(open: misc, limit: limits.misc), progress: Board.Progress(done: done, total: total))
        }
        json.member("date", context.moment.today)
        Board(cells: cells, backlog: try rows[0].decode(ViewHead.width)).writeMembers(to: &json)
    }
}

extension Query {
    /// What has a place on the board: today's, and those without a date or sticky from before, which leave after the
    /// day they are done.
    ///
    /// - Parameter regions: which regions, as a condition behind the column.
    static func onBoard(_ context: ViewContext, where regions: Query) -> Query {
        let (account, seen) = (context.account, context.visibility.tasks)
        let today = context.moment.today
        let day = context.moment.day.interval(of: today)
        let stays: Query = "(task.scheduled_date IS NULL OR task.scheduled_date < \(today) AND task.sticky)"
        return """
            SELECT task_id, region, bucket, state, sort_order FROM task
            WHERE account_id = \(account) AND scheduled_date = \(today) AND deleted_at IS NULL
                AND region \(regions) AND \(seen)
            UNION ALL
            SELECT task_id, region, bucket, state, sort_order FROM task
            WHERE account_id = \(account) AND region \(regions) AND \(stays)
                AND deleted_at IS NULL AND completed_at IS NULL AND \(seen)
            UNION ALL
            SELECT task.task_id, task.region, task.bucket, task.state, task.sort_order
            FROM completion
            JOIN task ON task.account_id = completion.account_id AND task.task_id = completion.task_id
            WHERE completion.account_id = \(account) AND completion.completed_at >= \(day.lowerBound)
                AND completion.completed_at < \(day.upperBound) AND task.deleted_at IS NULL
                AND task.state = 'completed' AND task.region \(regions) AND \(stays)
                AND \(seen)
            """
    }
}

extension Board.Cell {
    fileprivate init(empty region: Region, _ limits: RegionLimits) {
        self.init(
            region: region, mustDo: nil, complementary: Board.Fill(open: 0, limit: limits.complementary),
            misc: Board.Fill(open: 0, limit: limits.misc), progress: Board.Progress(done: 0, total: 0))
    }
}
