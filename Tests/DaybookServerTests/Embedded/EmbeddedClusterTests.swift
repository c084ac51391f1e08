import Foundation
import Postgres
import Synchronization
import Testing

@testable import DaybookServer

@Suite struct EmbeddedClusterTests {
    final class Events: Sendable {
        private let events = Mutex<[EmbeddedCluster.Event]>([])
        func add(_ event: EmbeddedCluster.Event) { events.withLock { $0.append(event) } }
        var all: [EmbeddedCluster.Event] { events.withLock { $0 } }
        var names: [String] { all.map { String(describing: $0).prefix { $0.isLetter }.description } }
    }

    func setting(_ name: String, _ database: Database) async throws -> String {
        try await database.read("SELECT current_setting(\(name))").strings().first ?? ""
    }

    @Test func aFreshClusterIsDurableUnprivilegedAndOnItsSocketOnly() async throws {
        try await withDataFolder { folder in
            let events = Events()
            let cluster = try await openCluster(folder) { events.add($0) }
            #expect(events.names == ["creating", "starting", "ready"])
            try await withStorage(url: cluster.connectionString) { database, _ in
                for (name, value) in [
                    ("fsync", "on"), ("synchronous_commit", "on"), ("full_page_writes", "on"), ("data_checksums", "on"),
                    ("listen_addresses", ""), ("server_encoding", "UTF8"), ("is_superuser", "off"),
                    ("log_statement", "none"), ("unix_socket_permissions", "0700"), ("TimeZone", "UTC"),
                ] { #expect(try await setting(name, database) == value, "\(name)") }
                let collation = try await database.read(
                    "SELECT datcollate || ' ' || datctype FROM pg_database WHERE datname = current_database()"
                ).strings()
                #expect(collation == ["C C.UTF-8"])
                #expect(try await database.read("SELECT lower('ÄÖÜ')").strings() == ["äöü"])
                // The role may do all that migrations do.
                try await Migrator(try .embedded(), of: database).run(.up(to: nil))
            }
            let processes = try Processes.family(of: cluster.process)
            #expect(processes.count > 3)
            for process in processes {
                do {
                    #expect(try Processes.user(of: process) != 0)
                    #expect(try Processes.listensOnTCP(process) == false)
                } catch {
                    // A worker of the moment may have ended meanwhile; the others have not.
                    #expect(process != cluster.process && kill(process, 0) != 0, "\(error)")
                }
            }
            #expect(try Processes.user(of: cluster.process) == cluster.owner.user)
            for path in [cluster.layout.cluster, cluster.layout.data, cluster.socketFolder] {
                #expect(try Files.status(path).map { $0.st_mode & 0o777 } == 0o700, "\(path)")
            }
            try await onThread { try cluster.stop() }
            #expect(Postmaster.running(in: cluster.layout) == nil)
        }
    }

    @Test func theCheckForTCPCanFail() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        #expect(listen(listener, 1) == 0)
        #expect(try Processes.listensOnTCP(getpid()))
    }

    @Test func whatWasWrittenIsThereAfterAStopAndAfterKill9() async throws {
        try await withDataFolder { folder in
            let first = try await openCluster(folder)
            try await withStorage(url: first.connectionString) { database, _ in
                try await database.write("CREATE TABLE kept (x int)")
                try await database.write("INSERT INTO kept VALUES (1)")
            }
            try await onThread { try first.stop() }

            let events = Events()
            let second = try await openCluster(folder) { events.add($0) }
            #expect(events.names == ["starting", "ready"])
            try await withStorage(url: second.connectionString) { database, _ in
                try await database.write("INSERT INTO kept VALUES (2)")
                // The main process is killed with a session open: its orphans end by themselves.
                kill(second.process, SIGKILL)
                try await onThread {
                    let watch = ProcessWatch(second.process)
                    while !watch.hasEnded { _ = watch.wait(milliseconds: 100) }
                }
                second.abandon()
                let third = try await openCluster(folder)
                #expect(third.process != second.process)
                try await withStorage(url: third.connectionString) { database, _ in
                    let rows = try await database.read("SELECT x::text FROM kept ORDER BY x").strings()
                    #expect(rows == ["1", "2"])
                }
                try await onThread { try third.stop() }
            }
        }
    }

