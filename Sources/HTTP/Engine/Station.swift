import HTTPParser
import Reactor

/// What one reactor serves: its connections and what they share (read buffer, write buffer, date, figures), so that an
/// idle connection holds no buffer of its own.
///
/// `@unchecked Sendable` is safe because everything mutable is touched on the reactor's thread only; `tally` and `tls`
/// synchronize themselves.
final class Station: @unchecked Sendable {
    let reactor: Reactor
    let configuration: HTTPConfiguration
    let handler: Handler
    let quota: ConnectionQuota
    let held: HeldMemory
    /// The share of that memory that its own connections may use, and do use.
    let mostHeld: Int
    var heldHere = 0
    let tls: TLSIdentity?
    let tally = Tally()

    /// One read's worth; the bytes are consumed or copied before the next connection reads.
    let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
    let output = OutputBuffer()
    var parser: RequestHeadParser
    var date = DateLine()
    var identifiers = RequestIDSequence()

    private(set) var isDraining = false
    private var sockets: [ListeningSocket] = []
    private(set) var connections = SlotTable<Connection>()
    private var whenEmpty: [CheckedContinuation<Void, Never>] = []

    init(
        reactor: Reactor, configuration: HTTPConfiguration, handler: @escaping Handler, quota: ConnectionQuota,
        held: HeldMemory, mostHeld: Int, tls: TLSIdentity?
    ) {
        self.reactor = reactor
        self.configuration = configuration
        self.handler = handler
        self.quota = quota
        self.held = held
        self.mostHeld = mostHeld
        self.tls = tls
        parser = RequestHeadParser(limits: configuration.headLimits)
    }

    deinit { input.deallocate() }

    func listen(on descriptors: [Int32]) {
        for descriptor in descriptors {
            let socket = ListeningSocket(descriptor, station: self)
            sockets.append(socket)
            socket.resume()
        }
    }

    // MARK: Connections

    func add(_ connection: Connection) -> SlotToken {
        tally.open.change(by: 1)
        return connections.insert(connection)
    }

    func remove(_ connection: Connection) {
        guard let slot = connection.slot, connections.remove(slot) != nil else { return }
        // First the quota: whoever sees that there is one fewer may open another.
        quota.release(connection.countedAddress)
        tally.open.change(by: -1)
        if connections.count == 0 { wakeDrain() }
    }

    // MARK: The end

    /// Takes no more connections, closes the idle ones and waits for the others. Returns how many were cut.
    func drain(deadline: Duration) async -> Int {
        isDraining = true
        for socket in sockets { socket.finish() }
        sockets = []
        for connection in connections.elements { connection.drain() }
        guard connections.count > 0 else { return 0 }
        var cut = 0
        let timer = reactor.schedule(after: deadline) { [weak self] in
            guard let self else { return }
            cut = connections.count
            for connection in connections.elements { connection.close() }
        }
        await withCheckedContinuation { whenEmpty.append($0) }
        reactor.cancel(timer)
        return cut
    }

    private func wakeDrain() {
        let waiting = whenEmpty
        whenEmpty = []
        for waiter in waiting { waiter.resume() }
    }
}
