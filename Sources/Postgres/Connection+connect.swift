import CPostgres
import Reactor

/// Connecting without blocking: libpq says what it waits for, and the reactor waits.
extension Connection {
    func connect(_ configuration: DatabaseConfiguration) {
        startTimer()
        var configuration = configuration
        configuration.takesAnyHost = pool?.checksPrimaryPerTransaction == true
        if let parameters = Endpoint.immediateParameters(of: configuration) { return begin(parameters) }
        let (carried, decided) = (CarriedConnection(connection: self), configuration)
        Task(executorPreference: reactor) {
            let parameters = await Endpoint.parameters(of: decided)
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
            if let place = HostPlace(self.handle) { configuration.hostOrder.putLast(place) }
            self.connectFailed(because: "timeout expired")
        }
    }

    private func noteAttemptedHost() {
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
        if phase == .connecting { noteAttemptedHost() }
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
        if phase == .ready, setSession() { pool?.connected(self) }
    }

    private func setSession() -> Bool {
        guard let pool else { return false }
        let text = "SELECT \(SessionSettings.columns(pool.configuration))"
        guard PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1) == 1 else {
            pool.lost(self)
            return false
        }
        let first = Submission(answeredAt: reactor.now)
        first.mayBeStopped = false
        expected.append(.setting(first))
        guard sync(nil) else {
            pool.lost(self)
            return false
        }
        return phase == .ready
    }

    private func connectFailed(because reason: String? = nil) {
        let text = reason ?? handle.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? "out of memory"
        // What libpq says where no host is a primary.
        if text.contains("session is read-only") || text.contains("in hot standby") {
            pool?.checksPrimaryPerTransaction = true
        }
        pool?.connectFailed(self, because: text)
    }
}

/// `@unchecked Sendable` is safe because the connection is only touched by a task of its own reactor.
private struct CarriedConnection: @unchecked Sendable {
    let connection: Connection
}
