import DaybookHost
import Glibc

/// Takes the cluster of a data folder to a newer PostgreSQL, with PostgreSQL's own pg_upgrade: the newer cluster is
/// made beside the old one and shares its files by links, and takes its place in one step of the file system. Until
/// that step the old one is what `daybook serve` finds, whatever ends the upgrade. pg_upgrade makes all tables in the
/// newer cluster before it links a file, so what that one does not take of the old one's stops it before.
///
/// The old cluster stays beside the new one until the next backup. It holds the old catalogs; of files that both share,
/// what the newer server has changed since is changed in it, too.
public struct ClusterUpgrade: Sendable {
    public enum Step: Equatable, Sendable {
        case stopping
        case making(version: Int)
        case checking
        case linking
        case analyzing
    }

    public struct Outcome: Equatable, Sendable {
        public let from: Int
        public let to: Int
        /// Where the old cluster is kept.
        public let kept: String
    }

    private let layout: ClusterLayout
    private let owner: ClusterOwner
    private let old: PostgresBinaries
    private let new: PostgresBinaries
    private let socketFolder: String
    private let report: @Sendable (Step) -> Void
    private let opening: Opening

    /// Upgrades the cluster of a data folder that no daybook uses to the newest PostgreSQL that is installed.
    public static func run(
        folder: String, environment: [String: String], report: @escaping @Sendable (Step) -> Void = { _ in }
    ) throws(EmbeddedError) -> Outcome {
        let layout = ClusterLayout(folder: Files.canonical(folder) ?? folder)
        guard let version = try layout.clusterVersion() else { throw .notRunning(folder: folder) }
        let old = try PostgresBinaries.choose(for: version, environment: environment)
        let new = try PostgresBinaries.choose(for: nil, environment: environment)
        guard new.major > old.major else { throw .nothingNewer(version: version) }
        guard access("\(new.folder)/pg_upgrade", X_OK) == 0 else { throw .cannotUpgrade(folder: new.folder) }
        // Recovered if it was killed, and stopped in order: pg_upgrade takes no other.
        report(.stopping)
        try EmbeddedCluster(folder: folder, environment: environment).stop()
        let lock = try DataFolderLock(layout)
        let upgrade = try ClusterUpgrade(layout, from: old, to: new, environment: environment, report)
        let outcome = try upgrade.run()
        _ = consume lock
        // Starts on the newer version now, because that is what the folder holds.
        report(.analyzing)
        let cluster = try EmbeddedCluster(folder: folder, environment: environment)
        upgrade.analyze()
        try cluster.stop()
        return outcome
    }

    private init(
        _ layout: ClusterLayout, from old: PostgresBinaries, to new: PostgresBinaries, environment: [String: String],
        _ report: @escaping @Sendable (Step) -> Void
    ) throws(EmbeddedError) {
        self.layout = layout
        (self.old, self.new, self.report) = (old, new, report)
        owner = try ClusterOwner.choose(for: layout)
        socketFolder = layout.socketFolder(isRoot: geteuid() == 0, user: owner.user, environment: environment)
        opening = Opening(
            layout: layout, binaries: new, owner: owner, socketFolder: socketFolder, settings: ClusterSettings(),
            report: { _ in })
    }

    private func run() throws(EmbeddedError) -> Outcome {
        try opening.prepareFolders()
        opening.removeUnfinished()
        report(.making(version: new.major))
        let made = "\(layout.cluster)/\(ClusterLayout.unfinishedPrefix)\(UInt32.random(in: 0 ... .max))"
        do throws(EmbeddedError) {
            try check(ClusterSettings.initialization(new, in: made), making: made)
            report(.checking)
            try check(pgUpgrade(to: made) + ["--check"], making: made)
            report(.linking)
            try check(pgUpgrade(to: made), making: made)
        } catch {
            try? opening.endUpgrade()
            keepReport(of: made)
            opening.removeUnfinished()
            throw error
        }
        let kept = layout.former(old.major)
        try opening.exchange(made, keeping: kept)
        return Outcome(from: old.major, to: new.major, kept: kept)
    }

