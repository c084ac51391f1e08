import DaybookCore
import HTTP
import Postgres

/// `GET /v1/analytics/balance.svg`: how completions share out `by` `list` (unless said otherwise), `category` or
/// `region`; of all time or `from` and `to`.
///
/// 200 with an SVG, in the colours of `theme` (`auto`, `light`, `dark`); 304 where the client holds it. 400
/// `malformed_parameter`.
struct DrawBalance: StatisticPicture {
    let theme: Theme
    private let kind: Distribution.Kind
    private let range: DateRange

    init(_ request: Request) throws {
        try request.requireQuery(among: DateRange.parameters.union(["by", "theme"]))
        theme = try request.theme()
        kind = try request.distributionKind()
        range = try DateRange(request)
    }

    func statement(_ context: ViewContext) -> Query {
        .distribution(kind, during: range.instants(context.moment.day), of: context.account)
    }

    func draw(_ rows: Rows, _ context: ViewContext) throws -> SVG {
        let (distribution, names) = try Distribution.read(rows)
        return distribution.bars(kind) { kind.told($0, lists: names) }
    }
}
