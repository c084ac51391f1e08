import Reactor

/// Lets one task at a time wait for a socket, for what is done outside of a pipeline: copying, listening, connecting.
/// While no task waits the socket is not watched, so data that nobody asked for stay in the kernel and slow the sender
/// down.
///
/// `@unchecked Sendable` is safe because it is touched on its reactor's thread only.
final class SocketWaiter: ReadinessHandler, @unchecked Sendable {
    enum Event { case ready, timedOut, cancelled }

    private let reactor: Reactor
    private var watch: WatchToken?
    private var timer: TimerToken?
    private var continuation: UnsafeContinuation<Event, Never>?

    init(_ reactor: Reactor) { self.reactor = reactor }

    /// Waits until the socket is ready, the deadline passes or the task is cancelled.
    func wait(_ socket: Int32, for interest: Interest, until deadline: LoopTime? = nil) async -> Event {
        if Task.isCancelled { return .cancelled }
        let cause = reactor.cause
        defer { reactor.cause = cause }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                self.continuation = continuation
                do {
                    watch = try reactor.watch(socket, for: interest, handler: self)
                } catch {
                    // A socket that cannot be watched is closed; the next call upon it will say so.
                    return wake(.ready)
                }
                if let deadline { timer = reactor.schedule(at: deadline) { self.wake(.timedOut) } }
            }
        } onCancel: {
            reactor.execute { self.wake(.cancelled) }
        }
    }

    func ready(_ readiness: Readiness) { wake(.ready) }

    private func wake(_ event: Event) {
        guard let waiting = continuation.take() else { return }
        if let watch { reactor.unwatch(watch) }
        if let timer { reactor.cancel(timer) }
        watch = nil
        timer = nil
        waiting.resume(returning: event)
    }
}
