import CLinux
import DaybookHost
import Glibc
import Synchronization

/// The private PostgreSQL cluster of a data folder: made when it is not there, found again when it is, on a unix socket
/// only and as an unprivileged user.
///
/// Opening, starting and stopping block the calling thread; they belong to the beginning and the end of a process.
/// Should the process die, PostgreSQL goes on and is found by the next.
public final class EmbeddedCluster: Sendable {
    public enum Event: Equatable, Sendable {
        case creating(version: Int)
        case starting(version: Int)
        /// It was running already: left by a daybook that was killed.
        case found(process: Int32)
        case ready(took: Duration)
        /// It ended without being asked to; it is started again.
        case ended
        case restartFailed(EmbeddedError)
        case stopped(took: Duration)
    }

    /// Connects to the service's own database as its owner.
    public let connectionString: String

    let layout: ClusterLayout
    let binaries: PostgresBinaries
    let owner: ClusterOwner
    let socketFolder: String
    let report: @Sendable (Event) -> Void
    private let lock: Mutex<DataFolderLock?>
    let state: Mutex<State>
    /// Written to when the watch is to end.
    let bell: Int32

    struct State {
        var process: pid_t
        var stopping = false
        var watch: pthread_t?
    }

    /// Takes the folder for this process and has its cluster running when it returns.
    ///
    /// - Parameters:
    ///   - folder: the data folder; made if it is missing.
    ///   - connections: how many the process wants in all, 100 for less.
    ///   - environment: PATH, XDG_RUNTIME_DIR and DAYBOOK_PG_BIN are looked at.
    public init(
        folder: String, connections: Int = 100, environment: [String: String],
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws(EmbeddedError) {
        layout = try ClusterLayout.prepare(folder)
        let lock = try DataFolderLock(layout)
        owner = try ClusterOwner.choose(for: layout)
        let version = try layout.clusterVersion()
        binaries = try PostgresBinaries.choose(for: version, environment: environment)
        self.report = report
        socketFolder = layout.socketFolder(isRoot: geteuid() == 0, user: owner.user, environment: environment)
        let opening = Opening(
            layout: layout, binaries: binaries, owner: owner, socketFolder: socketFolder,
            settings: ClusterSettings(connections: max(100, connections)), report: report)
        let postmaster = try opening.run(isNew: version == nil)
        connectionString = Self.connectionString(postmaster)
        state = Mutex(State(process: postmaster.process))
        self.lock = Mutex(lock)
        bell = eventfd(0, Int32(EFD_CLOEXEC))
    }

    deinit { close(bell) }

    /// PostgreSQL's main process.
    public var process: Int32 { state.withLock { $0.process } }

    /// Where the socket lies.
    public var socket: String { "\(socketFolder)/.s.PGSQL.\(ClusterLayout.port)" }

    package static func connectionString(_ postmaster: Postmaster) -> String {
        let host = postmaster.socketFolder.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return "host='\(host)' port=\(postmaster.port) user=daybook dbname=daybook"
    }

    /// Releases the folder for the next process, and leaves PostgreSQL running for it.
    func abandon() {
        endWatch()
        lock.withLock { $0 = nil }
    }

    /// Stops the cluster and releases the folder: sessions are closed, everything is written, and the next start has
    /// nothing to recover.
    public func stop(within limit: Duration = .seconds(60)) throws(EmbeddedError) {
        try stop(within: limit) { () throws(EmbeddedError) in }
    }

    /// The same, with some work in between that nobody who waits for the folder may come before.
    func stop(
        within limit: Duration = .seconds(60), beforeReleasing work: () throws(EmbeddedError) -> Void
    ) throws(EmbeddedError) {
        defer { lock.withLock { $0 = nil } }
        try end(within: limit)
        try work()
    }

    private func end(within limit: Duration) throws(EmbeddedError) {
        let started = ContinuousClock.now
        endWatch()
        let process = process
        guard Postmaster.running(in: layout)?.process == process else { return }
        let watch = ProcessWatch(process)
        kill(process, SIGINT)
        while !watch.hasEnded {
            guard started.duration(to: .now) < limit else {
                kill(process, SIGQUIT)
                throw .stopTooSlow(seconds: Int(limit.components.seconds))
            }
            _ = watch.wait(milliseconds: 500)
        }
        report(.stopped(took: started.duration(to: .now)))
    }
}

extension EmbeddedCluster {
    /// What the commands beside `serve` use: the cluster of a running daybook as it is, or else their own until they
    /// are done with it. It is never created here.
    public enum Visit: Sendable {
        case running(connectionString: String)
        case opened(EmbeddedCluster)

        public var connectionString: String {
            switch self {
            case .running(let string): string
            case .opened(let cluster): cluster.connectionString
            }
        }

        /// Stops the cluster if the visit started it.
        public func end() throws(EmbeddedError) {
            if case .opened(let cluster) = self { try cluster.stop() }
        }
    }

    public static func visit(
        folder: String, environment: [String: String], creating: Bool = false
    ) throws(EmbeddedError) -> Visit {
        let version = ClusterLayout(folder: Files.canonical(folder) ?? folder).versionFile
        if !creating, !Files.exists(version) {
            // What one may not look into is not known to be empty.
            if let closed = Files.closedFolder(above: version) { throw .noPermission(path: closed) }
            throw .notRunning(folder: folder)
        }
        do {
            return .opened(try EmbeddedCluster(folder: folder, environment: environment))
        } catch .folderInUse(let folder, let process) {
            let layout = ClusterLayout(folder: folder)
            guard let postmaster = Postmaster.running(in: layout), postmaster.status == .ready else {
                throw .folderInUse(folder: folder, process: process)
            }
            return .running(connectionString: connectionString(postmaster))
        }
    }
}
