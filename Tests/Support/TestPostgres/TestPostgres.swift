import CPostgres
import Glibc
import Synchronization

/// A private PostgreSQL cluster for tests: on a unix socket in a folder of its own, gone with the process.
///
/// Tests share one, each in a database of its own; a test that stops or kills the server makes its own cluster. Nothing
/// survives a commit being lost here unless asked for: fsync is off.
public final class TestPostgres: Sendable {
    /// The cluster of this process, started by whoever asks first.
    public static let shared: TestPostgres = {
        do {
            return try TestPostgres()
        } catch {
            fatalError("no PostgreSQL for the tests: \(error)")
        }
    }()

    /// Holds the data and the socket.
    public let directory: String

    private let process = Mutex<pid_t?>(nil)
    private let databases = Atomic<Int>(0)

    /// Starts a cluster, with more settings of postgresql.conf as needed.
    public init(durable: Bool = false, settings: [String] = []) throws {
        Graveyard.sweep()
        directory = try Workspace.make()
        try Template.copy(to: directory + "/data")
        var lines = [
            "listen_addresses = ''", "unix_socket_directories = '\(directory)'", "max_connections = 1000",
            "shared_buffers = 32MB", "wal_level = minimal", "max_wal_senders = 0", "logging_collector = off",
        ]
        if !durable { lines += ["fsync = off", "full_page_writes = off"] }
        try File.append((lines + settings).map { $0 + "\n" }.joined(), to: directory + "/data/postgresql.conf")
        Graveyard.enter(self)
        try start()
        // The service's role as it should be anywhere: owner of its database, and subject to row-level security.
        try execute("CREATE ROLE daybook LOGIN NOSUPERUSER NOBYPASSRLS")
        try execute("ALTER DATABASE postgres OWNER TO daybook")
    }

    /// The URL of a new, empty database.
    public func freshDatabase() throws -> String {
        let name = "test_\(databases.wrappingAdd(1, ordering: .relaxed).oldValue)"
        try execute("CREATE DATABASE \(name) OWNER daybook")
        return url(database: name)
    }

    /// For a role that owns the database and is no superuser, so that tests run behind the walls that users run behind.
    public func url(database: String) -> String { url(database: database, role: "daybook") }

    /// For a superuser, whom no policy holds back.
    public func superuserURL(database: String) -> String { url(database: database, role: "postgres") }

    private func url(database: String, role: String) -> String {
        "postgresql:///\(database)?host=\(directory.replacingSlashes)&user=\(role)"
    }

    /// Runs a statement as the superuser, on a connection of its own.
    public func execute(_ sql: String, database: String = "postgres") throws {
        let connection = PQconnectdb(superuserURL(database: database))
        defer { PQfinish(connection) }
        guard PQstatus(connection) == CONNECTION_OK else { throw Trouble(PQerrorMessage(connection)) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
        default: throw Trouble(PQerrorMessage(connection))
        }
    }

    /// Runs a query as the superuser and answers its rows as text.
    public func query(_ sql: String, database: String = "postgres") throws -> [[String?]] {
        let connection = PQconnectdb(superuserURL(database: database))
        defer { PQfinish(connection) }
        guard PQstatus(connection) == CONNECTION_OK else { throw Trouble(PQerrorMessage(connection)) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw Trouble(PQerrorMessage(connection)) }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
            }
        }
    }

    // MARK: The server

    public func start() throws {
        try process.withLock { process in
            guard process == nil else { return }
            let log = directory + "/log"
            for attempt in 1... {
                let pid = try Keeper.spawn(Server.command(data: directory + "/data"), output: log)
                do {
                    try waitUntilReady(pid, log: log)
                    process = pid
                    return
                } catch let trouble as Trouble {
                    // After a kill -9 the processes of the old server take a moment to be gone.
                    guard attempt < 200, trouble.description.contains("pre-existing shared memory block") else {
                        throw trouble
                    }
                    usleep(20_000)
                }
            }
        }
    }

    /// Ends the server in order: sessions are told and closed.
    public func stop() { end(with: SIGINT) }

    /// Ends every process of the server at once, as a power cut would.
    public func kill9() { end(with: SIGKILL) }

    public func restart() throws {
        stop()
        try start()
    }

    /// Suspends every process of the server: it neither answers nor goes away.
    public func freeze() { signalAll(SIGSTOP) }
    public func thaw() { signalAll(SIGCONT) }

    private func signalAll(_ signal: Int32) {
        process.withLock { process in
            guard let process else { return }
            for pid in [process] + Self.children(of: process) { kill(pid, signal) }
        }
    }

    private func end(with signal: Int32) {
        process.withLock { process in
            guard let pid = process else { return }
            // Stopped first, so that it has no more children than are seen here.
            if signal == SIGKILL { kill(pid, SIGSTOP) }
            let children = signal == SIGKILL ? Self.children(of: pid) : []
            kill(pid, signal)
            for child in children { kill(child, SIGKILL) }
            // The server is our child, so this is its end and not a guess.
            var status: Int32 = 0
            while waitpid(pid, &status, 0) == -1, errno == EINTR {}
            process = nil
        }
    }

    /// At the end of the process: without ceremony, and without leaving anything.
    func bury() {
        end(with: SIGQUIT)
        File.removeTree(directory)
    }

    private static func children(of pid: pid_t) -> [pid_t] {
        File.read("/proc/\(pid)/task/\(pid)/children").split(separator: " ").compactMap { pid_t($0) }
    }

    private func waitUntilReady(_ pid: pid_t, log: String) throws {
        // The server writes its state into the eighth line of its pid file. Two minutes are for a very busy machine.
        for _ in 0..<12_000 {
            let lines = File.read(directory + "/data/postmaster.pid").split(
                separator: "\n", omittingEmptySubsequences: false)
            if lines.count > 7, lines[0] == "\(pid)", lines[7].hasPrefix("ready") { return }
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid { throw Trouble("the server ended: " + File.read(log)) }
            usleep(10_000)
        }
        throw Trouble("the server does not become ready: " + File.read(log))
    }
}

public struct Trouble: Error, CustomStringConvertible {
    public let description: String

    init(_ text: String) { description = text }

    init(_ text: UnsafePointer<CChar>?) { description = text.map { String(cString: $0) } ?? "unknown" }
}

extension String {
    fileprivate var replacingSlashes: String { split(separator: "/").map { "%2F" + $0 }.joined() }
}