    @Test func aKilledMainProcessIsStartedAgainWhileWeGoOn() async throws {
        try await withDataFolder { folder in
            let events = Events()
            let cluster = try await openCluster(folder) { events.add($0) }
            cluster.keepAlive()
            try await withStorage(url: cluster.connectionString) { database, _ in
                for _ in 1...2 {
                    let before = cluster.process
                    kill(before, SIGKILL)
                    // The pool keeps trying; what it refuses meanwhile has its clear error.
                    let deadline = ContinuousClock.now + .seconds(60)
                    while true {
                        let answer = try? await database.read("SELECT 1")
                        if answer != nil, cluster.process != before { break }
                        try #require(ContinuousClock.now < deadline, "not back after a minute")
                        try await Task.sleep(for: .milliseconds(20))
                    }
                }
            }
            #expect(events.names.count { $0 == "ended" } == 2)
            try await onThread { try cluster.stop() }
            #expect(Postmaster.running(in: cluster.layout) == nil)
        }
    }

    @Test func aSecondOneOnTheSameFolderIsRefused() async throws {
        try await withDataFolder { folder in
            let holder = try Holder(folder)
            #expect(try await holder.line() == "creating")
            #expect(try await holder.line().hasPrefix("ready "))
            let error = await #expect(throws: EmbeddedError.self) { try await openCluster(folder) }
            #expect(error == .folderInUse(folder: Files.canonical(folder) ?? "", process: Int(holder.id)))
            #expect(error?.description.contains("process \(holder.id)") == true)

            // A command beside it uses what runs, and leaves it running.
            let visit = try await onThread {
                try EmbeddedCluster.visit(folder: folder, environment: ["PATH": "/usr/bin:/bin"])
            }
            guard case .running(let string) = visit else { throw EmbeddedError.notRunning(folder: folder) }
            try await withStorage(url: string) { database, _ in _ = try await database.read("SELECT 1") }
            try await onThread { try visit.end() }
            #expect(Postmaster.running(in: ClusterLayout(folder: Files.canonical(folder) ?? "")) != nil)
            try await holder.kill9()
        }
    }

    @Test func afterKill9OfTheHolderItsClusterIsFoundRunning() async throws {
        try await withDataFolder { folder in
            let holder = try Holder(folder)
            _ = try await holder.line()
            let process = Int32(try await holder.line().dropFirst("ready ".count))
            try await holder.kill9()
            let events = Events()
            let cluster = try await openCluster(folder) { events.add($0) }
            #expect(cluster.process == process)
            #expect(events.names == ["found", "ready"])
            try await withStorage(url: cluster.connectionString) { database, _ in
                _ = try await database.read("SELECT 1")
            }
            try await onThread { try cluster.stop() }
            #expect(kill(process ?? 0, 0) != 0)
        }
    }

    @Test func anInterruptedCreationIsBegunAnew() async throws {
        // On a busy machine the creation may be through before the news of its beginning arrives here.
        var wasInterrupted = false
        for _ in 0..<10 where !wasInterrupted {
            try await withDataFolder { folder in
                wasInterrupted = try await interruptCreation(in: folder)
                if wasInterrupted { try await beginAnew(in: folder) }
            }
        }
        #expect(wasInterrupted)
    }

    private func interruptCreation(in folder: String) async throws -> Bool {
        let holder = try Holder(folder)
        #expect(try await holder.line() == "creating")
        // initdb is under way, or about to be; its programs may outlive the holder for a moment.
        try await holder.kill9()
        return !Files.exists(ClusterLayout(folder: Files.canonical(folder) ?? "").versionFile)
    }

