import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// The service's routes about itself.
struct OperationsRoutes: Sendable {
    let readiness: ReadinessProbe
    let metrics: Metrics
    /// Known once the routes are laid out and the engines made, which is after these routes exist.
    let figures: @Sendable () -> (routes: [Route], http: HTTPStatistics, database: DatabaseStatistics?)

    /// `GET /healthz`: the process lives and its loops turn. Restart it where this fails.
    /// `GET /readyz`: requests can be served. Send clients elsewhere while this answers 503.
    func addHealth(to routes: inout Routes) {
        routes.get("/healthz") { _ in .uncached(.text("ok\n")) }
        routes.get("/readyz") { [readiness] _ in .uncached(await readiness.verdict().response) }
    }

    /// `GET /metrics` for Prometheus; 404 for clients that may not read it.
    func addMetrics(to routes: inout Routes, _ exposure: MetricsExposure) {
        routes.get("/metrics") { [self] request in
            if exposure == .local && !request.comesFromThisMachine { throw Problem(.notFound) }
            let figures = figures()
            let page = await metrics.page(routes: figures.routes, http: figures.http, database: figures.database)
            return .uncached(Response(.ok, type: ContentType(Exposition.contentType), page))
        }
    }

    /// `GET /` and `GET /v1`: what this is and where to read on. A browser is led to the web app, where there is one.
    func addGreeting(to routes: inout Routes, _ configuration: Configuration, hasApp: Bool) {
        let hasPrivacy = configuration.privacyFile != nil
        let text = """
            \(Version.line)
            A self-hosted sync backend for to-do apps.

            API              /v1, described at /docs
            liveness         /healthz
            readiness        /readyz

            """ + (hasPrivacy ? "privacy          /privacy\n" : "") + (hasApp ? "web app          /app/\n" : "")
            + "new accounts     \(configuration.newAccounts)\n"
        routes.get("/") { request in
            var response = hasApp && request.asksForAPage ? .leading(to: "/app/") : Response.text(text)
            if hasApp { response.fields["vary"] = "accept" }
            return response
        }
        let links =
            [("api", "/v1/openapi.json"), ("docs", "/docs"), ("health", "/healthz"), ("ready", "/readyz")]
            + (hasPrivacy ? [("privacy", "/privacy")] : []) + (hasApp ? [("app", "/app/")] : [])
        let bytes = JSONWriter.bytes { json in
            json.member("name", "daybook")
            json.member("version", Version.number.description)
            json.member("registration", configuration.registration.rawValue)
            // Whoever set the server up sees it with the first visit, and nobody once it is decided.
            if configuration.isLeftOpenToStrangers { json.member("registrationUndecided", true) }
            json.object("links") { json in for (name, path) in links { json.member(name, path) } }
        }
        routes.get("/v1") { _ in .json(bytes) }
    }
}

extension Configuration {
    /// Who may begin an account, as the start page says it.
    fileprivate var newAccounts: String {
        switch registration {
        case .open where isLeftOpenToStrangers:
            """
            for anyone who can reach this server, which nobody has decided:
                             its operator sets DAYBOOK_REGISTRATION=invite (people with an
                             invitation), closed (nobody) or open (anyone, as now)
            """
        case .open: "for anyone"
        case .invite: "for people with an invitation"
        case .closed: "for nobody"
        }
    }
}

extension Response {
    /// About this moment, so worth nothing in the next.
    fileprivate static func uncached(_ response: Response) -> Response {
        var response = response
        response.fields["cache-control"] = "no-store"
        return response
    }
}

extension Request {
    /// The peer is on the loopback interface and no proxy forwarded this; a proxy on the same machine speaks for
    /// strangers.
    fileprivate var comesFromThisMachine: Bool {
        peer.address.isLoopback && !fields.contains("x-forwarded-for") && !fields.contains("forwarded")
            && !fields.contains("via")
    }
}
