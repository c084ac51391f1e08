import DaybookHost
import Glibc
import Synchronization

/// One line at the bottom of a terminal that says how far something is. Where complaints do not go to a terminal it
/// says nothing.
final class ProgressBar: Sendable {
    private struct State {
        var shownAt: ContinuousClock.Instant?
        var isShown = false
    }

    private let what: String
    private let began = ContinuousClock.now
    private let state = Mutex(State())
    private let isOnTerminal: Bool

    /// - Parameter what: of which there is a number: `tasks`.
    init(_ what: String, isOnTerminal: Bool = isatty(STDERR_FILENO) == 1) {
        self.what = what
        self.isOnTerminal = isOnTerminal
    }

    /// - Parameter total: 0 if unknown.
    func show(_ done: Int, of total: Int) {
        guard isOnTerminal else { return }
        let now = ContinuousClock.now
        let isDue = state.withLock { state in
            if let last = state.shownAt, last.duration(to: now) < .milliseconds(100) { return false }
            state.shownAt = now
            state.isShown = true
            return true
        }
        guard isDue else { return }
        put("\r\u{1B}[K" + Self.line(done, of: total, what, after: began.duration(to: now)))
    }

    /// Removes the line.
    func clear() {
        if state.withLock({ $0.isShown }) { put("\r\u{1B}[K") }
    }

    /// The same for code that does not hold the bar.
    static func clearLine() { if isatty(STDERR_FILENO) == 1 { Terminal.draw("\r\u{1B}[K") } }

    static func line(_ done: Int, of total: Int, _ what: String, after time: Duration) -> String {
        guard total > 0 else { return "\(grouped(done)) \(what)" }
        // More may have come since they were counted.
        let done = min(done, total)
        let width = 24
        let filled = done * width / total
        var line = "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled) + "] "
        line += "\(done * 100 / total) %  \(grouped(done)) of \(grouped(total)) \(what)"
        let seconds = Int(time.components.seconds)
        if seconds > 0, done > 0, done < total { line += "  \(seconds * (total - done) / done) s left" }
        return line
    }

    private static func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return String(digits)
    }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
