import DaybookCore
import DaybookLedger
import HTTP
import Postgres

/// `GET /v1/views/widget`: what is due today in the rows of a home screen's widget, with an entry for each instant at
/// which the picture changes, through tomorrow.
///
/// `size` is `small` (3 rows) or `medium` (8); `list` (an id or `inbox`, more than once for several) shows only tasks
/// of these lists. 200 with `date`, `size`, `createLink` and `entries`; 304 where the client holds it and the next
/// entry's time has not come. 400 `malformed_parameter`.
struct WidgetView: AccountView {
    static let follows = ViewTag.Clock.time
    private let size: Widget.Size
    /// Nil shows all.
    private let lists: (ids: [Identifier], inbox: Bool)?

    init(_ request: Request) throws {
        try request.requireQuery(among: ["size", "list"])
        size = try request.query("size") { Widget.Size(rawValue: $0) } ?? .small
        let names = request.queryTexts("list")
        let ids = names.filter { $0 != "inbox" }.map { Identifier($0) }
        guard names.count <= 100, !ids.contains(nil) else { throw Problem(.malformedParameter, parameter: "list") }
        lists = names.isEmpty ? nil : (ids.compactMap(\.self), names.contains("inbox"))
    }

    func statement(_ context: ViewContext) -> Query {
        let days = context.moment.widgetDays
        let isShown: Query =
            lists.map { "(list_id = ANY(\($0.ids)) OR \($0.inbox) AND list_id IS NULL)" } ?? "true"
        let account = context.account
        let isDue: Query = """
            task.due_at >= day.begins AND task.due_at < day.ends AND task.scheduled_date IS DISTINCT FROM day.date
                AND task.deleted_at IS NULL
            """
        return """
            SELECT \(ViewHead.columns), day.place, task.total, task.task_id, task.title, task.state, task.due_at
            FROM \(ViewHead.tables)
            CROSS JOIN unnest(
                \(days.map(\.date))::date[], \(days.map(\.interval.lowerBound))::timestamptz[],
                \(days.map(\.interval.upperBound))::timestamptz[])
                WITH ORDINALITY AS day (date, begins, ends, place)
            LEFT JOIN LATERAL (
                SELECT task_id, title, due_at, state, sort_order, count(*) OVER () AS total FROM (
                    SELECT task_id, title, due_at, state, sort_order, list_id FROM task
                    WHERE account_id = \(account) AND scheduled_date = day.date AND deleted_at IS NULL
                    UNION ALL
                    SELECT task_id, title, due_at, state, sort_order, list_id FROM task
                    WHERE account_id = \(account) AND completed_at IS NULL AND \(isDue)
                    UNION ALL
                    SELECT task.task_id, task.title, task.due_at, task.state, task.sort_order, task.list_id
                    FROM completion
                    JOIN task ON task.account_id = completion.account_id AND task.task_id = completion.task_id
                    WHERE completion.account_id = \(account) AND completion.completed_at >= day.begins
                        AND completion.completed_at < day.ends AND task.state = 'completed' AND \(isDue)
                ) AS task WHERE \(isShown)
                ORDER BY state, sort_order, task_id LIMIT \(size.rows)
            ) AS task ON true
            WHERE clock.account_id = \(account)
            ORDER BY day.place, task.state, task.sort_order, task.task_id
            """
    }

    func writeChanging(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws -> Instant? {
        var pictures = context.moment.widgetDays.map { _ in Widget.Picture() }
        for row in rows {
            var columns = StoredColumns(behindHeadOf: row)
            let place: Int = try columns.next()
            guard pictures.indices.contains(place - 1), let total = try columns.next(Int?.self) else { continue }
            pictures[place - 1].total = total
            pictures[place - 1].lines.append(
                Widget.Picture.Line(
                    id: try columns.next(), title: try columns.next(),
                    state: try columns.next(), dueAt: try columns.next()))
        }
        let widget = context.moment.widget(pictures, linkScheme: context.settings.linkScheme)
        json.member("date", context.moment.today)
        json.member("size", size.rawValue)
        widget.writeMembers(to: &json)
        return widget.entries.dropFirst().first?.at
    }
}
