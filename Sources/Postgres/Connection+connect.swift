import CPostgres
import Reactor

/// Connecting without blocking: libpq says what it waits for, and the reactor waits.
extension Connection {
    func connect(_ configuration: DatabaseConfiguration) {
        // Before the URL, so that it may say otherwise: a peer that vanished is noticed within a minute.
        let parameters: [(String, String)] = [
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "20000"), ("fallback_application_name", configuration.applicationName),
            ("dbname", configuration.url), ("client_encoding", "UTF8"),
        ]
        handle = Self.start(parameters)
        guard let handle, PQstatus(handle) != CONNECTION_BAD else { return connectFailed() }
        // Notices are the server's remarks and may quote values; without this libpq prints them.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        connectTimer = reactor.schedule(after: configuration.connectTimeout) { [weak self] in
            guard let self, self.phase == .connecting else { return }
            self.connectTimer = nil
            self.connectFailed(because: "timeout expired")
        }
        listen(for: .writable)
    }

    static func start(_ parameters: [(String, String)]) -> OpaquePointer? {
        let keywords = parameters.map { CString($0.0) }
        let values = parameters.map { CString($0.1) }
        // Both lists end with a null pointer.
        return withExtendedLifetime((keywords, values)) {
            PQconnectStartParams(
                keywords.map { Optional(UnsafePointer($0.pointer)) } + [nil],
                values.map { Optional(UnsafePointer($0.pointer)) } + [nil], 1)
        }
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
    }

    private func listen(for interest: Interest) {
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

/// A C string with an owner.
final class CString {
    let pointer: UnsafeMutablePointer<CChar>

    init(_ text: String) {
        let bytes = text.utf8CString
        pointer = .allocate(capacity: bytes.count)
        bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { pointer.initialize(from: base, count: source.count) }
        }
    }

    deinit { pointer.deallocate() }
}
