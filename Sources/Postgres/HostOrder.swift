import CPostgres
import Synchronization

/// One of the hosts of a URL, as libpq knows it.
struct HostPlace: Hashable, Sendable {
    /// A name, an address, or a socket's folder.
    let host: String
    /// Where the name leads; empty if nothing had to be looked up.
    let address: String
    let port: String

    /// Which of them an attempt to connect is at, or a connection has come to.
    init?(_ handle: OpaquePointer?) {
        guard let handle, let host = PQhost(handle), let port = PQport(handle) else { return nil }
        self.init(
            host: String(cString: host), address: PQhostaddr(handle).map { String(cString: $0) } ?? "",
            port: String(cString: port))
    }

    init(host: String, address: String, port: String) {
        self.host = host
        self.address = address
        self.port = port.isEmpty ? "5432" : port
    }

    /// One given by name alone is the same as that name with the address that was found for it.
    func isSame(as other: HostPlace) -> Bool {
        host == other.host && port == other.port
            && (address == other.address || address.isEmpty || other.address.isEmpty)
    }
}

/// Hosts that let an attempt to connect run out of time go last. libpq asks the hosts of a URL one after the other and
/// waits for each as long as it takes; behind a first host that is frozen, no attempt would ever come to the second.
final class HostOrder: Sendable {
    /// The one that hung last is the last.
    private let hung = Mutex<[HostPlace]>([])

    func hung(_ place: HostPlace) {
        hung.withLock { hung in
            hung.removeAll { $0.isSame(as: place) }
            // A name may lead to ever new addresses.
            if hung.count == Self.most { hung.removeFirst() }
            hung.append(place)
        }
    }

    func answered(_ place: HostPlace) {
        hung.withLock { hung in
            if !hung.isEmpty { hung.removeAll { $0.isSame(as: place) } }
        }
    }

    private static let most = 64

    /// Nil where nothing has to change places.
    func rearranged(_ places: [HostPlace]) -> [HostPlace]? {
        let hung = hung.withLock { $0 }
        guard places.count > 1, !hung.isEmpty else { return nil }
        let ranks = places.map { place in hung.lastIndex { $0.isSame(as: place) } ?? -1 }
        guard ranks.contains(where: { $0 >= 0 }) else { return nil }
        return places.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { places[$0] }
    }
}
