import DaybookHost
import Glibc

extension Opening {
    /// Starts PostgreSQL and waits until it answers.
    func start() throws(EmbeddedError) -> Postmaster {
        let began = ContinuousClock.now
        while true {
            if let running = Postmaster.running(in: layout) {
                if running.status != .stopping { return try waitUntilReady(running.process) }
                try waitForEnd(of: running)
            }
            try removeStrangersFile()
            try removeDeadSocketLock()
            startLogAnew()
            let command = try owner.command(ClusterSettings.command(binaries, layout, socketFolder: socketFolder))
            let child: ChildProcess
            do {
                child = try ChildProcess(command, environment: Self.environment, output: layout.startingLog)
            } catch {
                throw EmbeddedError(error)
            }
            do throws(EmbeddedError) {
                return try waitUntilReady(child.id)
            } catch .startFailed(let output) {
                // Of a main process that was killed some children may live on for a moment, and hold its memory; and it
                // may itself be about to die, with a lock file that no longer belongs to any process.
                let mayPass: Duration =
                    if output.contains("still in use") { .seconds(30) } else if output.contains("already exists") {
                        .seconds(5)
                    } else { .zero }
                guard began.duration(to: .now) < mayPass else { throw .startFailed(output: output) }
                usleep(50_000)
            }
        }
    }

    /// Waits on events alone: PostgreSQL writes its progress into its process file, and the kernel tells of both that
    /// and of the process's end.
    func waitUntilReady(_ process: pid_t) throws(EmbeddedError) -> Postmaster {
        let began = ContinuousClock.now
        let changes = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        defer { if changes >= 0 { close(changes) } }
        if changes >= 0 { inotify_add_watch(changes, layout.data, UInt32(IN_MODIFY | IN_CREATE | IN_CLOSE_WRITE)) }
        let watch = ProcessWatch(process)
        while true {
            if let postmaster = Postmaster.described(in: layout.processFile), postmaster.process == process {
                if postmaster.status == .ready || postmaster.status == .standby { return postmaster }
            }
            if watch.hasEnded { throw startFailure(of: process) }
            guard began.duration(to: .now) < Self.patience else {
                throw .startTooSlow(seconds: Int(Self.patience.components.seconds))
            }
            // The second is for a file system without inotify.
            let fired = watch.wait(beside: changes >= 0 ? [changes] : [], milliseconds: changes >= 0 ? 1000 : 10)
            if fired.first == true {
                var events = [UInt8](repeating: 0, count: 4096)
                while read(changes, &events, events.count) > 0 {}
            }
        }
    }

    private func startFailure(of process: pid_t) -> EmbeddedError {
        var output = (try? Files.text(layout.startingLog)) ?? ""
        if !output.contains("FATAL:"), let words = lastWords(of: process) { output += "\n\(words)" }
        return EmbeddedError(output: output, path: layout.cluster) ?? .startFailed(output: output.lastLines)
    }

    /// Once it has begun its log, PostgreSQL says there alone why it gives up, and that is written a moment after its
    /// end.
    private func lastWords(of process: pid_t) -> String? {
        for _ in 0..<250 {
            var lines: [Substring] = []
            for name in (try? Files.names(in: layout.log)) ?? [] {
                let text = (try? Files.text("\(layout.log)/\(name)")) ?? ""
                lines += text.split(separator: "\n").filter { $0.contains(" [\(process)] FATAL:") }
            }
            // Each begins with its time, so the greatest is the last; the number may have been another process's
            // before.
            if let last = lines.max() { return String(last) }
            usleep(20_000)
        }
        return nil
    }

    func waitForEnd(of postmaster: Postmaster) throws(EmbeddedError) {
        let began = ContinuousClock.now
        let watch = ProcessWatch(postmaster.process)
        while !watch.hasEnded {
            guard began.duration(to: .now) < .seconds(60) else { throw .stopTooSlow(seconds: 60) }
            _ = watch.wait(milliseconds: 500)
        }
    }

    /// A process file left by a crash names a number that by now may be anybody's. PostgreSQL would take a living
    /// process of that number for another server on this folder; we know better, and we hold the folder's lock. (What
    /// orphaned children still hold in shared memory PostgreSQL finds without the file.)
    private func removeStrangersFile() throws(EmbeddedError) {
        guard let left = Postmaster.described(in: layout.processFile), kill(left.process, 0) == 0,
            !left.isAlive(on: layout.data)
        else {
            return
        }
        guard unlink(layout.processFile) == 0 || errno == ENOENT else {
            throw EmbeddedError(FileError(layout.processFile))
        }
    }

    /// Nor does PostgreSQL take over a socket from a process that has ended but was not reaped yet, which may last for
    /// ever if nothing reaps it (a container whose first process is not an init).
    private func removeDeadSocketLock() throws(EmbeddedError) {
        let path = layout.socketLock(in: socketFolder)
        guard let left = (try? Files.text(path)).flatMap(Postmaster.init(parsing:)),
            ProcessWatch(left.process).runsNoMore
        else { return }
        guard unlink(path) == 0 || errno == ENOENT else { throw EmbeddedError(FileError(path)) }
    }
}
