import CLinux
import Glibc
import Synchronization

/// One thread, one epoll loop, and the Swift tasks that live on it.
///
/// A task started with `Task(executorPreference: reactor)` runs on this thread from beginning to end, beside the
/// sockets it waits for, so what belongs to the reactor (connections, pipelines, buffers) needs neither locks nor hops.
///
/// A turn of the loop is: wait, dispatch readiness, fire timers, run the jobs that became runnable (for a
/// ``WorkBudget/moment``; what is left waits until the sockets were looked at), then call the handlers registered with
/// ``atEndOfTurn(_:)``. Whatever a turn's jobs collected (queries for one pipeline, say) is thus sent with one system
/// call.
///
/// `@unchecked Sendable` is safe because only `inbox`, `wakePending`, `stopping` and `statistics` are shared between
/// threads, and these are a mutex and atomics; everything else is touched on the reactor's own thread, which every
/// entry point asserts.
public final class Reactor: TaskExecutor, @unchecked Sendable {
    /// The position of this reactor in its group; what is kept per reactor is found by it.
    public let index: Int

    /// The loop's figures about itself; they may be read from any thread.
    public let statistics = ReactorStatistics()

    /// The time at the beginning of this turn.
    public private(set) var now: LoopTime

    /// What the running job is for: a number that the work was given when it began. Code that suspends a task keeps the
    /// number and sets it again afterwards. So a slow job can be attributed, and a quick one pays two stores.
    public var cause: Int?

    let epoll: Int32
    private let wakeup: Int32
    private var thread = pthread_t()

    private var jobs = JobQueue()
    private let inbox = Mutex<[UnownedJob]>([])
    private let wakePending = Atomic<Bool>(false)
    private let stopping = Atomic<Bool>(false)

    var watches = SlotTable<Watch>()
    var timers = TimerHeap()
    private var turnHandlers: [any TurnHandler] = []

    public init(index: Int = 0) throws(SystemError) {
        self.index = index
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw SystemError("epoll_create1") }
        wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeup >= 0 else {
            let error = SystemError("eventfd")
            close(epoll)
            throw error
        }
        now = .current()
        // The wakeup descriptor has the one token no slot can have.
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: .max))
        epoll_ctl(epoll, EPOLL_CTL_ADD, wakeup, &event)
    }

    deinit {
        close(wakeup)
        close(epoll)
    }

    // MARK: Belonging

    /// The reactor whose thread this is, if it is one's.
    public static var current: Reactor? {
        guard let raw = pthread_getspecific(currentKey) else { return nil }
        return Unmanaged<Reactor>.fromOpaque(raw).takeUnretainedValue()
    }

    /// Whether the caller runs on this reactor's thread.
    public var isCurrent: Bool {
        guard let raw = pthread_getspecific(Self.currentKey) else { return false }
        return raw == UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// Stops a debug build where a caller broke the one rule: reactor state on the reactor's thread only.
    public func assertCurrent() { assert(isCurrent, "called off the reactor's thread") }

    private static let currentKey: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    // MARK: Jobs

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            jobs.append(job)
        } else {
            inbox.withLock { $0.append(job) }
            wake()
        }
    }

    /// Runs a closure on the reactor's thread, soon. May be called from any thread.
    public func execute(_ body: @escaping @Sendable () -> Void) { Task(executorPreference: self) { body() } }

    /// Calls the handler once, when the jobs of this turn have run.
    public func atEndOfTurn(_ handler: any TurnHandler) {
        assertCurrent()
        turnHandlers.append(handler)
    }

    private func wake() {
        guard !wakePending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var one: UInt64 = 1
        write(wakeup, &one, 8)
    }

    // MARK: The loop

    /// Runs the loop on a thread of its own.
    public func start() throws(SystemError) {
        let (thread, status) = QuietThread.start { self.run() }
        guard status == 0 else { throw SystemError("pthread_create", code: status) }
        self.thread = thread
        pthread_setname_np(thread, "reactor-\(index)")
    }

    /// Asks the loop to end after its current turn. Tasks still suspended on it never resume, so drain first.
    public func stop() {
        stopping.store(true, ordering: .releasing)
        wake()
    }

    /// Waits until the loop has ended.
    public func join() { pthread_join(thread, nil) }

    private func run() {
        pthread_setspecific(Self.currentKey, Unmanaged.passUnretained(self).toOpaque())
        let capacity = 256
        let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)
        defer { events.deallocate() }
        while !stopping.load(ordering: .acquiring) {
            let count = epoll_wait(epoll, events, Int32(capacity), timeout())
            now = .current()
            if count > 0 { dispatch(UnsafeMutableBufferPointer(start: events, count: Int(count))) }
            fireTimers()
            runJobs()
            endTurn()
            statistics.recordTurn(from: now, to: .current())
        }
    }

    private func timeout() -> Int32 {
        if !jobs.isEmpty || !turnHandlers.isEmpty { return 0 }
        guard let deadline = timers.earliest else { return -1 }
        let left = deadline.nanoseconds - LoopTime.current().nanoseconds
        if left <= 0 { return 0 }
        // Rounded up: waking a millisecond early would spin until the deadline.
        return Int32(clamping: (left + 999_999) / 1_000_000)
    }

    private func dispatch(_ events: UnsafeMutableBufferPointer<epoll_event>) {
        for event in events {
            if event.data.u64 == .max {
                var count: UInt64 = 0
                read(wakeup, &count, 8)
                takeInbox()
            } else {
                // A slot freed or reused earlier in this batch has another generation, so a late event finds nothing.
                watches[SlotToken(raw: event.data.u64)]?.handler.ready(Readiness(rawValue: event.events))
            }
        }
    }

    private func takeInbox() {
        wakePending.store(false, ordering: .releasing)
        let arrived = inbox.withLock { jobs in
            let taken = jobs
            jobs.removeAll()
            return taken
        }
        for job in arrived { jobs.append(job) }
    }

    private func fireTimers() {
        while let body = timers.popDue(at: now) { body() }
    }

    private func runJobs() {
        // Bounded, so that neither tasks which keep waking each other nor long ones that yield can starve the sockets.
        var left = 4096
        if jobs.isEmpty { return }
        let began = LoopTime.coarse()
        var before = began
        var worked = LoopTime.worked()
        while left > 0, let job = jobs.popFirst() {
            cause = nil
            job.runSynchronously(on: asUnownedTaskExecutor())
            left -= 1
            let after = LoopTime.coarse()
            if after.nanoseconds - before.nanoseconds >= SlowJobs.threshold.nanoseconds {
                // Where the machine was busy with something else, the job is not to blame.
                let time = LoopTime.worked() - worked
                if time >= SlowJobs.threshold { statistics.slowJobs.record(cause, time, at: after) }
                worked = .worked()
            }
            if after.nanoseconds - began.nanoseconds >= WorkBudget.moment.nanoseconds { return }
            before = after
        }
    }

    private func endTurn() {
        guard !turnHandlers.isEmpty else { return }
        let handlers = turnHandlers
        turnHandlers.removeAll(keepingCapacity: true)
        for handler in handlers { handler.turnEnded() }
    }
}

/// Called once at the end of the turn in which it was registered.
public protocol TurnHandler: AnyObject {
    func turnEnded()
}