    private func pgUpgrade(to made: String) -> [String] {
        let access = "-c hba_file='\(layout.settings)/pg_hba.conf' -c ident_file='\(layout.settings)/pg_ident.conf'"
        // It ends with us: nobody may start the old cluster while it goes on. And it writes into the folder that it is
        // started in.
        // Each attempt has a port of its own, as its folder: a server that a killed attempt was about to start is not
        // met.
        let port = "\(50_432 + Int.random(in: 0..<10_000))"
        let program = ["/usr/bin/setpriv", "--pdeathsig", "KILL", "--", "\(new.folder)/pg_upgrade"]
        return ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", made] + program + [
            "--old-bindir", old.folder, "--new-bindir", new.folder, "--old-datadir", layout.data, "--new-datadir", made,
            "--old-options", access, "--new-options", access, "--socketdir", socketFolder, "--username", "postgres",
            "--link", "--old-port", port, "--new-port", port,
        ]
    }

    private func check(_ command: [String], making made: String) throws(EmbeddedError) {
        opening.startLogAnew()
        guard try opening.runAsOwner(command, output: layout.startingLog) != 0 else { return }
        let output = (try? Files.text(layout.startingLog)) ?? ""
        let reports = "\(made)/\(Self.reportFolder)"
        let log = UpgradeLog(output: output, in: reports) { path in
            // As its owner, who could have put a link there.
            opening.startLogAnew()
            _ = try? opening.runAsOwner(["/bin/cat", "--", path], output: layout.startingLog)
            return (try? Files.text(layout.startingLog)) ?? ""
        }
        if let trouble = EmbeddedError(output: output + (log?.complaint ?? ""), path: layout.cluster) { throw trouble }
        guard let log else { throw .upgradeFailed(output: output.lastLines.replacing(reports, with: keptReport)) }
        throw .upgradeRefused(
            complaint: log.complaint, statement: log.statement, old: old.release, new: new.release,
            log: log.path.replacing(reports, with: keptReport))
    }

    /// pg_upgrade names a file in which the cause stands, in the folder of the cluster that goes.
    private func keepReport(of made: String) {
        opening.remove(keptReport)
        let command = ["/bin/mv", "-T", "--", "\(made)/\(Self.reportFolder)", keptReport]
        _ = try? opening.runAsOwner(command, output: "/dev/null")
    }

    private static let reportFolder = "pg_upgrade_output.d"
    private var keptReport: String { "\(layout.log)/\(Self.reportFolder)" }

    /// The planner's figures do not come along with every version. Without them queries are slow until autovacuum has
    /// seen to it, and nothing else is wrong, so its failure is not the upgrade's.
    private func analyze() {
        let command = [
            "\(new.folder)/vacuumdb", "--host", socketFolder, "--port", "\(ClusterLayout.port)", "--username",
            "postgres", "--all", "--analyze-only", "--quiet",
        ]
        _ = try? opening.runAsOwner(command, output: "/dev/null")
    }
}

extension Opening {
    /// Makes the cluster one's own again where an upgrade was killed.
    func endUpgrade() throws(EmbeddedError) {
        // pg_upgrade starts the old cluster on a port of its own and for nobody else.
        if let running = Postmaster.running(in: layout), running.port != ClusterLayout.port {
            kill(running.process, SIGINT)
            try waitForEnd(of: running)
        }
        // Before it shares files it renames the old cluster's control file, so that nobody starts both. The new one was
        // never used then, so the old one is whole.
        let control = "\(layout.data)/global/pg_control"
        guard !Files.exists(control), Files.exists("\(control).old") else { return }
        guard rename("\(control).old", control) == 0 else { throw EmbeddedError(FileError(control)) }
    }
}

extension EmbeddedCluster {
    /// Deletes what an upgrade kept of the former cluster. A backup that was just made takes its place.
    public static func forgetFormer(folder: String, environment: [String: String]) throws(EmbeddedError) {
        let layout = ClusterLayout(folder: Files.canonical(folder) ?? folder)
        let former = (try? Files.names(in: layout.cluster))?.filter { $0.hasPrefix(ClusterLayout.formerPrefix) } ?? []
        guard !former.isEmpty, let version = try layout.clusterVersion() else { return }
        let opening = Opening(
            layout: layout, binaries: try PostgresBinaries.choose(for: version, environment: environment),
            owner: try ClusterOwner.choose(for: layout), socketFolder: "", settings: ClusterSettings(),
            report: { _ in })
        for name in former { opening.remove("\(layout.cluster)/\(name)") }
    }
}
