import CLinux
import Glibc
import HTTPParser
import Reactor

/// One client's connection: reads requests one at a time, has them answered in order, and ends.
///
/// A connection is held by its station's slot and by the watch on its descriptor, both checked by generation, and by
/// the task that makes an answer. Whoever still holds one after its end finds it ``Phase/closed`` and itself without
/// effect.
///
/// `@unchecked Sendable` is safe because a connection is touched on its reactor's thread only; what other threads hold
/// (bodies, writers, cancellation handlers) hops there first.
final class Connection: ReadinessHandler, @unchecked Sendable {
    enum Phase: UInt8 {
        /// TLS is being agreed on.
        case handshake
        /// The PROXY protocol header is being read.
        case proxyHeader
        /// Between requests, or in the middle of a head.
        case head
        /// A request is being answered.
        case exchange
        /// The answer has been sent; the rest of the request's body is read and dropped.
        case discarding
        /// The last answer has been sent and our side closed; what still comes is read and dropped.
        case lingering
        case closed
    }

    let station: Station
    /// The other end of the socket.
    let peer: SocketAddress
    /// Whom the PROXY protocol named, else the peer.
    var client: SocketAddress
    /// The address whose quota this connection takes from.
    var countedAddress: IPAddress?
    var descriptor: Int32
    private(set) var slot: SlotToken?
    private var watch: WatchToken?
    private var interest: Interest = [.readable, .peerClosed]
    var phase = Phase.head

    // What was read and not yet consumed: a partial head, a body not yet asked for, pipelined requests.
    var stash: [UInt8] = []
    var stashStart = 0
    var partial: PartialHead?
    /// The client has closed its sending side; something may still lie in the socket.
    var peerHalfClosed = false
    /// Nothing more will come.
    var inputEnded = false
    var tls: TLSSession?

    var exchange = Exchange()
    var served = 0

    // What was written and not yet taken by the kernel.
    var pending: [UInt8] = []
    var pendingStart = 0
    var pendingSince = LoopTime.never
    var pendingTaken = 0
    /// The memory that is counted for this client, in all and for pending output.
    var held = 0
    var heldPending = 0
    var heldSince = LoopTime.never
    var holder: Holder?
    var drainWaiters: [UnsafeContinuation<Void, Never>] = []

    // One timer for all three, moved lazily.
    var readDeadline = LoopTime.never
    var writeDeadline = LoopTime.never
    var graceDeadline = LoopTime.never
    private var timer: TimerToken?
    private var timerDeadline = LoopTime.never

    private init(_ descriptor: Int32, peer: SocketAddress, station: Station) {
        self.descriptor = descriptor
        self.peer = peer
        client = peer
        self.station = station
    }

    /// Takes over an accepted descriptor.
    static func open(_ descriptor: Int32, peer: SocketAddress, station: Station) {
        let connection = Connection(descriptor, peer: peer, station: station)
        connection.slot = station.add(connection)
        do {
            connection.watch = try station.reactor.watch(
                descriptor, for: connection.interest, handler: connection)
        } catch {
            return connection.close()
        }
        connection.readDeadline = station.reactor.now + station.configuration.headTime
        if station.configuration.proxyProtocol {
            connection.phase = .proxyHeader
        } else {
            connection.countedAddress = peer.address
            connection.beginTransport()
        }
        connection.deadlinesMoved()
    }

    func beginTransport() {
        phase = .head
        guard let identity = station.tls else { return }
        guard let session = identity.newSession(descriptor) else { return close() }
        tls = session
        phase = .handshake
    }

    // MARK: Readiness

    func ready(_ readiness: Readiness) {
        // Both directions are gone, or the connection was reset: nobody is left to answer.
        if !readiness.isDisjoint(with: [.error, .hangUp]) { return close() }
        if readiness.contains(.peerClosed) { peerClosedItsSide() }
        if readiness.contains(.writable), phase != .closed { canWrite() }
        if readiness.contains(.readable), phase != .closed { canRead() }
    }

    /// The client may have left or may be waiting for its answer; what it sent before is still to be read.
    private func peerClosedItsSide() {
        setInterest(interest.subtracting(.peerClosed))
        peerHalfClosed = true
        if phase == .exchange { startGrace() }
    }

