/// What a request was matched to, for labels: patterns are as many as were written, paths as many as clients make up.
public final class Route: Sendable {
    /// As `/v1/tasks/:task`.
    public let pattern: String
    /// Counts the patterns of a router from zero, so that counters can be kept in an array.
    public let index: Int
    let parameters: [String]

    init(pattern: RoutePattern, index: Int) {
        self.pattern = pattern.description
        self.index = index
        parameters = pattern.parameters
    }
}
