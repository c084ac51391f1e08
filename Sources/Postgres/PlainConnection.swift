import COpenSSL
import CPostgres
import Reactor

/// A connection outside of pools and pipelines, driven by one task that waits for its socket.
///
/// `@unchecked Sendable` is safe because it is touched on its reactor's thread only, by the task that owns it.
final class PlainConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    private let waiter: SocketWaiter

    private init(_ handle: OpaquePointer, _ waiter: SocketWaiter) {
        self.handle = handle
        self.waiter = waiter
    }

    deinit { PQfinish(handle) }

    static func connect(_ configuration: DatabaseConfiguration, on reactor: Reactor) async throws(PostgresError)
        -> PlainConnection
    {
        var deadline = reactor.now + configuration.connectTimeout
        guard let parameters = await Endpoint.parameters(of: configuration),
            let handle = Endpoint.start(parameters)
        else { throw .unavailable(.noServer) }
        let connection = PlainConnection(handle, SocketWaiter(reactor))
        guard PQstatus(handle) != CONNECTION_BAD else { throw .unavailable(.noServer) }
        var interest = Interest.writable
        var attempted: HostPlace?
        while true {
            switch await connection.waiter.wait(PQsocket(handle), for: interest, until: deadline) {
            case .ready: break
            case .timedOut:
                if let place = HostPlace(handle) { configuration.hostOrder.putLast(place) }
                throw .unavailable(.noServer)
            case .cancelled: throw .cancelled
            }
            let state = PQconnectPoll(handle)
            let place = HostPlace(handle)
            // Each host of the URL has the same time.
            if attempted != nil, place != attempted { deadline = reactor.now + configuration.connectTimeout }
            attempted = place
            switch state {
            case PGRES_POLLING_OK:
                if let place { configuration.hostOrder.answered(place) }
                PQsetnonblocking(handle, 1)
                return connection
            case PGRES_POLLING_READING: interest = .readable
            case PGRES_POLLING_WRITING: interest = .writable
            default: throw .unavailable(.noServer)
            }
        }
    }

    /// Runs statements without parameters, and answers the last one's first row when all of them are through.
    @discardableResult
    func run(_ text: String, until deadline: LoopTime) async throws(PostgresError) -> [String] {
        guard PQsendQuery(handle, text) == 1 else { throw .connectionLost }
        return try await finish(until: deadline)
    }

    /// Prepares a statement without parameters under a name.
    func prepare(_ text: String, as name: String, until deadline: LoopTime) async throws(PostgresError) {
        guard PQsendPrepare(handle, name, text, 0, nil) == 1 else { throw .connectionLost }
        _ = try await finish(until: deadline)
    }

    /// Runs what was prepared under the name, and answers its first row.
    func execute(_ name: String, until deadline: LoopTime) async throws(PostgresError) -> [String] {
        guard PQsendQueryPrepared(handle, name, 0, nil, nil, nil, 0) == 1 else { throw .connectionLost }
        return try await finish(until: deadline)
    }

    private func finish(until deadline: LoopTime) async throws(PostgresError) -> [String] {
        while PQflush(handle) == 1 { try await wait(for: [.readable, .writable], until: deadline) }
        var failure: PostgresError?
        var row: [String] = []
        while true {
            while PQisBusy(handle) != 0 {
                try await wait(for: .readable, until: deadline)
                guard PQconsumeInput(handle) == 1 else { throw .connectionLost }
            }
            guard let result = PQgetResult(handle) else { break }
            let error = ServerError.ifAny(result)
            let columns = PQntuples(result) == 0 ? 0 : PQnfields(result)
            row = (0..<columns).map { String(cString: PQgetvalue(result, 0, $0)) }
            PQclear(result)
            if let error { failure = failure ?? .server(error) }
        }
        guard PQstatus(handle) == CONNECTION_OK else { throw .connectionLost }
        if let failure { throw failure }
        return row
    }

    /// Of the certificate that the server showed; nil without TLS.
    var certificateSecondsLeft: Int? {
        guard PQsslInUse(handle) == 1, let session = PQsslStruct(handle, "OpenSSL"),
            let certificate = SSL_get1_peer_certificate(OpaquePointer(session))
        else { return nil }
        defer { X509_free(certificate) }
        return Int(daybook_seconds_left(certificate))
    }

    private func wait(for interest: Interest, until deadline: LoopTime?) async throws(PostgresError) {
        switch await waiter.wait(PQsocket(handle), for: interest, until: deadline) {
        case .ready: break
        case .timedOut: throw .timedOut
        case .cancelled: throw .cancelled
        }
    }

    /// Waits for notifications; empty if there was only other traffic.
    func notifications() async throws(PostgresError) -> [Notification] {
        var arrived: [Notification] = []
        takeNotifications(&arrived)
        if arrived.isEmpty {
            try await wait(for: .readable, until: nil)
            guard PQconsumeInput(handle) == 1 else { throw .connectionLost }
            takeNotifications(&arrived)
        }
        return arrived
    }

    private func takeNotifications(_ arrived: inout [Notification]) {
        while let raw = PQnotifies(handle) {
            arrived.append(
                Notification(
                    channel: String(cString: raw.pointee.relname), payload: String(cString: raw.pointee.extra),
                    sender: raw.pointee.be_pid))
            PQfreemem(raw)
        }
    }
}
