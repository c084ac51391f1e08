import DaybookAccounts
import DaybookHost
import HTTP

/// The API's description for programs and for people, and a page for every problem, which its `type` leads to; for
/// everybody and with an entity tag.
enum ReferenceRoutes {
    static var all: [GuardedRoute] {
        [
            .get("/v1/openapi.json") { try await $0.unlessHeld(.kept(.json(APIDocument.bytes))) },
            .get("/docs") { try await $0.unlessHeld(.kept(Response(.ok, type: .html, page))) },
            .get("/problems/:code", problem),
        ]
    }

    /// Made when somebody first asks.
    private static let page = ReferencePage(document: APIDocument()).bytes
    private static let problems = Dictionary(
        (ProblemType.ofHTTP + ProblemType.ofService.joined()).map { ($0.code, ProblemPage(type: $0).bytes) },
        uniquingKeysWith: { first, _ in first })

    @Sendable private static func problem(_ request: Request) async throws -> Response {
        guard let page = request.parameter("code").flatMap({ problems[$0] }) else { throw Problem(.notFound) }
        return try await request.unlessHeld(.kept(Response(.ok, type: .html, page)))
    }
}

/// One problem's page: what it means, in the words of its answer.
struct ProblemPage {
    let type: ProblemType

    var bytes: [UInt8] {
        Page.framed(title: "\(type.code) – Daybook") { page in
            page.element("main", [("id", "main")]) { page in
                page.element("h1") { $0.element("code", type.code) }
                page.element("p", "\(type.title).")
                page.element("p") { page in
                    page.text("Answered with status ")
                    page.element("code", "\(type.status.code)")
                    page.text(". Programs decide by the code, which never changes its meaning.")
                }
                page.element("p") { $0.element("a", [("href", "/docs")], "The API") }
            }
        }
    }
}

extension Response {
    /// The same until the server is another version: asked for again, answered with 304.
    fileprivate static func kept(_ response: Response) -> Response {
        var response = response
        response.fields["cache-control"] = "no-cache"
        if response.fields["content-type"]?.hasPrefix("text/html") == true {
            response.fields["content-security-policy"] =
                "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
        }
        return response
    }
}
