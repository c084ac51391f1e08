/// The proxies that are trusted to name the client, and the field in which they do.
///
/// Only one field is ever read: a proxy sets the one it knows and passes the other on as the client wrote it.
public struct TrustedProxies: Sendable {
    public enum Source: Sendable, Equatable {
        /// `x-forwarded-for` and `x-forwarded-proto`, as Caddy, nginx and most balancers set them.
        case xForwardedFor
        /// `forwarded` (RFC 7239).
        case forwarded
    }

    public let networks: [Network]
    public let source: Source

    public static let none = TrustedProxies([])

    public init(_ networks: [Network], source: Source = .xForwardedFor) {
        self.networks = networks
        self.source = source
    }

    public func trust(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// The client's address, and whether the way to the outermost trusted proxy was secure; nil if that proxy did not
    /// say.
    func client(of request: Request) -> (address: SocketAddress, isSecure: Bool?)? {
        guard !networks.isEmpty, trust(request.peer.address) else { return nil }
        let hops =
            switch source {
            case .xForwardedFor: ForwardedHop.xForwarded(request.fields)
            case .forwarded: ForwardedHop.forwarded(request.fields)
            }
        // Every hop was written by the one behind it, the last by our peer. A hop is believed while its writer is
        // trusted; what an unknown host wrote, it may have made up.
        var client: (SocketAddress, Bool?)?
        for hop in hops.reversed() {
            guard let address = hop.address else { break }
            client = (address, hop.isSecure)
            if !trust(address.address) { break }
        }
        return client
    }
}
