import DaybookCore
import HTTP
import Postgres

/// `GET /v1/analytics/daily.svg`: completions by day as bars, the last 30 days or `from` and `to`, up to 366 of them.
///
/// 200 with an SVG, in the colours of `theme` (`auto`, `light`, `dark`); 304 where the client holds it. 400
/// `malformed_parameter`.
struct DrawDaily: StatisticPicture {
    let theme: Theme
    private let range: DateRange

    init(_ request: Request) throws {
        try request.requireQuery(among: DateRange.parameters.union(["theme"]))
        theme = try request.theme()
        range = try DateRange(request)
    }

    private func dates(_ context: ViewContext) throws -> ClosedRange<CalendarDate> {
        try range.dates(upTo: context.moment.today, usual: 30, most: 366)
    }

    func statement(_ context: ViewContext) throws -> Query { .daily(try dates(context), context) }

    func draw(_ rows: Rows, _ context: ViewContext) throws -> SVG { try DailySeries(rows, over: dates(context)).bars() }
}
