import DaybookAccounts
import DaybookAgents
import DaybookCore
import DaybookHost
import HTTP

/// `POST /mcp`: the Model Context Protocol over HTTP, for assistants. Every message is a request of its own, and every
/// answer one document: between them nothing is kept but how much was changed lately, and nothing is sent unasked.
struct AgentDoor: Sendable {
    private let routes: AgentRoutes
    private let ledger: LedgerPages
    private let limits: RateLimits
    private let paces = AgentPaces()
    private let figures: AgentFigures
    private let reach: AgentReach
    private let address: ServerAddress
    private let known: AssistantAddress
    private let origins: CrossOriginPolicy?
    private let hasApp: Bool

    /// Far more than a message of this protocol needs.
    static let longestBody = 64 << 10

    init(
        _ routes: AgentRoutes, _ ledger: LedgerPages, _ limits: RateLimits, _ configuration: Configuration,
        _ figures: AgentFigures
    ) {
        (self.routes, self.ledger, self.limits, self.figures) = (routes, ledger, limits, figures)
        reach =
            switch configuration.agents {
            case .off, .read: []
            case .propose: .proposals
            case .write: [.changes, .proposals]
            }
        address = ServerAddress(configuration)
        known = AssistantAddress(configuration)
        origins = configuration.crossOrigin
        hasApp = configuration.servesWeb
    }

    var route: GuardedRoute {
        .post("/mcp", needs: .assistant, answer).first(refusalOfOrigin).challenging(known.challenge)
    }

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try request.requireJSON()
        let body = try await request.body.collect(upTo: Self.longestBody)
        let app = hasApp ? (try? address.of(request)).map { "\($0)/app/" } : nil
        let caller = AgentCaller(routes: routes, principal: principal.asAssistant, language: request.language)
        let mayChange = !reach.isEmpty && principal.scope == .agent
        let hands =
            mayChange ? AgentChanges(caller: caller, ledger: ledger, paces: paces, figures: figures) : nil
        let server = AgentServer(
            reading: caller, changing: hands, reach, version: Version.number.description, app: app
        ) { [limits] further in
            try limits.draw(further, device: principal.device, of: principal.account)
        } noting: { [figures] tool, outcome in
            figures.called(tool, outcome)
        }
        let answer = try await server.answer(body, AgentHead(request))
        let status = Status(UInt16(answer.status))
        var response = answer.body.isEmpty ? Response(status) : Response.json(answer.body, status: status)
        response.fields.add("cache-control", "no-store")
        return response
    }

    /// A page of another origin may have made the browser believe that this server is its own (DNS rebinding). Programs
    /// that are no browsers send no origin.
    private func refusalOfOrigin(_ request: Request) -> Response? {
        let origins = request.fields.values("origin")
        guard !origins.isEmpty else { return nil }
        if origins.count == 1, isOwn(origins[0], request) || self.origins?.allows(origins[0]) == true { return nil }
        return Problem(.originNotAllowed).response(to: request.id)
    }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        guard let own = try? address.of(request) else { return false }
        return own == origin || own.hasPrefix(origin + "/")
    }
}

extension AgentHead {
    fileprivate init(_ request: Request) {
        self.init(
            revisions: request.fields.values("mcp-protocol-version"), methods: request.fields.values("mcp-method"),
            names: request.fields.values("mcp-name").map { Self.decoded($0) })
    }

    /// A value that is no plain ASCII comes as `=?base64?...?=`. Nil for one that is broken.
    private static func decoded(_ value: String) -> String? {
        guard value.hasPrefix("=?base64?"), value.hasSuffix("?="), value.utf8.count >= 11 else { return value }
        return Base64.decode(String(value.dropFirst(9).dropLast(2))).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
