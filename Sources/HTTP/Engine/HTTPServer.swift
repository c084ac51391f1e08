import Glibc
import Reactor
import Synchronization

/// Serves a handler over HTTP/1.1: on every reactor a listening socket per address and the connections it accepts.
public final class HTTPServer: HTTPEngine {
    private let configuration: HTTPConfiguration
    private let stations: [Station]
    private let tls: TLSIdentity?
    private let boundPort = Atomic<Int>(0)
    private let door: Mutex<HTTPDoor?>
    /// The sockets of each reactor between taking the address and answering.
    private let waiting = Mutex<Waiting>(.unbound)

    private enum Waiting {
        case unbound
        case bound([[Int32]])
        case started
    }

    /// Reads certificate and key, if there are any; nothing listens yet.
    public init(
        _ configuration: HTTPConfiguration, reactors: ReactorGroup, handler: @escaping Handler
    ) throws(HTTPServerError) {
        door = Mutex(configuration.door)
        let identity: TLSIdentity? =
            if let door = configuration.door { door.identity } else if let files = configuration.tls {
                try HTTPServerError.reading { () throws(TLSError) in try TLSIdentity(files) }
            } else { nil }
        // Held in one place only, so that it can be let go.
        var configuration = configuration
        configuration.door = nil
        self.configuration = configuration
        tls = identity
        let quota = ConnectionQuota(
            maximum: configuration.maximumConnections, perAddress: configuration.maximumConnectionsPerAddress,
            sparesLoopback: configuration.sparesLoopback)
        let held = configuration.held ?? HeldMemory(most: HTTPConfiguration.usualHeldMemory)
        stations = reactors.reactors.map { reactor in
            Station(
                reactor: reactor, configuration: configuration, handler: handler, quota: quota, held: held,
                mostHeld: held.most(of: reactors.reactors.count), tls: identity)
        }
    }

    deinit { closeWaiting() }

    public func bind() throws(HTTPServerError) {
        guard case .unbound = waiting.withLock({ $0 }) else { return }
        DescriptorLimit.makeRoom(forConnections: configuration.maximumConnections)
        let (sockets, port) =
            if let door = door.withLock({ $0 }) { (door.lent(), door.port) } else {
                try ListeningSockets.open(
                    host: configuration.host, port: configuration.port, backlog: configuration.backlog,
                    reactors: stations.count)
            }
        boundPort.store(Int(port), ordering: .relaxed)
        waiting.withLock { $0 = .bound(sockets) }
    }

    public func start() throws(HTTPServerError) {
        try bind()
        let sockets: [[Int32]] = waiting.withLock { waiting in
            guard case .bound(let sockets) = waiting else { return [] }
            waiting = .started
            return sockets
        }
        door.withLock { $0 = nil }
        for (station, descriptors) in zip(stations, sockets) {
            station.reactor.execute { station.listen(on: descriptors) }
        }
    }

    /// Releases an address on which no request was answered.
    private func closeWaiting() {
        waiting.withLock { waiting in
            guard case .bound(let sockets) = waiting else { return }
            for descriptor in sockets.joined() { close(descriptor) }
            waiting = .started
        }
    }

    public var port: UInt16 { UInt16(truncatingIfNeeded: boundPort.load(ordering: .relaxed)) }

    @discardableResult
    public func drain(deadline: Duration) async -> Int {
        closeWaiting()
        return await withTaskGroup(of: Int.self) { group in
            for station in stations {
                group.addTask(executorPreference: station.reactor) { await station.drain(deadline: deadline) }
            }
            return await group.reduce(0, +)
        }
    }

    public func reloadTLS() throws(HTTPServerError) {
        try HTTPServerError.reading { () throws(TLSError) in try tls?.reload() }
    }

    public var statistics: HTTPStatistics { statisticsByReactor.reduce(HTTPStatistics(), +) }

    /// The figures of each reactor.
    public var statisticsByReactor: [HTTPStatistics] { stations.map(\.tally.snapshot) }
}
