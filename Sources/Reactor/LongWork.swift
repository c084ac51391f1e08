import CLinux
import Glibc
import Synchronization

/// One thread beside the reactors, for work that takes long and cannot be cut into pieces: reading a megabyte of JSON,
/// merging a thousand operations. Requests with such work wait in line for each other; requests with little work never
/// do.
public final class LongWork: TaskExecutor, Sendable {
    /// The process's own; its thread begins with the first work.
    public static let shared = LongWork()

    private struct State {
        var jobs = JobQueue()
        var hasThread = false
    }

    private let state = Mutex(State())
    private let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_SEMAPHORE))

    private init() {}

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if needsThread { startThread() }
        var one: UInt64 = 1
        write(bell, &one, 8)
    }

    private func startThread() {
        // A work-horse is no reason to end the process where the system gives no thread: the jobs wait, and the next
        // one tries again.
        let (thread, status) = QuietThread.start { LongWork.shared.run() }
        if status == 0 { QuietThread.name(thread, "long-work") } else { state.withLock { $0.hasThread = false } }
    }

    private func run() {
        // On Linux this is the thread's own niceness: the reactors go first.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        while true {
            var count: UInt64 = 0
            guard read(bell, &count, 8) == 8 else { continue }
            if let job = state.withLock({ $0.jobs.popFirst() }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }
}

/// Does something on ``LongWork`` where it is long, and otherwise here and now.
@inline(__always)
public func aside<Answer, Failure: Error>(
    if isLong: Bool, _ body: () throws(Failure) -> Answer
) async throws(Failure) -> Answer {
    guard isLong else { return try body() }
    let cause = Reactor.current?.cause
    defer { Reactor.current?.cause = cause }
    return try await withTaskExecutorPreference(LongWork.shared) { () async throws(Failure) -> Answer in try body() }
}