    private func beginAnew(in folder: String) async throws {
        let layout = ClusterLayout(folder: Files.canonical(folder) ?? "")
        let cluster = try await openCluster(folder)
        try await withStorage(url: cluster.connectionString) { database, _ in
            _ = try await database.read("SELECT 1")
        }
        try await onThread { try cluster.stop() }
        // Whatever the killed one's programs did meanwhile is gone when the folder is opened next.
        let again = try await openCluster(folder)
        try await onThread { try again.stop() }
        #expect(try Files.names(in: layout.cluster) == ["data", "log", "socket"])
    }

    @Test func tooLongAPathPutsTheSocketElsewhere() async throws {
        try await withDataFolder(named: String(repeating: "long/", count: 20) + "it's a \"path\"") { folder in
            let cluster = try await openCluster(folder)
            #expect(cluster.socket.utf8.count <= ClusterLayout.longestSocketPath)
            #expect(!cluster.socketFolder.hasPrefix(folder))
            #expect(try Files.status(cluster.socketFolder).map { $0.st_mode & 0o777 } == 0o700)
            try await withStorage(url: cluster.connectionString) { database, _ in
                _ = try await database.read("SELECT 1")
            }
            try await onThread { try cluster.stop() }
            rmdir(cluster.socketFolder)
        }
    }

    @Test func aProcessNumberThatIsNowAStrangersDoesNotHinder() async throws {
        try await withDataFolder { folder in
            let cluster = try await openCluster(folder)
            try await onThread { try cluster.stop() }
            let layout = cluster.layout
            try Files.replace(
                layout.processFile, with: "\(getpid())\n\(layout.data)\n1\n5432\n/tmp\n\n  1 1\nready   \n", mode: 0o600
            )
            if cluster.owner.isAnother { chown(layout.processFile, cluster.owner.user, cluster.owner.group) }
            #expect(Postmaster.running(in: layout) == nil)
            // As somebody of the cluster's own user it would stop PostgreSQL; as root's it would not even.
            let opening = Opening(
                layout: layout, binaries: cluster.binaries, owner: cluster.owner, socketFolder: cluster.socketFolder,
                settings: ClusterSettings(), report: { _ in })
            let postmaster = try await onThread { try opening.start() }
            #expect(postmaster.process != getpid())
        }
    }

    @Test func aSocketOfADeadProcessDoesNotHinder() async throws {
        try await withDataFolder { folder in
            let cluster = try await openCluster(folder)
            try await onThread { try cluster.stop() }
            let layout = cluster.layout
            let child = try ChildProcess(cluster.owner.command(["/bin/true"]), environment: [:], output: "/dev/null")
            // It is laid to rest only after PostgreSQL has started beside it.
            defer { _ = child.wait() }
            let id = child.id
            let isDead = try await onThread {
                let watch = ProcessWatch(id)
                _ = watch.wait(milliseconds: 60_000)
                return watch.runsNoMore
            }
            #expect(isDead)
            let lock = layout.socketLock(in: cluster.socketFolder)
            let lines = "\(id)\n\(layout.data)\n1\n5432\n\(cluster.socketFolder)\n"
            try Files.replace(lock, with: lines, mode: 0o600)
            if cluster.owner.isAnother { chown(lock, cluster.owner.user, cluster.owner.group) }
            let opening = Opening(
                layout: layout, binaries: cluster.binaries, owner: cluster.owner, socketFolder: cluster.socketFolder,
                settings: ClusterSettings(), report: { _ in })
            let postmaster = try await onThread { try opening.start() }
            #expect(postmaster.process != id)
        }
    }

    /// What PostgreSQL says of its end only in its log is told too.
    @Test func theReasonOfAFailedStartIsTold() async throws {
        try await withDataFolder { folder in
            let cluster = try await openCluster(folder)
            try await onThread { try cluster.stop() }
            let layout = cluster.layout
            // Of a process that lives, and is not PostgreSQL's to push aside.
            let lock = layout.socketLock(in: cluster.socketFolder)
            let child = try ChildProcess(
                cluster.owner.command(["/bin/sleep", "60"]), environment: [:], output: "/dev/null")
            defer {
                kill(child.id, SIGKILL)
                _ = child.wait()
            }
            let lines = "\(child.id)\n\(layout.data)\n1\n5432\n\(cluster.socketFolder)\n"
            try Files.replace(lock, with: lines, mode: 0o600)
            if cluster.owner.isAnother { chown(lock, cluster.owner.user, cluster.owner.group) }
            let error = await #expect(throws: EmbeddedError.self) { try await openCluster(folder) }
            #expect(error?.description.contains("FATAL:") == true, "\(String(describing: error))")
            #expect(error?.description.contains(".lock\" already exists") == true)
        }
    }

