import Foundation
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookHost
@testable import DaybookStore
@testable import TestStore

/// What processes that ended badly left in the folder.
extension EmbeddedClusterTests {
    @Test func anInterruptedCreationIsBegunAnew() async throws {
        // On a busy machine the creation may be through before the news of its beginning arrives here.
        var wasInterrupted = false
        for _ in 0..<10 where !wasInterrupted {
            try await closing {
                let folder = try openDataFolder()
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
        try await closing {
            let (database, _) = try openStorage(url: cluster.connectionString)
            _ = try await database.read("SELECT 1")
        }
        try await onThread { try cluster.stop() }
        // Whatever the killed one's programs did meanwhile is gone when the folder is opened next.
        let again = try await openCluster(folder)
        try await onThread { try again.stop() }
        #expect(try Files.names(in: layout.cluster) == ["data", "log", "socket"])
    }

    @Test func aProcessNumberThatIsNowAStrangersDoesNotHinder() async throws {
        let folder = try openDataFolder()
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

    @Test func aSocketOfADeadProcessDoesNotHinder() async throws {
        let folder = try openDataFolder()
        let cluster = try await openCluster(folder)
        try await onThread { try cluster.stop() }
        let layout = cluster.layout
        let child = try ChildProcess(cluster.owner.command(["/bin/true"]), environment: [:], output: "/dev/null")
        // It is laid to rest only after PostgreSQL has started beside it.
        defer { _ = child.wait() }
        let id = child.id
        let isDead = await onThread {
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

    /// What PostgreSQL says of its end only in its log is told too.
    @Test func theReasonOfAFailedStartIsTold() async throws {
        let folder = try openDataFolder()
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
}
