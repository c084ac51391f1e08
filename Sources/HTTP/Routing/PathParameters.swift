/// What the router found in the path: the pieces that matched a parameter, in the order of the pattern, as ranges of the
/// path's bytes.
public struct PathParameters: Sendable {
    public init() {}
}
