/// Lays out which handler answers which requests. Mistakes are kept until ``router()``, which throws the first, so that
/// a list of routes reads as one.
///
///     var routes = Routes(middleware: [requestIDs(), problems(report)])
///     routes.get("/healthz") { _ in .text("ok") }
///     routes.group("/v1", middleware: [authentication]) { routes in
///         routes.get("/tasks/:task") { request in try await show(request.parameter("task", as: TaskID.self)) }
///     }
///     let server = HTTPServer(..., handler: try routes.router().answer)
public struct Routes: Sendable {
    struct Entry: Sendable {
        let method: Method
        let pattern: RoutePattern
        let handler: Handler
        let label: String?
    }

    /// One route as it was laid out, for documentation and tests.
    public struct Listed: Sendable, Hashable {
        public let method: Method
        public let pattern: String
        /// A label by which the code that laid out the route finds it again.
        public let label: String?
    }

    public var list: [Listed] {
        entries.map { Listed(method: $0.method, pattern: $0.pattern.description, label: $0.label) }
    }

    /// Around every answer, also those to requests that match nothing. It runs after the match, so that it can tell
    /// the route.
    let middleware: [Middleware]
    private(set) var entries: [Entry] = []
    private(set) var fault: RouteError?
    private var prefix = "/"
    /// The middleware of the groups that contain this one.
    private var inherited: [Middleware] = []

    public init(middleware: [Middleware] = []) { self.middleware = middleware }

    public mutating func get(_ pattern: String, _ handler: @escaping Handler) { on(.get, pattern, handler) }
    public mutating func post(_ pattern: String, _ handler: @escaping Handler) { on(.post, pattern, handler) }
    public mutating func put(_ pattern: String, _ handler: @escaping Handler) { on(.put, pattern, handler) }
    public mutating func patch(_ pattern: String, _ handler: @escaping Handler) { on(.patch, pattern, handler) }
    public mutating func delete(_ pattern: String, _ handler: @escaping Handler) { on(.delete, pattern, handler) }

    public mutating func on(
        _ method: Method, _ pattern: String, label: String? = nil, _ handler: @escaping Handler
    ) {
        do throws(RouteError) {
            let whole = try RoutePattern(prefix).appending(RoutePattern(pattern))
            entries.append(Entry(method: method, pattern: whole, handler: inherited.around(handler), label: label))
        } catch {
            fault = fault ?? error
        }
    }

    /// Routes that share the beginning of their paths and what stands before their handlers.
    public mutating func group(_ prefix: String, middleware: [Middleware] = [], _ add: (inout Routes) -> Void) {
        var inner = self
        // A group at "/" is there for its middleware alone.
        if prefix != "/" { inner.prefix = self.prefix == "/" ? prefix : self.prefix + prefix }
        inner.inherited += middleware
        add(&inner)
        entries = inner.entries
        fault = inner.fault
    }

    /// The router of these routes. Throws if one is malformed or there twice.
    public func router() throws(RouteError) -> Router {
        if let fault { throw fault }
        return try Router(self)
    }
}

extension [Middleware] {
    /// The handler behind all of these, the first outermost.
    public func around(_ handler: @escaping Handler) -> Handler {
        var whole = handler
        for middleware in reversed() { whole = Self.put(middleware, before: whole) }
        return whole
    }

    private static func put(_ middleware: @escaping Middleware, before handler: @escaping Handler) -> Handler {
        { request in try await middleware(request, handler) }
    }
}
