import DaybookServer
import Glibc
import Synchronization

/// A line on a terminal that says how far a command has come; nothing where nobody watches.
final class Progress: Sendable {
    private let verb: String
    private let isShown = isatty(STDERR_FILENO) == 1
    private let last = Mutex(ContinuousClock.Instant?.none)

    init(_ verb: String) { self.verb = verb }

    deinit {
        if isShown, last.withLock({ $0 != nil }) { Terminal.draw("\r\u{1B}[K") }
    }

    @Sendable func show(_ bytes: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        let isDue = last.withLock { last in
            if let last, last.duration(to: now) < .milliseconds(200) { return false }
            last = now
            return true
        }
        if isDue { Terminal.draw("\r\u{1B}[K\(verb): \(bytes >> 20) MiB") }
    }
}
