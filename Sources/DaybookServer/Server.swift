import HTTP
import Postgres
import Reactor
import Synchronization

/// The service as one thing that starts, answers and ends.
public final class Server: Sendable {
    let configuration: Configuration
    let reactors: ReactorGroup
    public let database: Database
    let readiness: ReadinessProbe
    let metrics: Metrics
    let log: Log

    private struct Front {
        var engines: [any HTTPEngine] = []
        /// Of those, the ones that serve clients rather than operators.
        var addresses: [ListenAddress] = []
        var routes: [Route] = []
    }

    private let front = Mutex(Front())

    init(
        _ configuration: Configuration, _ reactors: ReactorGroup, _ database: Database, _ readiness: ReadinessProbe,
        _ metrics: Metrics, _ log: Log
    ) {
        self.configuration = configuration
        self.reactors = reactors
        self.database = database
        self.readiness = readiness
        self.metrics = metrics
        self.log = log
    }

    func serve(_ router: Router, on addresses: [ListenAddress]) throws(HTTPServerError) {
        var engines: [any HTTPEngine] = []
        for address in addresses {
            engines.append(
                try HTTPServer(
                    HTTPConfiguration(configuration, address), reactors: reactors, handler: router.answer))
        }
        front.withLock { front in
            front.engines += engines
            front.addresses += addresses
            front.routes = router.routes
        }
    }

    /// For operators: plain HTTP without TLS or the PROXY protocol, on an address that clients cannot reach.
    func serve(_ router: Router, privatelyOn address: ListenAddress) throws(HTTPServerError) {
        let engine = try HTTPServer(
            HTTPConfiguration(host: address.host, port: address.port), reactors: reactors, handler: router.answer)
        front.withLock { $0.engines.append(engine) }
    }

    /// Begins to listen. Answers the addresses clients can use, with the ports the kernel chose where it was to.
    public func start() throws(HTTPServerError) -> [ListenAddress] {
        let (engines, addresses) = front.withLock { ($0.engines, $0.addresses) }
        for engine in engines { try engine.start() }
        return zip(addresses, engines).map { ListenAddress(host: $0.host, port: $1.port) }
    }

    /// Lets requests in flight end, but not beyond the deadline, and gives the connections back.
    public func stop(within deadline: Duration) async {
        readiness.drain()
        let engines = front.withLock { $0.engines }
        let cut = await withTaskGroup(of: Int.self) { group in
            for engine in engines { group.addTask { await engine.drain(deadline: deadline) } }
            return await group.reduce(0, +)
        }
        if cut > 0 { log.warning("connections cut at the deadline", .connections(cut)) }
        await database.close()
    }

    /// Reads certificate and key again; clients that are connected keep what they have.
    public func reloadCertificates() {
        guard configuration.tlsCertificate != nil else { return }
        do {
            for engine in front.withLock({ $0.engines }) { try engine.reloadTLS() }
            log.info("certificate reloaded")
        } catch {
            log.error(
                "certificate not reloaded", .reason("it cannot be read or does not fit its key; the old one stays"))
        }
    }

    var routes: [Route] { front.withLock { $0.routes } }

    var statistics: HTTPStatistics {
        front.withLock { $0.engines }.map(\.statistics).reduce(HTTPStatistics(), +)
    }
}
