import Reactor
import Synchronization

/// Lets messages begin: only so many at once, so that whatever else the server does is not behind all of them. Who is
/// slow to take one counts for a moment and then no more, and holds up nobody.
final class SendLimit: Sendable {
    private let state = Mutex(State())

    private static let most = 128
    private static let moment = Duration.milliseconds(50)

    private struct State {
        /// When each that has begun did.
        var begun: [Int: ContinuousClock.Instant] = [:]
        var waiting: ArraySlice<CheckedContinuation<Int, Never>> = []
        var nextTicket = 0
        var isWatched = false

        mutating func begin() -> Int {
            nextTicket += 1
            begun[nextTicket] = .now
            return nextTicket
        }

        /// Those who may go now.
        mutating func next() -> [(CheckedContinuation<Int, Never>, ticket: Int)] {
            var next: [(CheckedContinuation<Int, Never>, ticket: Int)] = []
            while begun.count < SendLimit.most, let first = waiting.popFirst() { next.append((first, begin())) }
            return next
        }
    }

    func run<Value: Sendable>(_ body: () async -> Value) async -> Value {
        let ticket = await enter()
        defer { leave(ticket) }
        return await body()
    }

    private func enter() async -> Int {
        await withCheckedContinuation { continuation in
            let (ticket, mustWatch) = state.withLock { state -> (Int?, Bool) in
                if state.begun.count < Self.most { return (state.begin(), false) }
                state.waiting.append(continuation)
                defer { state.isWatched = true }
                return (nil, !state.isWatched)
            }
            if let ticket { continuation.resume(returning: ticket) }
            if mustWatch { Task(executorPreference: Reactor.current) { await self.watch() } }
        }
    }

    private func leave(_ ticket: Int) {
        let next = state.withLock { state in
            state.begun[ticket] = nil
            return state.next()
        }
        for (continuation, ticket) in next { continuation.resume(returning: ticket) }
    }

    /// While somebody waits.
    private func watch() async {
        var isOver = false
        while !isOver {
            try? await Task.sleep(for: Self.moment)
            let (next, isEmpty) = state.withLock { state in
                let slow = ContinuousClock.now - Self.moment
                state.begun = state.begun.filter { $0.value > slow }
                let next = state.next()
                state.isWatched = !state.waiting.isEmpty
                return (next, state.waiting.isEmpty)
            }
            for (continuation, ticket) in next { continuation.resume(returning: ticket) }
            isOver = isEmpty
        }
    }
}
