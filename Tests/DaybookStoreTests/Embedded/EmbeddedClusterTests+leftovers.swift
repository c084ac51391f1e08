import Foundation
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
        try await answerAndStop(cluster)
        // Whatever the killed one's programs did meanwhile is gone when the folder is opened next.
        let again = try await openCluster(folder)
        try await onThread { try again.stop() }
        #expect(try Files.names(in: layout.cluster) == ["data", "log", "socket"])
    }

    /// As an upgrade that was killed leaves it: pg_upgrade starts servers, which do not end with it.
    @Test func theServerOfAnUnfinishedClusterEndsWithIt() async throws {
        let folder = try openDataFolder()
        let cluster = try await openCluster(folder)
        try await onThread { try cluster.stop() }
        let unfinished = "\(cluster.layout.cluster)/\(ClusterLayout.unfinishedPrefix)1"
        let copying = try ChildProcess(
            cluster.owner.command(["/bin/cp", "-a", cluster.layout.data, unfinished]), environment: Opening.environment,
            output: "/dev/null")
        #expect(copying.wait() == 0)
        let server = try ChildProcess(
            cluster.owner.command([
                cluster.binaries.postgres, "-D", unfinished, "-p", "50432", "-c", "listen_addresses=",
                "-c", "unix_socket_directories=\(cluster.socketFolder)",
            ]), environment: Opening.environment, output: "/dev/null")
        while Postmaster.running(on: unfinished)?.status != .ready { try await Task.sleep(for: .milliseconds(10)) }
        let again = try await openCluster(folder)
        try await onThread {
            _ = server.wait()
            try again.stop()
        }
        #expect(try Files.names(in: cluster.layout.cluster) == ["data", "log", "socket"])
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
        let postmaster = try await startAgain(cluster)
        #expect(postmaster.process != getpid())
    }

    private func startAgain(_ cluster: EmbeddedCluster) async throws -> Postmaster {
        let opening = Opening(
            layout: cluster.layout, binaries: cluster.binaries, owner: cluster.owner,
            socketFolder: cluster.socketFolder, settings: ClusterSettings(), report: { _ in })
        return try await onThread { try opening.start() }
    }

    /// As a server of that number would have left it.
    private func lockSocket(of cluster: EmbeddedCluster, by process: Int32) throws {
        let lock = cluster.layout.socketLock(in: cluster.socketFolder)
        let lines = "\(process)\n\(cluster.layout.data)\n1\n5432\n\(cluster.socketFolder)\n"
        try Files.replace(lock, with: lines, mode: 0o600)
        if cluster.owner.isAnother { chown(lock, cluster.owner.user, cluster.owner.group) }
    }

    @Test func aSocketOfADeadProcessDoesNotHinder() async throws {
        let folder = try openDataFolder()
        let cluster = try await openCluster(folder)
        try await onThread { try cluster.stop() }
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
        try lockSocket(of: cluster, by: id)
        let postmaster = try await startAgain(cluster)
        #expect(postmaster.process != id)
    }

    /// What PostgreSQL says of its end only in its log is told too.
    @Test func theReasonOfAFailedStartIsTold() async throws {
        let folder = try openDataFolder()
        let cluster = try await openCluster(folder)
        try await onThread { try cluster.stop() }
        // Of a process that lives, and is not PostgreSQL's to push aside.
        let child = try ChildProcess(
            cluster.owner.command(["/bin/sleep", "60"]), environment: [:], output: "/dev/null")
        defer {
            kill(child.id, SIGKILL)
            _ = child.wait()
        }
        try lockSocket(of: cluster, by: child.id)
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
