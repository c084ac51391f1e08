import DaybookAccounts
import DaybookAgents
import DaybookCore
import DaybookHost
import HTTP
import Reactor

/// The API's own routes, read for an assistant: the same code that answers apps, with the same idea of what an account
/// is. Only those that a token of scope `read` may call.
struct AgentReads: Sendable {
    private let router: Router
    /// By the index of their routes.
    private let handlers: [GuardedRoute.GuardedHandler]

    init(_ routes: [GuardedRoute]) throws(RouteError) {
        var plan = Routes()
        var handlers: [GuardedRoute.GuardedHandler] = []
        for route in routes {
            guard let handler = route.reading else { continue }
            // The router only finds them; who asks is told by whoever calls them.
            plan.get(route.pattern) { _ in throw Problem(.notFound) }
            handlers.append(handler)
        }
        router = try plan.router()
        self.handlers = handlers
    }

    func reader(for principal: Principal, language: Language) -> Reader {
        Reader(reads: self, principal: principal, language: language)
    }

    struct Reader: AgentSource {
        fileprivate let reads: AgentReads
        fileprivate let principal: Principal
        fileprivate let language: Language

        func read(_ place: AgentPlace) async throws -> AgentDocument {
            let query = FormText.encode(place.query.map { ($0.name, $0.value) })
            var request = Request(
                "GET", query.isEmpty ? place.path : "\(place.path)?\(query)",
                fields: ["accept-language": language.rawValue])
            guard let route = reads.router.route(&request) else { return .refused(try await body(Problem(.notFound))) }
            do {
                let response = try await reads.handlers[route.index](request, principal)
                return .found(try await response.collectBody())
            } catch let error as any AnswerableError where error.problem.type.status.code < 500 {
                // What is the caller's own fault it can read; for the rest the server answers as for every request.
                guard error.problem.type.status != .unauthorized else { throw error }
                return .refused(try await body(error.problem))
            }
        }

        private func body(_ problem: Problem) async throws -> [UInt8] {
            let title = ProblemTitles.title(of: problem.type, in: language)
            return try await problem.response(to: nil, titled: title).collectBody()
        }

        func unhurried(_ bytes: Int, _ body: @Sendable () -> [UInt8]) async -> [UInt8] {
            await aside(if: bytes > Request.longBody, body)
        }
    }
}
