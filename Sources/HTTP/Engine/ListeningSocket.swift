import CLinux
import Glibc
import Reactor

/// Accepts connections for one station.
final class ListeningSocket: ReadinessHandler {
    private let descriptor: Int32
    /// Held until ``finish()``: listening goes on until it is told to stop.
    private let station: Station
    private var watch: WatchToken?
    private var retry: TimerToken?
    /// Given up when the process has no descriptor left, so that the client can be accepted and turned away instead of
    /// staying in the queue, where it would wake the loop forever.
    private var reserve: Int32

    /// A burst of clients must not keep the loop from those it has.
    private static let acceptsPerTurn = 64

    init(_ descriptor: Int32, station: Station) {
        self.descriptor = descriptor
        self.station = station
        reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }

    func resume() {
        retry = nil
        guard watch == nil else { return }
        watch = try? station.reactor.watch(descriptor, for: .readable, handler: self)
        if watch == nil { pause() }
    }

    /// Accepts the connections in the queue, then stops listening.
    func finish() {
        accept(atMost: .max)
        if let watch { station.reactor.unwatch(watch) }
        if let retry { station.reactor.cancel(retry) }
        watch = nil
        retry = nil
        close(descriptor)
        if reserve >= 0 { close(reserve) }
        reserve = -1
    }

    func ready(_ readiness: Readiness) { accept(atMost: Self.acceptsPerTurn) }

    private func accept(atMost limit: Int) {
        var left = limit
        while left > 0 {
            left -= 1
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let accepted = withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    accept4(descriptor, $0, &length, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
                }
            }
            if accepted >= 0 {
                admit(accepted, storage)
                continue
            }
            switch errno {
            case EAGAIN: return
            case EMFILE, ENFILE: guard turnAwayWithReserve() else { return pause() }
            case ENOBUFS, ENOMEM: return pause()
            default: continue  // of the one connection that failed before it was accepted, as accept(2) lists
            }
        }
    }

    private func admit(_ accepted: Int32, _ storage: sockaddr_storage) {
        let peer = SocketAddress(storage) ?? SocketAddress(address: .unspecified, port: 0)
        station.tally.accepted.grow()
        // Behind a proxy that names its clients, theirs are the addresses that count, once it has named them.
        switch station.quota.admit(station.configuration.proxyProtocol ? nil : peer.address) {
        case .admitted: Connection.open(accepted, peer: peer, station: station)
        case .tooMany: turnAway(accepted, EngineProblem.tooManyConnections)
        case .tooManyOfAddress: turnAway(accepted, EngineProblem.tooManyConnectionsOfAddress)
        }
    }

    /// Sends the reason, as far as that works without waiting. Bytes that the client has already sent are read, or
    /// closing would reset the connection before the client sees the answer.
    private func turnAway(_ accepted: Int32, _ response: Response) {
        station.tally.refused.grow()
        if station.tls == nil, case .bytes(let content) = response.body {
            let output = station.output
            output.clear()
            output.appendHead(
                response, framing: .length(content.count), date: station.date.line(),
                standing: station.configuration.standingFields, closes: true, keepsAliveHTTP10: false)
            output.append(content)
            send(accepted, output.start, output.count, Int32(MSG_NOSIGNAL))
            shutdown(accepted, Int32(SHUT_WR))
            recv(accepted, station.input.baseAddress, station.input.count, 0)
        }
        close(accepted)
    }

    private func turnAwayWithReserve() -> Bool {
        guard reserve >= 0 else { return false }
        close(reserve)
        let accepted = accept4(descriptor, nil, nil, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        if accepted >= 0 { turnAway(accepted, EngineProblem.tooManyConnections) }
        reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return accepted >= 0
    }

    /// Leaves the queue alone until something may have been freed.
    private func pause() {
        if let watch { station.reactor.unwatch(watch) }
        watch = nil
        guard retry == nil else { return }
        retry = station.reactor.schedule(after: .milliseconds(100)) { [weak self] in self?.resume() }
    }
}
