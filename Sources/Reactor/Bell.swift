import Synchronization

/// Lets one task sleep until there is something to do. It may be rung from any thread, however often; that is heard
/// once.
public final class Bell: Sendable {
    /// Rung, and not heard yet. Changes only under the lock.
    let isRung = Atomic<Bool>(false)
    private let listener = Mutex<CheckedContinuation<Void, Never>?>(nil)

    public init() {}

    /// Costs next to nothing while it is rung already.
    @inline(__always)
    public func ring() {
        if !isRung.load(ordering: .relaxed) { ringFirst() }
    }

    private func ringFirst() {
        let waiting = listener.withLock { listener in
            defer { listener = nil }
            isRung.store(listener == nil, ordering: .relaxed)
            return listener
        }
        waiting?.resume()
    }

    /// Waits until it is rung. Ends early, without an error, when the task is cancelled.
    public func wait() async {
        let cause = Reactor.current?.cause
        defer { Reactor.current?.cause = cause }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = listener.withLock { listener in
                    if isRung.exchange(false, ordering: .relaxed) || Task.isCancelled { return false }
                    listener = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            ringFirst()
        }
    }

    /// Waits until it is rung, but no longer than the time given. The calling task must be running on a reactor.
    public func wait(atMost time: Duration) async {
        guard let reactor = Reactor.current else { return }
        let timer = reactor.schedule(after: time) { self.ring() }
        await wait()
        reactor.cancel(timer)
    }
}
