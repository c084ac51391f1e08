import Reactor
import Synchronization

/// Serves a handler over HTTP/1.1: on every reactor a listening socket per address and the connections it accepts.
public final class HTTPServer: HTTPEngine {
    private let configuration: HTTPConfiguration
    private let stations: [Station]
    private let tls: TLSIdentity?
    private let boundPort = Atomic<Int>(0)

    /// Reads certificate and key, if there are any; nothing listens yet.
    public init(
        _ configuration: HTTPConfiguration, reactors: ReactorGroup, handler: @escaping Handler
    ) throws(HTTPServerError) {
        self.configuration = configuration
        let identity: TLSIdentity? = if let files = configuration.tls { try TLSIdentity(files) } else { nil }
        tls = identity
        let quota = ConnectionQuota(
            maximum: configuration.maximumConnections, perAddress: configuration.maximumConnectionsPerAddress,
            sparesLoopback: configuration.sparesLoopback)
        stations = reactors.reactors.map { reactor in
            Station(reactor: reactor, configuration: configuration, handler: handler, quota: quota, tls: identity)
        }
    }

    public func start() throws(HTTPServerError) {
        DescriptorLimit.makeRoom(forConnections: configuration.maximumConnections)
        let (sockets, port) = try ListenAddress.open(
            host: configuration.host, port: configuration.port, backlog: configuration.backlog,
            reactors: stations.count)
        boundPort.store(Int(port), ordering: .relaxed)
        for (station, descriptors) in zip(stations, sockets) {
            station.reactor.execute { station.listen(on: descriptors) }
        }
    }

    public var port: UInt16 { UInt16(truncatingIfNeeded: boundPort.load(ordering: .relaxed)) }

    @discardableResult
    public func drain(deadline: Duration) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for station in stations {
                group.addTask(executorPreference: station.reactor) { await station.drain(deadline: deadline) }
            }
            return await group.reduce(0, +)
        }
    }

    public func reloadTLS() throws(HTTPServerError) {
        try tls?.reload()
    }

    public var statistics: HTTPStatistics { statisticsByReactor.reduce(HTTPStatistics(), +) }

    /// The figures of each reactor.
    public var statisticsByReactor: [HTTPStatistics] { stations.map(\.tally.snapshot) }
}
