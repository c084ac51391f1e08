import DaybookCore
import HTTP
import Postgres

/// A statistic that answers as a picture.
protocol StatisticPicture: AccountView {
    var theme: Theme { get }
    func draw(_ rows: Rows, _ context: ViewContext) throws -> SVG
}

extension StatisticPicture {
    static var follows: ViewTag.Clock { .day }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws -> Instant? { nil }

    func answer(_ rows: Rows, _ context: ViewContext, _ head: ViewHead) throws -> (Response, changesAt: Instant?) {
        var response = Response(.ok, body: .bytes(try draw(rows, context).bytes(theme)))
        response.fields["content-type"] = "image/svg+xml"
        // A picture holds names that somebody chose: nothing in it may run or be fetched.
        response.fields["content-security-policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        return (response, nil)
    }
}

extension Request {
    /// `theme`: `auto` unless it is said to be `light` or `dark`.
    func theme() throws -> Theme {
        guard let text: String = try queryValue("theme") else { return .auto }
        guard let theme = Theme(rawValue: text) else { throw Problem(.malformedParameter, parameter: "theme") }
        return theme
    }
}
