import Glibc

/// An address taken, and a certificate read, by a process that is about to give up the right to both. A server that is
/// begun with it later needs neither.
public final class HTTPDoor: Sendable {
    let identity: TLSIdentity?
    let port: UInt16
    private let sockets: [[Int32]]

    /// - Parameter reactors: how many there will be; each has sockets of its own.
    public init(_ configuration: HTTPConfiguration, reactors: Int) throws(HTTPServerError) {
        identity = try HTTPServerError.reading { () throws(TLSError) in
            if let files = configuration.tls { try TLSIdentity(files) } else { nil }
        }
        (sockets, port) = try ListeningSockets.open(
            host: configuration.host, port: configuration.port, backlog: configuration.backlog, reactors: reactors)
    }

    deinit {
        for descriptor in sockets.joined() { close(descriptor) }
    }

    /// The same sockets under numbers of the server's own, which closes them when it ends.
    func lent() -> [[Int32]] { sockets.map { $0.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } } }
}
