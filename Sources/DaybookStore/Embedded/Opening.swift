import CLinux
import DaybookHost
import Glibc

/// The way from a data folder in whatever state to a cluster that answers.
struct Opening: Sendable {
    let layout: ClusterLayout
    let binaries: PostgresBinaries
    let owner: ClusterOwner
    let socketFolder: String
    let settings: ClusterSettings
    let report: @Sendable (EmbeddedCluster.Event) -> Void

    /// Recovery after a crash replays at most a few checkpoints' worth of WAL; minutes even on a slow card.
    static let patience = Duration.seconds(600)

    func run(isNew: Bool) throws(EmbeddedError) -> Postmaster {
        let started = ContinuousClock.now
        try prepareFolders()
        try writeSettings()
        try endUpgrade()
        removeUnfinished()
        if isNew { try create() }
        let postmaster: Postmaster
        if let running = Postmaster.running(in: layout), running.status != .stopping {
            report(.found(process: running.process))
            // It may still be starting; and it takes over what has changed in its settings.
            postmaster = try waitUntilReady(running.process)
            kill(running.process, SIGHUP)
        } else {
            report(.starting(version: binaries.major))
            postmaster = try start()
        }
        report(.ready(took: started.duration(to: .now)))
        return postmaster
    }

    func prepareFolders() throws(EmbeddedError) {
        do {
            try Files.makeFolder(layout.postgres, mode: owner.isAnother ? 0o711 : 0o700)
            try Files.makeFolder(layout.settings, mode: owner.isAnother ? 0o755 : 0o700)
        } catch {
            throw EmbeddedError(error)
        }
        try owner.makeFolder(layout.cluster)
        if owner.isAnother { try checkReach() }
        try owner.makeFolder(layout.log)
        try makeSocketFolder()
    }

    /// Whether the owner gets to its folder at all is asked of the kernel, as the owner.
    private func checkReach() throws(EmbeddedError) {
        guard try runAsOwner(["/usr/bin/test", "-x", layout.cluster], output: "/dev/null") != 0 else { return }
        throw .notReachable(path: layout.firstClosedFolder, user: owner.name)
    }

    /// In a place that others may write to, a folder that is there already must be the owner's alone, or somebody could
    /// have put it there to sit between us and PostgreSQL.
    private func makeSocketFolder() throws(EmbeddedError) {
        if socketFolder.hasPrefix("\(layout.cluster)/") { return try owner.makeFolder(socketFolder) }
        if mkdir(socketFolder, 0o700) == 0 {
            guard !owner.isAnother || lchown(socketFolder, owner.user, owner.group) == 0 else {
                throw EmbeddedError(FileError(socketFolder))
            }
            return
        }
        guard errno == EEXIST else { throw EmbeddedError(FileError(socketFolder)) }
        guard let status = try? Files.status(socketFolder, followingLink: false),
            status.st_mode & S_IFMT == S_IFDIR, status.st_uid == owner.user, status.st_mode & 0o077 == 0
        else { throw .unsafeSocketFolder(path: socketFolder) }
    }

    func writeSettings() throws(EmbeddedError) {
        // Readable to the owner, and there is nothing secret in them.
        let mode: mode_t = owner.isAnother ? 0o644 : 0o600
        let files = [
            ("postgresql.conf", settings.configuration(layout, logCompression: binaries.logCompression)),
            ("pg_hba.conf", ClusterSettings.authentication),
            ("pg_ident.conf", ClusterSettings.identities([owner.name, SystemUsers.name(of: geteuid())])),
        ]
        do {
            for (name, text) in files where (try? Files.text("\(layout.settings)/\(name)")) != text {
                try Files.replace("\(layout.settings)/\(name)", with: text, mode: mode)
            }
        } catch {
            throw EmbeddedError(error)
        }
    }

    // MARK: Creation

    /// What a new cluster takes on the disk, with its first WAL and some room to work in.
    static let neededSpace = 128 << 20

