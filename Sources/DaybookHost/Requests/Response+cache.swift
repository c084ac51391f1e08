import DaybookCore
import HTTP

extension Holder {
    package init(_ account: Identifier) { self.init(high: account.high, low: account.low) }
}

extension Response {
    /// An answer to somebody who brought a token: caches that others share keep nothing of it, and its own client asks
    /// each time whether what it holds is still so. What says something stricter of itself stays as it is.
    ///
    /// What of it they do not read is counted as theirs.
    package func of(_ account: Identifier) -> Response {
        var response = self
        response.holder = Holder(account)
        if fields["cache-control"] == nil { response.fields.append(Self.privately) }
        return response
    }

    private static let privately: ResponseFields = ["cache-control": "private, no-cache"]
}
