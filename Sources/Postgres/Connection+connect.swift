import CPostgres
import Reactor

/// Connecting without blocking: libpq says what it waits for, and the reactor waits.
extension Connection {
    func connect(_ configuration: DatabaseConfiguration) {
        startTimer()
        if let parameters = Endpoint.immediateParameters(of: configuration) { return begin(parameters) }
        let carried = CarriedConnection(connection: self)
        Task(executorPreference: reactor) {
            let parameters = await Endpoint.parameters(of: configuration)
            guard carried.connection.phase == .connecting else { return }
            guard let parameters else {
                return carried.connection.connectFailed(because: "the host's name cannot be resolved")
            }
            carried.connection.begin(parameters)
        }
    }

    /// Each host of the URL has the same time, as with libpq's own `connect_timeout`.
    private func startTimer() {
        guard let configuration = pool?.configuration else { return }
        if let connectTimer { reactor.cancel(connectTimer) }
        connectTimer = reactor.schedule(after: configuration.connectTimeout) { [weak self] in
            guard let self, self.phase == .connecting else { return }
            self.connectTimer = nil
            if let place = HostPlace(self.handle) { configuration.hostOrder.hung(place) }
            self.connectFailed(because: "timeout expired")
        }
    }

    private func noteHost() {
        guard let place = HostPlace(handle), place != attempted else { return }
        if attempted != nil { startTimer() }
        attempted = place
    }

    private func begin(_ parameters: Endpoint.Parameters) {
        handle = Endpoint.start(parameters)
        guard let handle, PQstatus(handle) != CONNECTION_BAD else { return connectFailed() }
        listen(for: .writable)
    }

    func continueConnecting() {
        guard let handle else { return }
        // Polling may close the socket and open another for the next host, so it is watched afresh each time.
        if let watch { reactor.unwatch(watch) }
        watch = nil
        switch PQconnectPoll(handle) {
        case PGRES_POLLING_OK: connected()
        case PGRES_POLLING_READING: listen(for: .readable)
        case PGRES_POLLING_WRITING: listen(for: .writable)
        default: connectFailed()
        }
        if phase == .connecting { noteHost() }
    }

    func listen(for interest: Interest) {
        guard let handle else { return }
        do {
            watch = try reactor.watch(PQsocket(handle), for: interest, handler: self)
        } catch {
            connectFailed(because: error.description)
        }
    }

    private func connected() {
        guard let handle else { return }
        if let connectTimer { reactor.cancel(connectTimer) }
        connectTimer = nil
        if let place = HostPlace(handle) { pool?.configuration.hostOrder.answered(place) }
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else { return connectFailed() }
        phase = .ready
        listen(for: .readable)
        if phase == .ready { pool?.connected(self) }
    }

    private func connectFailed(because reason: String? = nil) {
        let text = reason ?? handle.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? "out of memory"
        pool?.connectFailed(self, because: text)
    }
}

/// `@unchecked Sendable` is safe because the connection is only touched by a task of its own reactor.
private struct CarriedConnection: @unchecked Sendable {
    let connection: Connection
}
