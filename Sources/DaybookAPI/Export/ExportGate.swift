import HTTP
import Synchronization

/// Admits as many exports as may be under way at once. A place is free again when its pass ends, or when nothing
/// references the pass any more, as with an answer that is never sent.
final class ExportGate: Sendable {
    private let limit: Int
    private let inside = Mutex(0)

    init(limit: Int) { self.limit = limit }

    func enter() throws(Problem) -> Pass {
        let isIn = inside.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isIn else { throw Problem(.exportBusy, fields: ["retry-after": "5"]) }
        return Pass(self)
    }

    private func leave() { inside.withLock { $0 -= 1 } }

    final class Pass: Sendable {
        private let gate: ExportGate
        private let hasEnded = Mutex(false)

        init(_ gate: ExportGate) { self.gate = gate }

        func end() {
            let isFirst = hasEnded.withLock { ended in
                defer { ended = true }
                return !ended
            }
            if isFirst { gate.leave() }
        }

        deinit { end() }
    }
}
