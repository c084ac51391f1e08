import Glibc
import Synchronization

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
