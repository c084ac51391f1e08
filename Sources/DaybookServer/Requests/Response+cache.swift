import HTTP

extension Response {
    /// An answer to somebody who brought a token: caches that others share keep nothing of it, and its own client asks each time
    /// whether what it holds is still so. What says something stricter of itself stays as it is.
    var ofSomebody: Response {
        guard fields["cache-control"] == nil else { return self }
        var response = self
        response.fields.append(Self.privately)
        return response
    }

    private static let privately: ResponseFields = ["cache-control": "private, no-cache"]
}
