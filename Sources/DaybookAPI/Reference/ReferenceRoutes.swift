import DaybookAccounts
import DaybookHost
import HTTP
import Reactor

/// The API's description for programs and for people, the guides, a search over all of it, and a page for every
/// problem, which its `type` leads to; for everybody and with an entity tag.
enum ReferenceRoutes {
    /// - Parameter privacy: what the operator tells about data; nil for an operator who tells nothing.
    static func all(privacy: PrivacyPage?) -> [GuardedRoute] {
        let privacy = privacy ?? .ofNobody
        return [
            .get("/v1/openapi.json", document),
            .get("/docs", reference),
            .get("/docs/:guide", guide),
            .get("/problems/:code", problem),
            .get("/privacy") { try await $0.unlessHeld(Page.kept(privacy.bytes)) },
        ]
    }

    // Made when somebody first asks.
    private static let page = ReferencePage(document: APIDocument()).bytes
    private static let guides = Dictionary(
        Guide.all.map { ($0.name, $0.page) }, uniquingKeysWith: { first, _ in first })
    private static let problems = Dictionary(
        ProblemPage.all.map { ($0.code, ProblemPage(type: $0).bytes) }, uniquingKeysWith: { first, _ in first })
    private static let search = ReferenceSearch(of: APIDocument())

    @Sendable private static func document(_ request: Request) async throws -> Response {
        var response = Response.json(APIDocument.bytes)
        response.fields["cache-control"] = "no-cache"
        return try await request.unlessHeld(response)
    }

    /// All of it, or with `q` what is found in it.
    @Sendable private static func reference(_ request: Request) async throws -> Response {
        if let query: String = try request.queryValue("q"), !query.isEmpty {
            return Page.kept(await aside(if: true) { search.page(query) })
        }
        return try await request.unlessHeld(Page.kept(await aside(if: true) { page }))
    }

    @Sendable private static func guide(_ request: Request) async throws -> Response {
        try await named(request.parameter("guide"), request) { guides }
    }

    @Sendable private static func problem(_ request: Request) async throws -> Response {
        try await named(request.parameter("code"), request) { problems }
    }

    private static func named(
        _ name: String?, _ request: Request, _ pages: () -> [String: [UInt8]]
    ) async throws -> Response {
        guard let page = await aside(if: true, { name.flatMap { pages()[$0] } }) else { throw Problem(.notFound) }
        return try await request.unlessHeld(Page.kept(page))
    }
}
