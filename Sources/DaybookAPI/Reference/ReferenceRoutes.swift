import DaybookAccounts
import DaybookHost
import HTTP

/// The API's description for programs and for people, and a page for every problem, which its `type` leads to; for
/// everybody and with an entity tag.
enum ReferenceRoutes {
    static func all(privacy: PrivacyPage?) -> [GuardedRoute] {
        let hasPrivacy = privacy != nil
        var routes: [GuardedRoute] = [
            .get("/v1/openapi.json") { try await $0.unlessHeld(.kept(.json(APIDocument.bytes))) },
            .get("/docs") { request in
                let pages = hasPrivacy ? ReferencePages.linked : .plain
                return try await request.unlessHeld(.kept(Response(.ok, type: .html, pages.reference)))
            },
            .get("/problems/:code") { request in
                let pages = hasPrivacy ? ReferencePages.linked : .plain
                guard let page = request.parameter("code").flatMap({ pages.problems[$0] }) else {
                    throw Problem(.notFound)
                }
                return try await request.unlessHeld(.kept(Response(.ok, type: .html, page)))
            },
        ]
        if let privacy {
            routes.append(
                .get("/privacy") { try await $0.unlessHeld(.kept(Response(.ok, type: .html, privacy.bytes))) })
        }
        return routes
    }
}

/// The pages' bytes, made when somebody first asks.
private struct ReferencePages: Sendable {
    let reference: [UInt8]
    let problems: [String: [UInt8]]

    static let plain = ReferencePages(linksPrivacy: false)
    /// Of a server whose operator has a privacy notice.
    static let linked = ReferencePages(linksPrivacy: true)

    private init(linksPrivacy: Bool) {
        reference = ReferencePage(document: APIDocument(), linksPrivacy: linksPrivacy).bytes
        problems = Dictionary(
            (ProblemType.ofHTTP + ProblemType.ofService.joined()).map {
                ($0.code, ProblemPage(type: $0, linksPrivacy: linksPrivacy).bytes)
            }, uniquingKeysWith: { first, _ in first })
    }
}

/// One problem's page: what it means, in the words of its answer.
struct ProblemPage {
    let type: ProblemType
    var linksPrivacy = false

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
                if linksPrivacy { page.privacyLink() }
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
