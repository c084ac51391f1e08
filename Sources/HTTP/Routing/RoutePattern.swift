/// The shape of a path: segments that are spelled out and, behind a colon, segments that are named parameters.
///
///     "/v1/tasks/:task/notes"
///     "/v1/tasks/\(task)/notes"      // where task is a PathParameter("task", as: TaskID.self)
///
/// A slash at the end is part of the shape: `/v1/tasks/` is not `/v1/tasks`. Answering both would give every resource
/// two names, and redirecting would have to guess.
public struct RoutePattern: Sendable, Hashable, CustomStringConvertible {
    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    let segments: [Segment]
    public let description: String

    public init(_ text: String) throws(RouteError) {
        guard text.utf8.first == 0x2F else { throw .malformedPattern(text) }
        var segments: [Segment] = []
        for piece in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard piece.utf8.first == 0x3A else {
                guard piece.utf8.allSatisfy(Self.isPlain), piece != ".", piece != ".." else {
                    throw .malformedPattern(text)
                }
                segments.append(.literal(String(piece)))
                continue
            }
            let name = String(piece.dropFirst())
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isPlain), !segments.contains(.parameter(name)) else {
                throw .malformedPattern(text)
            }
            segments.append(.parameter(name))
        }
        // Only the last segment may be empty: that is the slash at the end.
        guard !segments.dropLast().contains(.literal("")) else { throw .malformedPattern(text) }
        self.segments = segments
        description = text
        guard parameters.count <= PathParameters.most else { throw .tooManyParameters(text) }
    }

    var parameters: [String] {
        segments.compactMap { segment in
            if case .parameter(let name) = segment { name } else { nil }
        }
    }

    func appending(_ tail: RoutePattern) throws(RouteError) -> RoutePattern {
        guard description != "/" else { return tail }
        return try RoutePattern(tail.description == "/" ? description : description + tail.description)
    }

    /// The unreserved bytes of RFC 3986, which need no escaping.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}

/// A mistake in the routes, found while they are laid out.
public enum RouteError: Error, Equatable, CustomStringConvertible {
    case malformedPattern(String)
    case tooManyParameters(String)
    case duplicate(String)

    public var description: String {
        switch self {
        case .malformedPattern(let text): "the route \(text) is malformed"
        case .tooManyParameters(let text): "the route \(text) has more than \(PathParameters.most) parameters"
        case .duplicate(let text): "the route \(text) is there twice"
        }
    }
}
