import DaybookCore
import HTTP
import Postgres

/// A statistic that answers as a picture.
protocol StatisticPicture: AccountView {
    var theme: Theme { get }
    func draw(_ rows: Rows, _ context: ViewContext) throws -> SVG
}

extension StatisticPicture {
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
        try query("theme") { Theme(rawValue: $0) } ?? .auto
    }
}
