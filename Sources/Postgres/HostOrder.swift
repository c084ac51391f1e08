import CPostgres
import Synchronization

/// One of the hosts of a URL, as libpq knows it.
struct HostPlace: Hashable, Sendable {
    /// A name, an address, or a socket's folder.
    let host: String
    /// Where the name leads; empty if nothing had to be looked up.
    let ipAddress: String
    let port: String

    /// Which of them an attempt to connect is at, or a connection has come to.
    init?(_ handle: OpaquePointer?) {
        guard let handle, let host = PQhost(handle), let port = PQport(handle) else { return nil }
        self.init(
            host: String(cString: host), ipAddress: PQhostaddr(handle).map { String(cString: $0) } ?? "",
            port: String(cString: port))
    }

    init(host: String, ipAddress: String, port: String) {
        self.host = host
        self.ipAddress = ipAddress
        self.port = port.isEmpty ? "5432" : port
    }

    /// One given by name alone is the same as that name with the address that was found for it.
    func isSame(as other: HostPlace) -> Bool {
        host == other.host && port == other.port
            && (ipAddress == other.ipAddress || ipAddress.isEmpty || other.ipAddress.isEmpty)
    }
}

/// Hosts that were of no use go last: one that let an attempt to connect run out of time, and one that took a
/// connection and then was no primary, or had none to lead to. libpq asks the hosts of a URL one after the other and
/// waits for each as long as it takes; behind a first host that is frozen, no attempt would ever come to the second.
/// And what a pooler tells it of the server behind may be of the server before.
final class HostOrder: Sendable {
    /// The one that was put there last is the last.
    private let last = Mutex<[HostPlace]>([])

    func putLast(_ place: HostPlace) {
        last.withLock { last in
            last.removeAll { $0.isSame(as: place) }
            // A name may lead to ever new addresses.
            if last.count == Self.most { last.removeFirst() }
            last.append(place)
        }
    }

    /// It is of use after all.
    func answered(_ place: HostPlace) {
        last.withLock { last in
            if !last.isEmpty { last.removeAll { $0.isSame(as: place) } }
        }
    }

    private static let most = 64

    /// Nil where nothing has to change places.
    func rearranged(_ places: [HostPlace]) -> [HostPlace]? {
        let last = last.withLock { $0 }
        guard places.count > 1, !last.isEmpty else { return nil }
        let ranks = places.map { place in last.lastIndex { $0.isSame(as: place) } ?? -1 }
        guard ranks.contains(where: { $0 >= 0 }) else { return nil }
        return places.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { places[$0] }
    }
}