    func startGrace() {
        guard graceDeadline == .never else { return }
        graceDeadline = station.reactor.now + station.configuration.halfCloseGrace
        deadlinesMoved()
    }

    private func canWrite() {
        if phase == .handshake { return continueHandshake() }
        flush()
    }

    private func canRead() {
        switch phase {
        case .handshake: continueHandshake()
        case .proxyHeader: readProxyHeader()
        case .head, .discarding, .lingering: receive()
        case .exchange:
            if wantsBodyInput { receive() } else { setInterest(interest.subtracting(.readable)) }
        case .closed: break
        }
    }

    func setInterest(_ wanted: Interest) {
        guard wanted != interest else { return }
        interest = wanted
        if let watch { station.reactor.change(watch, to: wanted) }
    }

    func watchReadable() { setInterest(interest.union(.readable)) }
    func watchWritable(_ wanted: Bool) {
        setInterest(wanted ? interest.union(.writable) : interest.subtracting(.writable))
    }
    func ignoreReadable() { setInterest(interest.subtracting(.readable)) }

    // MARK: Time

    /// Sees to it that the timer fires no later than the earliest deadline. A deadline that moved later leaves the
    /// timer as it is: it fires early once, finds nothing due and is set anew. So a request costs no timer operation.
    func deadlinesMoved() {
        let earliest = min(readDeadline, writeDeadline, graceDeadline)
        guard earliest < timerDeadline else { return }
        if let timer { station.reactor.cancel(timer) }
        timerDeadline = earliest
        timer = station.reactor.schedule(at: earliest) { self.timerFired() }
    }

    private func timerFired() {
        timer = nil
        timerDeadline = .never
        guard phase != .closed else { return }
        let now = station.reactor.now
        if graceDeadline <= now {
            graceDeadline = .never
            exchange.task?.cancel()
        }
        if writeDeadline <= now {
            // What the kernel still holds for the client, perhaps megabytes, is given up with it.
            station.tally.timeouts.grow()
            return reset()
        }
        if readDeadline <= now { readTimedOut() }
        if phase != .closed { deadlinesMoved() }
    }

    // MARK: The end

    /// Ends at once; tasks that wait for this connection are woken.
    func close() {
        guard phase != .closed else { return }
        phase = .closed
        if let watch { station.reactor.unwatch(watch) }
        if let timer { station.reactor.cancel(timer) }
        timer = nil
        tls = nil
        Glibc.close(descriptor)
        descriptor = -1
        stash = []
        partial = nil
        pending = []
        letGo()
        let ended = exchange
        exchange = Exchange()
        exchange.serial = ended.serial + 1
        ended.body?.fail(.peerLeft)
        ended.task?.cancel()
        resumeDrainWaiters()
        station.remove(self)
    }

    /// Ends at once, and lets the client know that something is missing.
    func reset() {
        guard phase != .closed else { return }
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Ends our side; the client's is read out, so that it gets the answer rather than a reset.
    func closeGracefully() {
        guard phase != .closed else { return }
        exchange.body = nil
        tls?.sayGoodbye()
        if inputEnded { return close() }
        shutdown(descriptor, Int32(SHUT_WR))
        phase = .lingering
        stash = []
        partial = nil
        graceDeadline = .never
        readDeadline = station.reactor.now + station.configuration.lingerTime
        deadlinesMoved()
        watchReadable()
    }

    /// Ends a connection on which nothing has been left unread or unsaid.
    func closeIdle() {
        tls?.sayGoodbye()
        close()
    }

    /// The server is being drained: an idle connection ends, a busy one after its answer.
    func drain() {
        switch phase {
        case .head where partial == nil && stash.isEmpty:
            // A request may have arrived unseen; and one who has just connected is about to send its first.
            receive()
            guard phase == .head, partial == nil, !inputEnded else { return }
            if served > 0 { return closeIdle() }
            readDeadline = min(readDeadline, station.reactor.now + station.configuration.firstRequestGrace)
            deadlinesMoved()
        case .exchange where exchange.isOpenEnded: endOpenStream()
        default: break
        }
    }
}

extension LoopTime {
    static let never = LoopTime(nanoseconds: .max)
}

/// A head that has come in part.
final class PartialHead {
    var parser: RequestHeadParser
    init(_ parser: RequestHeadParser) { self.parser = parser }
}
