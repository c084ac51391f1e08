import DaybookHost
import Glibc

/// Where everything of the embedded cluster lies. Files that only daybook writes lie outside of PostgreSQL's user's
/// folders, so that a daybook started as root never writes where somebody else could have put a link.
///
///     DATA/daybook.lock               held locked by the daybook that uses the folder
///     DATA/postgres/settings/         PostgreSQL's configuration, written anew at every start
///     DATA/postgres/custom.conf       yours, read after ours
///     DATA/postgres/starting.log      what PostgreSQL says before it has opened its own log
///     DATA/postgres/successor/        a data folder in which an upgrade fills a new cluster from a backup
///     DATA/postgres/cluster/          PostgreSQL's user's alone (0700)
///         data/  data.new-*/  data.old-*/  log/  socket/
package struct ClusterLayout: Equatable, Sendable {
    /// The data folder, without links, dots or a slash at its end.
    package let folder: String

    package init(folder: String) { self.folder = folder }

    var lock: String { "\(folder)/daybook.lock" }
    var postgres: String { "\(folder)/postgres" }
    var settings: String { "\(postgres)/settings" }
    var custom: String { "\(postgres)/custom.conf" }
    var startingLog: String { "\(postgres)/starting.log" }
    var firstStatements: String { "\(settings)/first.sql" }
    var cluster: String { "\(postgres)/cluster" }
    var data: String { "\(cluster)/data" }
    /// A cluster being made; it gets its name when it is whole, so an interrupted one is known by this name. Each
    /// attempt has its own, because the programs of one that was killed may still be writing.
    static let unfinishedPrefix = "data.new-"
    /// What an upgrade keeps of the cluster before it, with that one's version behind it.
    static let formerPrefix = "data.old-"
    func former(_ version: Int) -> String { "\(cluster)/\(Self.formerPrefix)\(version)" }
    /// Not in PostgreSQL's user's folder, because daybook writes into it.
    var successor: ClusterLayout { ClusterLayout(folder: "\(postgres)/successor") }
    var log: String { "\(cluster)/log" }
    var versionFile: String { "\(data)/PG_VERSION" }
    package var processFile: String { Self.processFile(of: data) }
    static func processFile(of data: String) -> String { "\(data)/postmaster.pid" }

    static let port = 5432

    /// What PostgreSQL lays beside its socket; its first lines are those of the process file.
    func socketLock(in folder: String) -> String { "\(folder)/.s.PGSQL.\(Self.port).lock" }

    /// The layout of a folder, which is made if it is missing. As root it is open for PostgreSQL's user to pass
    /// through.
    static func prepare(_ folder: String) throws(EmbeddedError) -> ClusterLayout {
        do {
            try Files.makeFolder(folder, mode: geteuid() == 0 ? 0o711 : 0o700)
        } catch {
            throw EmbeddedError(error)
        }
        guard let canonical = Files.canonical(folder) else { throw EmbeddedError(FileError(folder)) }
        return ClusterLayout(folder: canonical)
    }

    /// The outermost folder on the way to the cluster that only its owner may enter.
    var firstClosedFolder: String {
        var path = ""
        for part in cluster.split(separator: "/").dropLast() {
            path += "/\(part)"
            if let status = try? Files.status(path), status.st_mode & 0o001 == 0 { return path }
        }
        return folder
    }

    /// The longest path the kernel takes for a socket: 108 bytes with the null at the end.
    static let longestSocketPath = 107

    static func fits(socketFolder: String) -> Bool {
        "\(socketFolder)/.s.PGSQL.\(port)".utf8.count <= longestSocketPath
    }

    /// Where the socket lies: in the cluster's own folder, or, when that makes too long a path, in a folder named after
    /// it under /run (root), $XDG_RUNTIME_DIR, or /tmp.
    func socketFolder(isRoot: Bool, user: uid_t, environment: [String: String]) -> String {
        let own = "\(cluster)/socket"
        if Self.fits(socketFolder: own) { return own }
        let name = "daybook-\(Checksum.sha256(folder).prefix(16))"
        let runtime = isRoot ? "/run" : environment["XDG_RUNTIME_DIR"]
        if let runtime, runtime.hasPrefix("/"), access(runtime, W_OK | X_OK) == 0,
            Self.fits(socketFolder: "\(runtime)/\(name)")
        {
            return "\(runtime)/\(name)"
        }
        return "/tmp/\(name)-\(user)"
    }

    /// The major version that made the cluster; nil when there is none.
    package func clusterVersion() throws(EmbeddedError) -> Int? {
        do {
            guard try Files.status(data) != nil else { return nil }
            guard Files.exists(versionFile) else {
                // An empty folder (a volume just mounted, say) is as good as none.
                if try Files.names(in: data).isEmpty, rmdir(data) == 0 { return nil }
                throw EmbeddedError.notACluster(path: data)
            }
            let text = try Files.text(versionFile).split(separator: "\n").first.map(String.init) ?? ""
            guard let version = Int(text) else { throw EmbeddedError.notACluster(path: data) }
            return version
        } catch let error as FileError {
            throw EmbeddedError(error)
        } catch let error as EmbeddedError {
            throw error
        } catch {
            throw .fileTrouble(path: data, sentence: "\(error)")
        }
    }
}