    /// Its parent may be slow to ask for it, or never do so: the lock of the one killed is nobody's all the same.
    @Test func aDeadProcessRunsNoMoreBeforeItIsLaidToRest() throws {
        let child = try ChildProcess(["/bin/true"], environment: [:], output: "/dev/null")
        let watch = ProcessWatch(child.id)
        _ = watch.wait(milliseconds: 60_000)
        let (isKnown, isDead) = (kill(child.id, 0) == 0, watch.runsNoMore)
        #expect(isKnown && isDead)
        #expect(child.wait() == 0)
        let (isGone, selfRunsNoMore) = (ProcessWatch(child.id).runsNoMore, ProcessWatch(getpid()).runsNoMore)
        #expect(isGone && !selfRunsNoMore)
    }

    @Test func whatUsersWroteIsNotInTheLogs() async throws {
        try await withDataFolder { folder in
            let cluster = try await openCluster(folder)
            try await withStorage(url: cluster.connectionString) { database, _ in
                try await database.write("CREATE TABLE t (x text PRIMARY KEY, n int CHECK (n < 3))")
                let secret = "buy-milk-4711"
                try await database.write("INSERT INTO t VALUES (\(secret), 1)")
                for query: Query in [
                    "INSERT INTO t VALUES (\(secret), 2)", "INSERT INTO t VALUES (\(secret + "b"), 5)",
                    "SELECT \(secret)::uuid", "SELECT \(unsafeSQL: "'buy-milk-4711'::int")",
                ] { await #expect(throws: PostgresError.self) { try await database.write(query) } }
                // A session that dies is logged; the statement it was at is not.
                await #expect(throws: PostgresError.self) {
                    try await database.write("SELECT pg_terminate_backend(pg_backend_pid()), \(secret)")
                }
            }
            try await onThread { try cluster.stop() }
            var text = try Files.text(cluster.layout.startingLog)
            for name in try Files.names(in: cluster.layout.log) {
                text += try Files.text("\(cluster.layout.log)/\(name)")
            }
            #expect(text.contains("database system is ready"))
            #expect(!text.contains("4711"))
        }
    }
}

/// What the kernel says of processes.
enum Processes {
    static func family(of process: Int32) throws -> [Int32] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
        return [process] + names.filter { parent(of: $0) == process }
    }

    private static func parent(of process: Int32) -> Int32? {
        // The name in parentheses may hold anything; what follows the last one is in order.
        guard let text = try? Files.text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[end...].split(separator: " ")
        return fields.count > 2 ? Int32(fields[2]) : nil
    }

    static func user(of process: Int32) throws -> uid_t? { try Files.status("/proc/\(process)")?.st_uid }

    static func listensOnTCP(_ process: Int32) throws -> Bool {
        let folder = "/proc/\(process)/fd"
        let sockets = try FileManager.default.contentsOfDirectory(atPath: folder)
            .compactMap { Files.link("\(folder)/\($0)") }.filter { $0.hasPrefix("socket:[") }
            .map { String($0.dropFirst("socket:[".count).dropLast()) }
        let listening = try ["tcp", "tcp6"].flatMap { name in
            try Files.text("/proc/net/\(name)").split(separator: "\n").dropFirst().compactMap { line -> String? in
                let fields = line.split(separator: " ")
                return fields.count > 9 && fields[3] == "0A" ? String(fields[9]) : nil
            }
        }
        return !Set(sockets).isDisjoint(with: listening)
    }
}
