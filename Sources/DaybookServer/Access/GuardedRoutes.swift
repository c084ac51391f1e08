import HTTP

/// Routes for those who bring a token. Every handler is told who asks, so none can forget to find out.
struct GuardedRoutes {
    typealias GuardedHandler = @Sendable (Request, Principal) async throws -> Response

    private(set) var routes: Routes
    private let authenticator: Authenticator
    /// Nil counts nothing.
    private let limits: RateLimits?

    init(_ routes: Routes, _ authenticator: Authenticator, _ limits: RateLimits? = nil) {
        self.routes = routes
        self.authenticator = authenticator
        self.limits = limits
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
        routes.on(method, pattern, label: access.rawValue) { [authenticator, limits] request in
            guard let token = request.presentedToken else {
                _ = try limits?.draw(for: request.client.address)
                throw Problem.unauthenticated
            }
            let principal: Principal
            if let known = authenticator.remembered(token) {
                principal = known
            } else {
                // Only who is not known yet costs a look into the database, and may be guessing.
                _ = try limits?.draw(for: request.client.address)
                principal = try await authenticator.lookUp(token)
            }
            let standing = try limits?.draw(for: principal)
            guard principal.scope.allows(access) else { throw Problem(.scopeInsufficient) }
            guard let standing else { return try await handler(request, principal) }
            do {
                var response = try await handler(request, principal)
                response.fields.append(standing)
                return response
            } catch var problem as Problem {
                problem.fields.append(standing)
                throw problem
            }
        }
    }

    /// Routes for everybody.
    mutating func open(_ add: (inout Routes) -> Void) {
        guard let limits else { return add(&routes) }
        routes.group("/", middleware: [limits.ofAddresses]) { add(&$0) }
    }
}
