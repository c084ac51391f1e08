import DaybookHost
import DaybookLedger
import HTTP

/// Routes for those who bring a token. Every handler is told who asks, so none can forget to find out.
package struct GuardedRoutes {
    package typealias GuardedHandler = @Sendable (Request, Principal) async throws -> Response

    package private(set) var routes: Routes
    private let authenticator: Authenticator
    /// Nil counts nothing.
    private let limits: RateLimits?

    package init(_ routes: Routes, _ authenticator: Authenticator, _ limits: RateLimits? = nil) {
        self.routes = routes
        self.authenticator = authenticator
        self.limits = limits
    }

    package mutating func get(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.get, pattern, needs: access, handler)
    }

    package mutating func post(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.post, pattern, needs: access, handler)
    }

    package mutating func put(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.put, pattern, needs: access, handler)
    }

    package mutating func patch(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.patch, pattern, needs: access, handler)
    }

    package mutating func delete(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        on(.delete, pattern, needs: access, handler)
    }

    mutating func on(_ method: Method, _ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) {
        let threshold = Threshold(authenticator: authenticator, limits: limits)
        let takesBasic = Self.takesBasic(access)
        routes.on(method, pattern, label: access.rawValue) { request in
            guard let token = takesBasic ? request.presentedPassword : request.presentedToken else {
                throw threshold.refusal(of: request)
            }
            // Only who is not known here yet costs a look into the database.
            let admitted =
                if let known = try threshold.admit(token, access) { known } else {
                    try await threshold.lookUp(token, of: request, access)
                }
            let account = admitted.principal.account
            if request.held?.isFull(for: Holder(account)) == true {
                throw Problem(.answersUnread, fields: ["retry-after": "5"])
            }
            guard let standing = admitted.standing else {
                return try await handler(request, admitted.principal).of(account)
            }
            do {
                var response = try await handler(request, admitted.principal).of(account)
                response.fields.append(standing)
                return response
            } catch var problem as Problem {
                problem.fields.append(standing)
                throw problem
            } catch let refusal as LedgerRefusal {
                var problem = refusal.problem
                problem.fields.append(standing)
                throw problem
            }
        }
    }

    /// Who is known by a name and a password, as calendar programs send them: there alone `Basic` counts.
    private static func takesBasic(_ access: Access) -> Bool { access == .caldav }

    /// Routes for everybody.
    package mutating func open(_ add: (inout Routes) -> Void) {
        guard let limits else { return add(&routes) }
        routes.group("/", middleware: [limits.ofAddresses]) { add(&$0) }
    }
}
