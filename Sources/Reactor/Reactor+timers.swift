public typealias TimerToken = SlotToken

extension Reactor {
    /// Calls the body on the reactor's thread at the deadline, at the earliest. The body is released when it has run or
    /// is cancelled.
    @discardableResult
    public func schedule(at deadline: LoopTime, _ body: @escaping () -> Void) -> TimerToken {
        assertCurrent()
        return timers.insert(deadline: deadline, body: body)
    }

    @discardableResult
    public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> TimerToken {
        schedule(at: now + delay, body)
    }

    /// It is not an error if the timer has fired or was cancelled already.
    public func cancel(_ timer: TimerToken) {
        assertCurrent()
        timers.cancel(timer)
    }

    /// Suspends the calling task; it must be running on this reactor. Ends early, without an error, when the task is
    /// cancelled.
    public func sleep(for duration: Duration) async {
        assertCurrent()
        let sleeper = Sleeper()
        let cause = cause
        defer { self.cause = cause }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume() }
                sleeper.continuation = continuation
                sleeper.timer = schedule(after: duration) { sleeper.wake() }
            }
        } onCancel: {
            // Cancellation may come from any thread; the sleeper is the reactor's.
            execute {
                if let timer = sleeper.timer { self.cancel(timer) }
                sleeper.wake()
            }
        }
    }
}

/// `@unchecked Sendable` is safe because it is only touched on its reactor's thread.
private final class Sleeper: @unchecked Sendable {
    var continuation: CheckedContinuation<Void, Never>?
    var timer: TimerToken?

    func wake() {
        continuation?.resume()
        continuation = nil
    }
}