    /// Everything happens under another name; the rename makes it the cluster. An interrupted creation is begun anew.
    private func create() throws(EmbeddedError) {
        report(.creating(version: binaries.major))
        if let free = Files.freeSpace(layout.cluster), free < Self.neededSpace {
            throw .diskFull(path: layout.cluster, needed: Self.neededSpace)
        }
        let unfinished = "\(layout.cluster)/\(ClusterLayout.unfinishedPrefix)\(UInt32.random(in: 0 ... .max))"
        do throws(EmbeddedError) {
            try make(unfinished)
        } catch {
            // Half a cluster would only keep the disk full.
            removeUnfinished()
            throw error
        }
        do throws(FileError) {
            guard rename(unfinished, layout.data) == 0 else { throw FileError(layout.data) }
            try Files.sync(folder: layout.cluster)
            try Files.sync(folder: layout.postgres)
            try Files.sync(folder: layout.folder)
        } catch {
            throw EmbeddedError(error)
        }
    }

    private func make(_ folder: String) throws(EmbeddedError) {
        startLogAnew()
        let status = try runAsOwner(ClusterSettings.initialization(binaries, in: folder), output: layout.startingLog)
        guard status == 0 else { throw creationFailure() }
        do {
            try Files.replace(layout.firstStatements, with: ClusterSettings.firstStatements, mode: 0o644)
        } catch {
            throw EmbeddedError(error)
        }
        // PostgreSQL for one user at its standard input: no socket, no second process, nothing to wait for.
        startLogAnew()
        let single = try runAsOwner(
            [binaries.postgres, "--single", "-D", folder, "-c", "log_min_messages=warning", "postgres"],
            input: layout.firstStatements, output: layout.startingLog)
        // In this mode an error in a statement does not end it.
        let output = (try? Files.text(layout.startingLog)) ?? ""
        guard single == 0, !output.contains("ERROR:"), !output.contains("FATAL:") else { throw creationFailure() }
        unlink(layout.firstStatements)
    }

    private func creationFailure() -> EmbeddedError {
        let output = (try? Files.text(layout.startingLog)) ?? ""
        return EmbeddedError(output: output, path: layout.cluster) ?? .creationFailed(output: output.lastLines)
    }

    /// As the owner, so that no link in the folder leads anywhere the owner could not delete by itself. Files that
    /// programs of a killed creation still write meanwhile are deleted the next time.
    func removeUnfinished() {
        for name in (try? Files.names(in: layout.cluster)) ?? [] where name.hasPrefix(ClusterLayout.unfinishedPrefix) {
            let folder = "\(layout.cluster)/\(name)"
            // pg_upgrade ends with us, but not the server that it has started there.
            if let running = Postmaster.running(on: folder) { kill(running.process, SIGKILL) }
            remove(folder)
        }
        removeSuccessor()
    }

    /// What an upgrade by a backup has left; whoever holds the lock of the data folder knows that no other is at it.
    func removeSuccessor() {
        let successor = layout.successor
        guard Files.exists(successor.folder) else { return }
        if let running = Postmaster.running(in: successor) { kill(running.process, SIGKILL) }
        remove(successor.cluster)
        let rest = try? ChildProcess(
            ["/bin/rm", "-rf", "--", successor.folder], environment: Self.environment, output: "/dev/null")
        _ = rest?.wait()
    }

    /// Gives the cluster's place to another in one step of the file system, and its own to the name.
    func exchange(_ made: String, keeping kept: String) throws(EmbeddedError) {
        // A former cluster of the same version can only be what an upgrade left that was taken back by hand.
        remove(kept)
        do throws(FileError) {
            guard daybook_exchange(made, layout.data) == 0 else { throw FileError(layout.data) }
            guard rename(made, kept) == 0 else { throw FileError(kept) }
            try Files.sync(folder: layout.cluster)
        } catch {
            throw EmbeddedError(error)
        }
    }

    func remove(_ folder: String) {
        _ = try? runAsOwner(["/bin/rm", "-rf", "--", folder], output: "/dev/null")
    }

    func startLogAnew() { unlink(layout.startingLog) }

    static let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"]

    func runAsOwner(
        _ command: [String], input: String = "/dev/null", output: String
    ) throws(EmbeddedError) -> Int32? {
        let command = try owner.command(command)
        do throws(FileError) {
            return try ChildProcess(command, environment: Self.environment, input: input, output: output).wait()
        } catch {
            throw EmbeddedError(error)
        }
    }
}

extension String {
    /// The end of what a program printed, on one line: enough to know why it gave up.
    var lastLines: String { split(separator: "\n").suffix(4).joined(separator: " | ") }
}
