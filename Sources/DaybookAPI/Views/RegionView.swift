import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/views/regions/{region}`: the screen of Morning, Afternoon or Evening: its tasks of the account's today by
/// bucket.
///
/// 200 with `date`, `region`, `buckets` (each with `open`, `limit`, their `text`, and its `tasks`) and `progress`; 304
/// where the client holds it. 400 `malformed_parameter`, 404 for any other region. A region is meant to hold a handful:
/// of one that was overfilled offline, the first 500 are shown.
struct RegionView: AccountView {
    private let region: Region

    init(_ request: Request) throws {
        try request.requireQuery(among: [])
        guard let region = request.parameter("region").flatMap({ Region(name: $0) }), region != .backlog else {
            throw Problem(.notFound)
        }
        self.region = region
    }

    func statement(_ context: ViewContext) -> Query {
        .view(
            of: context.account,
            """
            SELECT \(.taskPageColumns)
            FROM (\(.onBoard(context, where: "= \(region.name)::day_region"))) AS placed
            JOIN task ON task.account_id = \(context.account) AND task.task_id = placed.task_id
            ORDER BY placed.state, placed.sort_order, placed.task_id LIMIT 500
            """)
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        let tasks = try rows.prefix(rows.count).tasks(behind: ViewHead.width)
        json.member("date", context.moment.today)
        context.moment.regionScreen(region, tasks, limits: context.settings.regionLimits)?.writeMembers(to: &json)
    }
}
