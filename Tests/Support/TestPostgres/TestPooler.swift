import Glibc
import Synchronization

/// PgBouncer in front of a test's own server, as the operating system brings it.
public final class TestPooler: Burial {
    public enum Mode: String, Sendable { case session, transaction }

    public let directory: String
    private let process = Mutex<pid_t?>(nil)

    /// Another one than the system's, for trying newer versions by hand.
    private static let program =
        getenv("DAYBOOK_TEST_PGBOUNCER").map { String(cString: $0) } ?? "/usr/sbin/pgbouncer"

    /// - Parameter connections: how many sessions on the server all clients of a database share.
    public convenience init(
        before server: TestPostgres, _ mode: Mode, connections: Int = 4, settings: [String] = []
    ) throws {
        try self.init(before: server.directory, mode, connections: connections, settings: settings)
    }

    /// - Parameter server: the folder of the server's socket.
    public init(before server: String, _ mode: Mode, connections: Int = 4, settings: [String] = []) throws {
        directory = try Workspace.make()
        let users = directory + "/users"
        try File.append("\"daybook\" \"\"\n\"postgres\" \"\"\n", to: users)
        let lines = [
            "[databases]", "* = host=\(server)", "[pgbouncer]", "unix_socket_dir = \(directory)",
            "listen_port = 5432", "auth_type = trust", "auth_file = \(users)", "pool_mode = \(mode.rawValue)",
            "default_pool_size = \(connections)", "max_client_conn = 500",
        ]
        try File.append((lines + settings).map { $0 + "\n" }.joined(), to: directory + "/pgbouncer.ini")
        Graveyard.enter(self)
        try start()
    }

    /// The way through the pooler to what the URL of the server names.
    public func url(_ url: String) -> String {
        let (database, role) = (url.dropFirst("postgresql:///".count).prefix { $0 != "?" }, "daybook")
        return "postgresql:///\(database)?host=\(directory)&user=\(role)"
    }

    public func start() throws {
        try process.withLock { process in
            guard process == nil else { return }
            let command = ["/usr/bin/setpriv"] + Server.asUser + ["--pdeathsig", "KILL", Self.program]
            let pid = try Keeper.spawn(command + [directory + "/pgbouncer.ini"], output: directory + "/log")
            process = pid
            for _ in 0..<12_000 where access(directory + "/.s.PGSQL.5432", F_OK) != 0 {
                var status: Int32 = 0
                guard waitpid(pid, &status, WNOHANG) == 0 else {
                    process = nil
                    throw Trouble("the pooler ended: " + File.read(directory + "/log"))
                }
                usleep(10_000)
            }
        }
    }

    /// Ends it at once, and with it every connection.
    public func kill9() {
        process.withLock { process in
            guard let pid = process else { return }
            kill(pid, SIGKILL)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) == -1, errno == EINTR {}
            process = nil
        }
        unlink(directory + "/.s.PGSQL.5432")
    }

    func bury() {
        kill9()
        File.removeTree(directory)
    }
}
