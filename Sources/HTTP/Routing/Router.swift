import Reactor

/// Sends each request to the handler of its path and method.
///
/// HEAD is answered by the handler of GET and OPTIONS by the router; a path without that method answers 405 with what
/// it allows, an unknown method 501 (RFC 9110, 9.1), an unknown path 404.
public struct Router: Sendable {
    /// Every pattern once, in the order of ``Route/index``.
    public let routes: [Route]

    private let trie: RouteTrie
    private let endpoints: [Endpoint]
    private let notFound: Handler
    private let notImplemented: Handler
    private let wholeServer: Handler

    /// The handlers of one path. They carry their middleware already, so that a request allocates nothing for it.
    fileprivate struct Endpoint: Sendable {
        var ways = [Way?](repeating: nil, count: Method.slots)
        /// The answer for the methods that are missing.
        var notAllowed: Way?
    }

    /// A struct and no tuple: a function within a generic container is called through one more asynchronous frame.
    fileprivate struct Way: Sendable {
        let route: Route
        let handler: Handler
    }

    init(_ plan: Routes) throws(RouteError) {
        var trie = RouteTrie()
        var endpoints: [Endpoint] = []
        var routes: [RoutePattern: Route] = [:]
        for entry in plan.entries {
            guard let slot = entry.method.slot else { throw .malformedPattern(entry.pattern.description) }
            let endpoint = trie.endpoint(of: entry.pattern)
            if endpoint == endpoints.count { endpoints.append(Endpoint()) }
            guard endpoints[endpoint].ways[slot] == nil else {
                throw .duplicate("\(entry.method.text) \(entry.pattern)")
            }
            let route =
                routes[entry.pattern]
                ?? Route(
                    pattern: entry.pattern.description, index: routes.count, parameters: entry.pattern.parameters)
            routes[entry.pattern] = route
            endpoints[endpoint].ways[slot] = Way(route: route, handler: plan.middleware.around(entry.handler))
        }
        self.endpoints = endpoints.map { $0.completed(plan.middleware) }
        self.trie = trie
        self.routes = routes.values.sorted { $0.index < $1.index }
        notFound = plan.middleware.around { _ in throw Problem(.notFound) }
        notImplemented = plan.middleware.around { _ in throw Problem(.methodNotImplemented) }
        wholeServer = plan.middleware.around { _ in
            Response(.noContent, fields: ["allow": Method.listed(Method.routed)])
        }
    }

    public func answer(_ request: Request) async throws -> Response {
        var request = request
        let handler = handler(for: &request)
        return try await handler(request)
    }

    /// Puts into a request what its path says, and answers which route it is; nil where no route has this path and
    /// method. For requests that the process makes to itself, whose handlers are kept elsewhere.
    public func route(_ request: inout Request) -> Route? {
        var parameters = PathParameters()
        let found = request.withPath { path in trie.resolve(path, &parameters) }
        guard let found, let way = request.method.slot.flatMap({ endpoints[found].ways[$0] }) else { return nil }
        parameters.route = way.route
        request.parameters = parameters
        return way.route
    }

    private func handler(for request: inout Request) -> Handler {
        if request.method == .other { return notImplemented }
        var parameters = PathParameters()
        let (found, isAsterisk) = request.withPath { path in
            (trie.resolve(path, &parameters), path.count == 1 && path[0] == UInt8(ascii: "*"))
        }
        guard let found else { return isAsterisk && request.method == .options ? wholeServer : notFound }
        let endpoint = endpoints[found]
        guard let way = request.method.slot.flatMap({ endpoint.ways[$0] }) ?? endpoint.notAllowed else {
            return notFound
        }
        parameters.route = way.route
        Reactor.current?.cause = way.route.index
        request.parameters = parameters
        return way.handler
    }
}

extension Router.Endpoint {
    /// Adds HEAD where there is GET, OPTIONS everywhere, and the answer for the methods that are missing.
    fileprivate func completed(_ middleware: [Middleware]) -> Self {
        guard let get = Method.get.slot, let head = Method.head.slot, let options = Method.options.slot,
            let route = ways.lazy.compactMap({ $0?.route }).first
        else { return self }
        var copy = self
        if copy.ways[head] == nil { copy.ways[head] = ways[get] }
        let allowed = Method.routed.filter { method in
            method == .options || method.slot.map { copy.ways[$0] != nil } == true
        }
        let allow: ResponseFields = ["allow": Method.listed(allowed)]
        if copy.ways[options] == nil {
            copy.ways[options] = Router.Way(
                route: route, handler: middleware.around { _ in Response(.noContent, fields: allow) })
        }
        copy.notAllowed = Router.Way(
            route: route, handler: middleware.around { _ in throw Problem(.methodNotAllowed, fields: allow) })
        return copy
    }
}

extension Method {
    static let routed: [Method] = allCases.filter { $0.slot != nil }
    static let slots = 14

    /// As the field `allow` names them.
    public static func listed(_ methods: [Method]) -> String { methods.map(\.text).joined(separator: ", ") }

    /// The place of its handler; nil for methods that never have one.
    var slot: Int? {
        switch self {
        case .get: 0
        case .head: 1
        case .post: 2
        case .put: 3
        case .patch: 4
        case .delete: 5
        case .options: 6
        case .propfind: 7
        case .proppatch: 8
        case .report: 9
        case .mkcalendar: 10
        case .mkcol: 11
        case .copy: 12
        case .move: 13
        case .trace, .lock, .unlock, .other: nil
        }
    }

    public var text: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .trace: "TRACE"
        case .propfind: "PROPFIND"
        case .proppatch: "PROPPATCH"
        case .report: "REPORT"
        case .mkcalendar: "MKCALENDAR"
        case .mkcol: "MKCOL"
        case .copy: "COPY"
        case .move: "MOVE"
        case .lock: "LOCK"
        case .unlock: "UNLOCK"
        case .other: "OTHER"
        }
    }
}
