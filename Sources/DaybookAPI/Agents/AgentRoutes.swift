import DaybookAccounts
import DaybookAgents
import DaybookCore
import DaybookHost
import HTTP
import Reactor

/// The API's own routes, called for an assistant: the same code that answers apps, with the same idea of what an
/// account is. Of those for a token of scope `read` only what the tools read, which shows nothing of lists that are
/// kept from assistants (`Visibility`); and those that change one task.
struct AgentRoutes: Sendable {
    private let router: Router
    private let handlers: [Name: GuardedRoute.GuardedHandler]

    private struct Name: Hashable {
        let method: Method
        /// The index of the route, which all methods of a path share.
        let path: Int
    }

    private static let reading: Set<String> = [
        "/v1/search", "/v1/tasks", "/v1/tasks/:id", "/v1/lists", "/v1/history", "/v1/views/lists/:id",
        "/v1/views/today", "/v1/views/board", "/v1/views/overdue", "/v1/analytics/review",
    ]

    /// Nothing of lists, settings, devices, tokens, channels or the account is among them.
    private static let changing: [String: Set<Method>] = [
        "/v1/capture": [.post], "/v1/tasks": [.post], "/v1/tasks/:id": [.patch, .delete],
        "/v1/tasks/:id/complete": [.post], "/v1/tasks/:id/schedule": [.post], "/v1/tasks/:id/move": [.post],
        "/v1/history/:opId/undo": [.post], "/v1/proposals": [.post],
    ]

    init(_ routes: [GuardedRoute]) throws(RouteError) {
        let called: [(GuardedRoute, handler: GuardedRoute.GuardedHandler)] = routes.compactMap { route in
            let changes = Self.changing[route.pattern]?.contains(route.method) ?? false
            guard changes || Self.reading.contains(route.pattern) else { return nil }
            return (changes ? route.changing : route.reading).map { (route, handler: $0) }
        }
        var plan = Routes()
        // The router only finds them; who asks is told by whoever calls them.
        for (route, _) in called { plan.on(route.method, route.pattern) { _ in throw Problem(.notFound) } }
        let router = try plan.router()
        var paths: [String: Int] = [:]
        for route in router.routes { paths[route.pattern] = route.index }
        var handlers: [Name: GuardedRoute.GuardedHandler] = [:]
        for (route, handler) in called {
            if let path = paths[route.pattern] { handlers[Name(method: route.method, path: path)] = handler }
        }
        (self.router, self.handlers) = (router, handlers)
    }

    fileprivate func handler(of request: inout Request) throws -> GuardedRoute.GuardedHandler {
        guard let route = router.route(&request),
            let handler = handlers[Name(method: request.method, path: route.index)]
        else { throw Problem(.notFound) }
        return handler
    }
}

/// An assistant as the routes see it.
struct AgentCaller: AgentSource {
    let routes: AgentRoutes
    let principal: Principal
    let language: Language

    func read(_ place: AgentPlace) async throws -> AgentDocument {
        let query = FormText.encode(place.query.map { ($0.name, $0.value) })
        return try await answered { try await ask("GET", query.isEmpty ? place.path : "\(place.path)?\(query)") }
    }

    /// - Parameter condition: a further field of the request.
    func ask(
        _ method: String, _ path: String, _ members: [JSONMember]? = nil,
        _ condition: (name: String, value: String)? = nil
    ) async throws -> Response {
        let body = RequestBody(members.map { JSONValue.object($0).json } ?? [])
        var request =
            if let condition {
                Request(
                    method, path,
                    fields: [
                        "accept-language": language.rawValue, "content-type": "application/json",
                        condition.name: condition.value,
                    ], body: body)
            } else {
                Request(
                    method, path, fields: ["accept-language": language.rawValue, "content-type": "application/json"],
                    body: body)
            }
        let handler = try routes.handler(of: &request)
        return try await handler(request, principal)
    }

    /// What is the caller's own fault it can read; for the rest the server answers as for every request.
    func answered(_ ask: () async throws -> Response) async throws -> AgentDocument {
        do {
            return .found(try await ask().collectBody())
        } catch let error as any AnswerableError where error.problem.type.status.code < 500 {
            guard error.problem.type.status != .unauthorized else { throw error }
            let title = ProblemTitles.title(of: error.problem.type, in: language)
            return .refused(try await error.problem.response(to: nil, titled: title).collectBody())
        }
    }

    func unhurried(_ bytes: Int, _ body: @Sendable () -> [UInt8]) async -> [UInt8] {
        await aside(if: bytes > Request.longBody, body)
    }
}
