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
        let deadline = reactor.now + configuration.connectTimeout
        guard let parameters = await Endpoint.parameters(of: configuration),
            let handle = Endpoint.start(parameters)
        else { throw .unavailable(.noServer) }
        let connection = PlainConnection(handle, SocketWaiter(reactor))
        guard PQstatus(handle) != CONNECTION_BAD else { throw .unavailable(.noServer) }
        var interest = Interest.writable
        while true {
            switch await connection.waiter.wait(PQsocket(handle), for: interest, until: deadline) {
            case .ready: break
            case .timedOut: throw .unavailable(.noServer)
            case .cancelled: throw .cancelled
            }
            switch PQconnectPoll(handle) {
            case PGRES_POLLING_OK:
                PQsetnonblocking(handle, 1)
                return connection
            case PGRES_POLLING_READING: interest = .readable
            case PGRES_POLLING_WRITING: interest = .writable
            default: throw .unavailable(.noServer)
            }
        }
    }

    /// Runs statements without parameters, and answers when all of them are through.
    func run(_ text: String, until deadline: LoopTime) async throws(PostgresError) {
        guard PQsendQuery(handle, text) == 1 else { throw .connectionLost }
        while PQflush(handle) == 1 { try await wait(for: [.readable, .writable], until: deadline) }
        var failure: PostgresError?
        while true {
            while PQisBusy(handle) != 0 {
                try await wait(for: .readable, until: deadline)
                guard PQconsumeInput(handle) == 1 else { throw .connectionLost }
            }
            guard let result = PQgetResult(handle) else { break }
            let error = ServerError.ifAny(result)
            PQclear(result)
            if let error { failure = failure ?? .server(error) }
        }
        guard PQstatus(handle) == CONNECTION_OK else { throw .connectionLost }
        if let failure { throw failure }
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
