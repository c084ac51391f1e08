import DaybookCore
import HTTP

extension Holder {
    package init(_ account: Identifier) { self.init(high: account.high, low: account.low) }
}

extension Response {
    /// The answer to a request with a token: shared caches keep nothing of it, and the client itself asks each time
    /// whether its copy is still current. An answer that already says something stricter stays as it is.
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
