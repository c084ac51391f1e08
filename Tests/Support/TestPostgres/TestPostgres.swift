import Glibc
import Synchronization

/// A private PostgreSQL cluster for tests: on a unix socket in a folder of its own, gone with the process.
///
/// Tests share one, each in a database of its own; a test that stops or kills the server makes its own cluster. Nothing
/// survives a commit being lost here unless asked for: fsync is off.
public final class TestPostgres: DatabaseHost, Burial {
    /// Where tests that leave the server alone have their databases: on the server that DATABASE_URL names, else on a
    /// cluster that whoever asks first starts.
    public static let shared: any DatabaseHost = {
        do {
            return try GivenPostgres.named() ?? TestPostgres()
        } catch {
            fatalError("no PostgreSQL for the tests: \(error)")
        }
    }()

    /// The tests' databases are spread over a cluster.
    public static var isSpread: Bool { GivenCluster.isWanted }

    /// Holds the data and the socket.
    public let directory: String

    private let process = Mutex<pid_t?>(nil)
    private let databases = Atomic<Int>(0)

    /// Starts a cluster, with more settings of postgresql.conf as needed.
    ///
    /// - Parameter folder: an empty one of the test's own, for a disk that is not the system's.
    public init(durable: Bool = false, settings: [String] = [], in folder: String? = nil) throws {
        Graveyard.sweep()
        directory = try folder ?? Workspace.make()
        try Workspace.own(directory)
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

    /// Starts a standby of another server, whose settings must allow it (`wal_level`, `max_wal_senders`).
    public init(standbyOf primary: TestPostgres) throws {
        directory = try Workspace.make()
        let command = [
            Server.binaries + "/pg_basebackup", "-D", directory + "/data", "-h", primary.directory, "-U", "postgres",
            "-c", "fast", "-X", "stream", "-R", "--no-sync",
        ]
        _ = try Keeper.run(Server.asUser.isEmpty ? command : ["/usr/bin/setpriv"] + Server.asUser + command)
        let lines = ["unix_socket_directories = '\(directory)'", "wal_retrieve_retry_interval = 200ms"]
        try File.append(lines.map { $0 + "\n" }.joined(), to: directory + "/data/postgresql.conf")
        Graveyard.enter(self)
        try start()
    }

    public func freshDatabase(like template: String?) throws -> String {
        let name = "test_\(databases.wrappingAdd(1, ordering: .relaxed).oldValue)"
        try execute("CREATE DATABASE \(name) TEMPLATE \(template ?? "template1") OWNER daybook \(Server.copyStrategy)")
        return url(database: name)
    }

    public func url(database: String) -> String { url(database: database, role: "daybook") }

    public func superuserURL(database: String) -> String { url(database: database, role: "postgres") }

    private func url(database: String, role: String) -> String {
        "postgresql:///\(database)?host=\(directory.replacingSlashes)&user=\(role)"
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
            let children = Self.children(of: pid)
            kill(pid, signal)
            // Who was frozen and not thawed, as by a test that failed in between, hears nothing else.
            for process in [pid] + children { kill(process, signal == SIGKILL ? SIGKILL : SIGCONT) }
            // The server is our child, so this is its end and not a guess.
            var status: Int32 = 0
            while waitpid(pid, &status, 0) == -1, errno == EINTR {}
            // What it has started is somebody else's child from now on, so its end can only be looked for.
            if signal == SIGKILL { for child in children { while Self.isRunning(child) { usleep(1000) } } }
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

    private static func isRunning(_ pid: pid_t) -> Bool {
        // The state stands behind the name in brackets; a zombie has closed everything.
        guard let state = File.read("/proc/\(pid)/stat").split(separator: ")").last?.dropFirst().first else {
            return false
        }
        return state != "Z" && state != "X"
    }

    private func waitUntilReady(_ pid: pid_t, log: String) throws {
        // The server writes its state into the eighth line of its pid file. Two minutes are for a very busy machine.
        for _ in 0..<12_000 {
            let lines = File.read(directory + "/data/postmaster.pid").split(
                separator: "\n", omittingEmptySubsequences: false)
            if lines.count > 7, lines[0] == "\(pid)", ["ready", "standby"].contains(where: lines[7].hasPrefix) {
                return
            }
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid { throw Trouble("the server ended: " + File.read(log)) }
            usleep(10_000)
        }
        throw Trouble("the server does not become ready: " + File.read(log))
    }
}

extension String {
    fileprivate var replacingSlashes: String { split(separator: "/").map { "%2F" + $0 }.joined() }
}
