import Foundation
import Postgres
import Synchronization
import TestPostgres
import TestWire
import Testing

@testable import DaybookHost
@testable import DaybookStore
@testable import TestStore

@Suite(.closing) struct EmbeddedClusterTests {
    final class Events: Sendable {
        private let events = Mutex<[EmbeddedCluster.Event]>([])
        func add(_ event: EmbeddedCluster.Event) { events.withLock { $0.append(event) } }
        var all: [EmbeddedCluster.Event] { events.withLock { $0 } }
        var names: [String] { all.map { String(describing: $0).prefix { $0.isLetter }.description } }
    }

    func answerAndStop(_ cluster: EmbeddedCluster) async throws {
        try await closing { _ = try await openStorage(url: cluster.connectionString).0.read("SELECT 1") }
        try await onThread { try cluster.stop() }
    }

    func setting(_ name: String, _ database: Database) async throws -> String {
        try await database.read("SELECT current_setting(\(name))").strings().first ?? ""
    }

    @Test func aFreshClusterIsDurableUnprivilegedAndOnItsSocketOnly() async throws {
        let folder = try openDataFolder()
        let events = Events()
        let cluster = try await openCluster(folder) { events.add($0) }
        #expect(events.names == ["creating", "starting", "ready"])
        try await closing {
            let (database, _) = try openStorage(url: cluster.connectionString)
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

    @Test func theCheckForTCPCanFail() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        #expect(listen(listener, 1) == 0)
        #expect(try Processes.listensOnTCP(getpid()))
    }

    @Test func whatWasWrittenIsThereAfterAStopAndAfterKill9() async throws {
        let folder = try openDataFolder()
        let first = try await openCluster(folder)
        try await closing {
            let (database, _) = try openStorage(url: first.connectionString)
            try await database.write("CREATE TABLE kept (x int)")
            try await database.write("INSERT INTO kept VALUES (1)")
        }
        try await onThread { try first.stop() }

        let events = Events()
        let second = try await openCluster(folder) { events.add($0) }
        #expect(events.names == ["starting", "ready"])
        try await closing {
            let (database, _) = try openStorage(url: second.connectionString)
            try await database.write("INSERT INTO kept VALUES (2)")
            // The main process is killed with a session open: its orphans end by themselves.
            kill(second.process, SIGKILL)
            await onThread {
                let watch = ProcessWatch(second.process)
                while !watch.hasEnded { _ = watch.wait(milliseconds: 100) }
            }
            second.abandon()
            let third = try await openCluster(folder)
            #expect(third.process != second.process)
            try await closing {
                let (database, _) = try openStorage(url: third.connectionString)
                let rows = try await database.read("SELECT x::text FROM kept ORDER BY x").strings()
                #expect(rows == ["1", "2"])
            }
            try await onThread { try third.stop() }
        }
    }

    @Test func aKilledMainProcessIsStartedAgainWhileWeGoOn() async throws {
        let folder = try openDataFolder()
        let events = Events()
        let cluster = try await openCluster(folder) { events.add($0) }
        cluster.keepAlive()
        try await closing {
            let (database, _) = try openStorage(url: cluster.connectionString)
            for _ in 1...2 {
                let before = cluster.process
                kill(before, SIGKILL)
                // The pool keeps trying; what it refuses meanwhile has its clear error.
                let deadline = ContinuousClock.now + .seconds(120)
                while true {
                    let answer = try? await database.read("SELECT 1")
                    if answer != nil, cluster.process != before { break }
                    try #require(ContinuousClock.now < deadline, "not back after two minutes")
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
        #expect(events.names.count { $0 == "ended" } == 2)
        try await onThread { try cluster.stop() }
        #expect(Postmaster.running(in: cluster.layout) == nil)
    }

    @Test func aSecondOneOnTheSameFolderIsRefused() async throws {
        let folder = try openDataFolder()
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
        try await closing { _ = try await openStorage(url: string).0.read("SELECT 1") }
        try await onThread { try visit.end() }
        #expect(Postmaster.running(in: ClusterLayout(folder: Files.canonical(folder) ?? "")) != nil)
        try await holder.kill9()
    }

    @Test func afterKill9OfTheHolderItsClusterIsFoundRunning() async throws {
        let folder = try openDataFolder()
        let holder = try Holder(folder)
        _ = try await holder.line()
        let process = Int32(try await holder.line().dropFirst("ready ".count))
        try await holder.kill9()
        let events = Events()
        let cluster = try await openCluster(folder) { events.add($0) }
        #expect(cluster.process == process)
        #expect(events.names == ["found", "ready"])
        try await answerAndStop(cluster)
        #expect(kill(process ?? 0, 0) != 0)
    }

    @Test func tooLongAPathPutsTheSocketElsewhere() async throws {
        let folder = try openDataFolder(named: String(repeating: "long/", count: 20) + "it's a \"path\"")
        let cluster = try await openCluster(folder)
        #expect(cluster.socket.utf8.count <= ClusterLayout.longestSocketPath)
        #expect(!cluster.socketFolder.hasPrefix(folder))
        #expect(try Files.status(cluster.socketFolder).map { $0.st_mode & 0o777 } == 0o700)
        try await answerAndStop(cluster)
        rmdir(cluster.socketFolder)
    }

    @Test func whatUsersWroteIsNotInTheLogs() async throws {
        let folder = try openDataFolder()
        let cluster = try await openCluster(folder)
        try await closing {
            let (database, _) = try openStorage(url: cluster.connectionString)
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
