import DaybookHost
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
    /// The memory for clients that are slower than the server, on all its addresses.
    private let held: HeldMemory
    let metrics: Metrics
    let log: Log

    private struct Front {
        var engines: [any HTTPEngine] = []
        /// Of those, the ones that serve clients rather than operators.
        var addresses: [ListenAddress] = []
        var routes: [Route] = []
    }

    private let front = Mutex(Front())
    private let doors: Mutex<OpenedDoors?>

    init(
        _ configuration: Configuration, _ reactors: ReactorGroup, _ database: Database, _ readiness: ReadinessProbe,
        _ metrics: Metrics, _ log: Log, doors: OpenedDoors? = nil
    ) {
        self.doors = Mutex(doors)
        self.configuration = configuration
        self.reactors = reactors
        self.database = database
        self.readiness = readiness
        self.metrics = metrics
        self.log = log
        held = HeldMemory(most: configuration.slowClientMemory)
    }

    func serve(_ router: Router, on addresses: [ListenAddress]) throws(HTTPServerError) {
        var engines: [any HTTPEngine] = []
        for address in addresses {
            var wanted = HTTPConfiguration(configuration, address)
            wanted.held = held
            wanted.door = doors.withLock { $0?[address] }
            engines.append(try HTTPServer(wanted, reactors: reactors, handler: router.answer))
        }
        front.withLock { front in
            front.engines += engines
            front.addresses += addresses
            front.routes = router.routes
        }
    }

    /// For operators: plain HTTP without TLS or the PROXY protocol, on an address that clients cannot reach.
    func serve(_ router: Router, privatelyOn address: ListenAddress) throws(HTTPServerError) {
        var plain = HTTPConfiguration(host: address.host, port: address.port)
        plain.standingFields = HTTPConfiguration.standing
        plain.door = doors.withLock { $0?[address] }
        let engine = try HTTPServer(plain, reactors: reactors, handler: router.answer)
        front.withLock { $0.engines.append(engine) }
    }

    /// Takes the addresses but does not answer yet; after it, no port below 1024 is opened any more. Returns the
    /// addresses that clients can use, with the ports that the kernel chose.
    public func bind() throws(HTTPServerError) -> [ListenAddress] {
        let (engines, addresses) = front.withLock { ($0.engines, $0.addresses) }
        for engine in engines { try engine.bind() }
        return zip(addresses, engines).map { ListenAddress(host: $0.host, port: $1.port) }
    }

    /// Begins to answer. Binds first if that has not been done, and returns what `bind` returns.
    @discardableResult
    public func start() throws(HTTPServerError) -> [ListenAddress] {
        let addresses = try bind()
        for engine in front.withLock({ $0.engines }) { try engine.start() }
        doors.withLock { $0 = nil }
        return addresses
    }

    /// Lets requests in flight end, but not beyond the deadline, and gives the connections back.
    public func stop(within deadline: Duration) async {
        readiness.drain()
        let engines = front.withLock { $0.engines }
        let cut = await withTaskGroup(of: Int.self) { group in
            for engine in engines { group.addTask { await engine.drain(deadline: deadline) } }
            return await group.reduce(0, +)
        }
        if cut > 0 { log.warning("connections closed at the drain deadline", .connections(cut)) }
        await database.close()
    }

    /// Reads certificate and key again; connected clients keep the old ones.
    public func reloadCertificates() {
        guard configuration.tlsCertificate != nil else { return }
        do {
            for engine in front.withLock({ $0.engines }) { try engine.reloadTLS() }
            log.info("certificate reloaded")
        } catch {
            log.error(
                "certificate not reloaded",
                .reason("it cannot be read or does not match its key; the old one stays in use"))
        }
    }

    /// So that a freeze has a name in the log; the figures of /metrics count every one.
    func tellOfSlowJob(on reactor: Int) -> @Sendable (_ cause: Int?, _ held: Duration) -> Void {
        { [weak self] cause, held in
            guard let self else { return }
            let route = cause.flatMap { place in self.routes.first { $0.index == place } }
            let fields: [LogField] = [.reactor(reactor), .duration(held)]
            // A job that no request caused, such as a start, is no reason for alarm.
            guard let route else { return self.log.write("a job blocked a reactor", .info, fields) }
            self.log.write("a job blocked a reactor", .warning, [.route(route)] + fields)
        }
    }

    var routes: [Route] { front.withLock { $0.routes } }

    var statistics: HTTPStatistics {
        var sum = front.withLock { $0.engines }.map(\.statistics).reduce(HTTPStatistics(), +)
        sum.heldBytes = held.all
        return sum
    }
}
