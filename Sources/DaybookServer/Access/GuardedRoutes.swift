import HTTP

/// Routes for those who bring a token. Every handler is told who asks, so none can forget to find out.
struct GuardedRoutes {
    typealias GuardedHandler = @Sendable (Request, Principal) async throws -> Response

    private(set) var routes: Routes
    private let authenticator: Authenticator

    init(_ routes: Routes, _ authenticator: Authenticator) {
        self.routes = routes
        self.authenticator = authenticator
    }

    mutating func get(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.get, pattern, needs: access, handler)
    }

    mutating func post(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.post, pattern, needs: access, handler)
    }

    mutating func put(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.put, pattern, needs: access, handler)
    }

    mutating func patch(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.patch, pattern, needs: access, handler)
    }

    mutating func delete(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.delete, pattern, needs: access, handler)
    }

    mutating func on(_ method: Method, _ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        routes.on(method, pattern, label: access.rawValue) { [authenticator] request in
            let principal = try await authenticator.principal(of: request)
            guard principal.scope.allows(access) else { throw Problem(.scopeInsufficient) }
            return try await handler(request, principal)
        }
    }

    /// Routes for everybody.
    mutating func open(_ add: (inout Routes) -> Void) { add(&routes) }
}
