import DaybookHost
import HTTP
import Postgres
import Reactor

extension Server {
    /// All the wiring: from a configuration to a service that could start.
    ///
    /// - Parameters:
    ///   - address: the database, wherever it came from.
    ///   - isReady: what beyond the database's presence has to be true.
    ///   - capabilities: lays out the routes of the service itself.
    public static func build(
        _ configuration: Configuration, database address: DatabaseURL, reactors: ReactorGroup, log: Log,
        isReady: @escaping @Sendable (Database) async -> ReadinessProbe.Verdict = Server.databaseAnswers,
        capabilities: (inout Routes, Database) -> Void = { _, _ in }
    ) throws -> Server {
        try build(
            configuration, database: address, reactors: reactors, log: log, doors: nil, isReady: isReady,
            capabilities: capabilities)
    }

    /// - Parameter doors: addresses that were taken before.
    static func build(
        _ configuration: Configuration, database address: DatabaseURL, reactors: ReactorGroup, log: Log,
        doors: OpenedDoors?, isReady: @escaping @Sendable (Database) async -> ReadinessProbe.Verdict,
        capabilities: (inout Routes, Database) -> Void
    ) throws -> Server {
        var way = DatabaseConfiguration(configuration, address)
        // Far longer than any change takes, whose pauses are milliseconds.
        way.transactionRest = .seconds(60)
        let database = Database(way, reactors: reactors)
        let metrics = Metrics(reactors)
        let readiness = ReadinessProbe(log: log) { await isReady(database) }
        let server = Server(configuration, reactors, database, readiness, metrics, log, doors: doors)
        for reactor in reactors.reactors {
            reactor.statistics.slowJobs.report(to: server.tellOfSlowJob(on: reactor.index))
        }
        let operations = OperationsRoutes(readiness: readiness, metrics: metrics) { [weak server] in
            (server?.routes ?? [], server?.statistics ?? HTTPStatistics(), database.statistics)
        }

        let proxies = TrustedProxies(
            configuration.trustedProxies,
            source: configuration.forwardedField == .forwarded ? .forwarded : .xForwardedFor)
        var filters = [requestIDs(trusting: proxies), observation(metrics.requests, log, configuration.logRequests)]
        if !configuration.trustedProxies.isEmpty { filters.append(forwardedClients(proxies)) }
        if let policy = configuration.crossOrigin { filters.append(crossOrigin(policy)) }
        filters += [compressedAnswers(), compressedRequests()]
        let problems = ProblemAnswers(
            translate: databaseProblems(log), title: { ProblemTitles.title(of: $0, in: $1.language) },
            report: log.report)

        var routes = Routes(middleware: [filtered(filters, problems: problems)])
        operations.addHealth(to: &routes)
        switch configuration.metrics {
        case .local, .open: operations.addMetrics(to: &routes, configuration.metrics)
        case .off, .separate: break
        }
        let web = WebRoutes(configuration)
        routes.group("/", middleware: [conditionalAnswers()]) {
            operations.addGreeting(
                to: &$0, configuration, hasApp: web.leadsPeople)
            web.add(to: &$0)
        }
        capabilities(&routes, database)
        try server.serve(routes.router(), on: configuration.listen)

        if case .separate(let address) = configuration.metrics {
            var routes = Routes(middleware: [problemAnswers(problems)])
            operations.addHealth(to: &routes)
            operations.addMetrics(to: &routes, .open)
            try server.serve(routes.router(), privatelyOn: address)
        }
        return server
    }

    /// Ready as soon as the database answers.
    @Sendable public static func databaseAnswers(_ database: Database) async -> ReadinessProbe.Verdict {
        do {
            _ = try await database.read("SELECT 1", timeout: .seconds(2))
            return .ready
        } catch {
            return .databaseUnavailable
        }
    }
}

extension HTTPConfiguration {
    /// Browsers must not guess from an answer's bytes that it is something to run.
    static let standing: ResponseFields = ["x-content-type-options": "nosniff"]

    /// Enough for a household or an office behind one address, each device with a live stream and a request beside it,
    /// and far too little to keep others out.
    static let usualConnectionsPerAddress = 256

    init(_ configuration: Configuration, _ address: ListenAddress) {
        self.init(host: address.host, port: address.port)
        headLimits.head = configuration.headerLimit
        headLimits.fields = configuration.headerCount
        // A target is part of the head, so its own limit follows the head's.
        headLimits.target = configuration.headerLimit / 2
        collectedBody = configuration.bodyLimit
        maximumBody = max(configuration.bodyLimit, configuration.importLimit)
        maximumConnections = configuration.connections
        switch configuration.connectionsPerAddress {
        case 0?: break
        case let most?: maximumConnectionsPerAddress = most
        // Through a proxy that does not say whose connection it is, all clients are one address.
        case nil where !configuration.trustedProxies.isEmpty && !configuration.proxyProtocol: break
        case nil: (maximumConnectionsPerAddress, sparesLoopback) = (Self.usualConnectionsPerAddress, true)
        }
        headTime = configuration.headerTimeout
        idleTime = configuration.idleTimeout
        bodyPace.atMost = configuration.bodyTimeout
        answerPace.atMost = configuration.bodyTimeout
        proxyProtocol = configuration.proxyProtocol
        standingFields = Self.standing
        if let chain = configuration.tlsCertificate, let key = configuration.tlsKey {
            tls = TLSFiles(certificateChain: chain, privateKey: key)
            // A client that has used TLS once keeps using it, whatever a link or a typing error says. A proxy that
            // ends TLS says so itself, for all that it serves.
            standingFields.add("strict-transport-security", "max-age=31536000")
        }
    }
}

extension Log {
    /// An error that no handler turned into an answer. Only its type is logged; its text may quote a user.
    @Sendable fileprivate func report(_ error: any Error, _ request: Request) {
        self.error("request failed", .request(request.id), .error(type(of: error)))
    }
}
