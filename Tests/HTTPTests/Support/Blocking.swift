import Glibc
import Synchronization

/// Runs blocking test code on a thread of its own, so that it does not hold one of the few threads tasks share.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        var thread = pthread_t()
        let work = Work { continuation.resume(with: Swift.Result { try body() }) }
        pthread_create(
            &thread, nil,
            { raw in
                guard let raw else { return nil }
                Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        pthread_detach(thread)
    }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Lets one side of a test wait for the other.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Ends when the gate opens, whether or not the task was cancelled.
    func wait() async {
        await withCheckedContinuation { continuation in
            let opened = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if opened { continuation.resume() }
        }
    }
}

/// Waits for something that is bound to happen; a hang of the test is the failure.
func eventually(_ condition: @Sendable () -> Bool) async {
    while !condition() { try? await Task.sleep(for: .milliseconds(2)) }
}

/// A value handed from a handler to its test.
final class Kept<Value: Sendable>: Sendable {
    private let held = Mutex<Value?>(nil)

    var value: Value? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}

/// A short rest for a thread that looks for something again and again.
func rest() { usleep(200) }
