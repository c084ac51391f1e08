import Dispatch
import Glibc
import Reactor
import Synchronization

/// Threads that do nothing but hash passwords, so that a storm of logins never holds up a loop. There are few of them
/// and they give way to everything else on the machine. Requests wait for one in a line of limited length; beyond that
/// they are told to come back.
final class PasswordWork: Sendable {
    /// The state that the threads share: they end once their maker is gone.
    private final class Line: Sendable {
        struct State {
            var waiting: [@Sendable () -> Void] = []
            var threads = 0
            var isClosed = false
        }

        let state = Mutex(State())
        let bell = DispatchSemaphore(value: 0)

        func work() {
            // On Linux this is the thread's own niceness.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            while true {
                bell.wait()
                let (job, isOver) = state.withLock { state in
                    let job = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
                    return (job, state.isClosed && job == nil)
                }
                job?()
                if isOver { return }
            }
        }
    }

    private let line = Line()
    private let threads: Int
    private let longest: Int

    /// - Parameter longest: how many may wait.
    init(threads: Int, longest: Int = 64) {
        self.threads = threads
        self.longest = longest
    }

    deinit {
        let count = line.state.withLock { state in
            state.isClosed = true
            return state.threads
        }
        for _ in 0..<count { line.bell.signal() }
    }

    /// Nil where too many wait already; then nothing was done.
    func run<Outcome: Sendable>(_ body: @escaping @Sendable () -> Outcome) async -> Outcome? {
        await withCheckedContinuation { continuation in
            let (isAdmitted, needsThread) = line.state.withLock { state in
                guard state.waiting.count < longest else { return (false, false) }
                state.waiting.append { continuation.resume(returning: body()) }
                guard state.threads < threads else { return (true, false) }
                state.threads += 1
                return (true, true)
            }
            guard isAdmitted else {
                continuation.resume(returning: nil)
                return
            }
            if needsThread {
                let (thread, status) = QuietThread.start { [line] in line.work() }
                if status == 0 {
                    QuietThread.name(thread, "password")
                    pthread_detach(thread)
                } else {
                    // The next one in the line tries again.
                    line.state.withLock { $0.threads -= 1 }
                }
            }
            line.bell.signal()
        }
    }
}
