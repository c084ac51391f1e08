import DaybookCore
import HTTP
import Postgres

/// `GET /v1/analytics/year.svg`: a calendar map of a `year` (1 to 9999), or of the 365 days up to today.
///
/// 200 with an SVG, in the colours of `theme` (`auto`, `light`, `dark`); 304 where the client holds it. 400
/// `malformed_parameter`.
struct DrawYear: StatisticPicture {
    let theme: Theme
    private let year: ClosedRange<CalendarDate>?

    init(_ request: Request) throws {
        try request.requireQuery(among: ["year", "theme"])
        theme = try request.theme()
        year = try request.query("year") { text in
            guard let year = Int(urlText: text), let first = CalendarDate(year: year, month: 1, day: 1),
                let last = CalendarDate(year: year, month: 12, day: 31)
            else { return nil }
            return first...last
        }
    }

    private func dates(_ context: ViewContext) -> ClosedRange<CalendarDate> {
        year ?? context.moment.today.adding(days: -364)...context.moment.today
    }

    func statement(_ context: ViewContext) -> Query { .daily(dates(context), context) }

    func draw(_ rows: Rows, _ context: ViewContext) throws -> SVG {
        try DailySeries(rows, over: dates(context)).map(firstWeekday: context.moment.day.firstWeekday)
    }
}
