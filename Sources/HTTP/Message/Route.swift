/// The route that a request matched, for labels: there are only as many patterns as were written, but as many paths as
/// clients make up.
public final class Route: Sendable {
    /// For example `/v1/tasks/:task`.
    public let pattern: String
    /// Counts the patterns of a router from zero, so that counters can be kept in an array.
    public let index: Int
    let parameters: [String]

    init(pattern: String, index: Int, parameters: [String]) {
        self.pattern = pattern
        self.index = index
        self.parameters = parameters
    }
}
