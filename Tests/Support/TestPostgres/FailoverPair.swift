import Foundation
import Synchronization

/// A primary with a standby, synchronous if asked for, each behind a pooler of its own, and whoever looks after them:
/// where the primary dies the standby takes over, and a new standby is made in the place of the dead one.
public final class FailoverPair: Sendable {
    /// Where a server is found, whichever it is at the moment.
    private struct Place {
        /// A link to the server's folder, which stays the same when the server is another.
        let link: String
        let pooler: TestPooler
    }

    private struct Servers {
        var primary: TestPostgres
        var standby: TestPostgres
        /// The place of the primary; the standby has the other.
        var place: Int
    }

    private let places: [Place]
    private let servers: Mutex<Servers>
    private let database: String
    /// Nothing is acknowledged that the standby does not have.
    public let isSynchronous: Bool

    public init(isSynchronous: Bool = true) throws {
        self.isSynchronous = isSynchronous
        let home = try openFolder()
        let primary = try TestPostgres(
            durable: true, settings: ["wal_level = replica", "max_wal_senders = 4", "wal_keep_size = 256MB"])
        database = primary.name(of: try primary.freshDatabase())
        let standby = try TestPostgres(standbyOf: primary)
        places = try [primary, standby].enumerated().map { number, server in
            let link = "\(home.path)/\(number)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: server.directory)
            return Place(
                link: link,
                pooler: try TestPooler(
                    before: link, .transaction, connections: 30, settings: ["server_login_retry = 1"]))
        }
        servers = Mutex(Servers(primary: primary, standby: standby, place: 0))
        try wait(for: standby, of: primary)
    }

    /// Through the poolers, one before each server.
    public var pooledURL: String { url(by: places.map(\.pooler.directory)) }
    /// To the servers themselves.
    public var url: String { url(by: places.map(\.link)) }

    private func url(by hosts: [String]) -> String {
        "postgresql:///\(database)?host=\(hosts.joined(separator: ","))&user=daybook&target_session_attrs=read-write"
    }

    public func stop() {
        for place in places { place.pooler.kill9() }
        servers.withLock { servers in
            servers.primary.kill9()
            servers.standby.kill9()
        }
    }

    // MARK: Calamities

    public func killPooler() throws {
        let pooler = places[servers.withLock(\.place)].pooler
        pooler.kill9()
        try pooler.start()
    }

    /// The standby hears nothing more of what the primary writes.
    public func cutStandby() throws {
        let standby = servers.withLock(\.standby)
        try standby.execute("ALTER SYSTEM SET primary_conninfo = ''")
        try standby.execute("SELECT pg_reload_conf()")
        try until(standby, "SELECT count(*) = 0 FROM pg_stat_wal_receiver")
    }

    /// The primary dies. Returns when the pair is whole again.
    public func killPrimary() throws {
        var now = servers.withLock { $0 }
        now.primary.kill9()
        guard try now.standby.query("SELECT pg_promote(true, 60)") == [["t"]] else {
            throw Trouble("the standby was not promoted")
        }
        let next = try TestPostgres(standbyOf: now.standby)
        let link = places[now.place].link
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: next.directory)
        now = Servers(primary: now.standby, standby: next, place: 1 - now.place)
        try wait(for: next, of: now.primary)
        servers.withLock { $0 = now }
    }

    /// Returns when the standby follows; where it is synchronous, when nothing is acknowledged any more that it lacks.
    /// Until then the primary must not be killed.
    private func wait(for standby: TestPostgres, of primary: TestPostgres) throws {
        guard isSynchronous else {
            return try until(primary, "SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming'")
        }
        try primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.execute("SELECT pg_reload_conf()")
        try until(primary, "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
    }

    private func until(_ server: TestPostgres, _ isSo: String) throws {
        for _ in 0..<6_000 {
            if try server.query(isSo) == [["t"]] { return }
            usleep(20_000)
        }
        throw Trouble("the standby does not do as it is told: \(isSo)")
    }
}
