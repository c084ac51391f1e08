import DaybookCore
import Postgres
import Reactor
import Synchronization

/// Lets one thing of each account through at a time, or a few, first come first served. Changes would wait for each
/// other's lock in the database anyway, each on a connection that somebody else could use; and whoever asks for much at
/// once waits in a queue of its own.
package final class AccountGate: Sendable {
    /// More than these are turned away: fifty devices that all come at once are none of them.
    static let longestQueue = 500
    private let most: Int
    /// What takes long is no reason for others of its account to wait for ever: each time after so long one more is let
    /// in.
    private let patience: Duration?

    fileprivate struct Waiting {
        let ticket: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    fileprivate struct Queue {
        var inside = 1
        var waiting: [Waiting] = []
        var hasTimer = false
    }

    fileprivate struct State {
        /// Accounts under way, and who waits for each.
        var queues: [Identifier: Queue] = [:]
        var tickets: UInt64 = 0
    }

    private let state = Mutex(State())

    package init(atOnce most: Int = 1, patience: Duration? = nil) {
        self.most = most
        self.patience = patience
    }

    package func inTurn<Outcome>(of account: Identifier, _ body: () async throws -> Outcome) async throws -> Outcome {
        try await enter(account)
        defer { leave(account) }
        return try await body()
    }

    /// How many accounts are under way.
    var busy: Int { state.withLock { $0.queues.count } }

    private enum Entry { case open, full, ticket(UInt64) }

    private func enter(_ account: Identifier) async throws(PostgresError) {
        let entry: Entry = state.withLock { state in
            if state.open(account, most) { return .open }
            guard (state.queues[account]?.waiting.count ?? 0) < Self.longestQueue else { return .full }
            state.tickets += 1
            return .ticket(state.tickets)
        }
        switch entry {
        case .open: return
        case .full: throw .unavailable(.queueFull)
        case .ticket(let ticket):
            let cause = Reactor.current?.cause
            defer { Reactor.current?.cause = cause }
            let admitted = await withTaskCancellationHandler {
                await withCheckedContinuation { wait(ticket, for: account, $0) }
            } onCancel: {
                giveUp(ticket, for: account)
            }
            guard admitted else { throw .cancelled }
        }
    }

    private func wait(_ ticket: UInt64, for account: Identifier, _ continuation: CheckedContinuation<Bool, Never>) {
        let admitted: Bool? = state.withLock { state in
            // A task cancelled before it came here has been asked to give up already.
            if Task.isCancelled { return false }
            if state.open(account, most) { return true }
            state.queues[account]?.waiting.append(Waiting(ticket: ticket, continuation: continuation))
            return nil
        }
        if let admitted { return continuation.resume(returning: admitted) }
        if let patience, let reactor = Reactor.current, state.withLock({ $0.startTimer(of: account) }) {
            letMoreIn(of: account, every: patience, on: reactor)
        }
    }

    private func letMoreIn(of account: Identifier, every patience: Duration, on reactor: Reactor) {
        reactor.schedule(after: patience) { [self] in
            let next = state.withLock { $0.letOneMoreIn(of: account) }
            guard let next else { return }
            next.continuation.resume(returning: true)
            letMoreIn(of: account, every: patience, on: reactor)
        }
    }

    private func giveUp(_ ticket: UInt64, for account: Identifier) {
        state.withLock { $0.takeOut(ticket, of: account) }?.continuation.resume(returning: false)
    }

    private func leave(_ account: Identifier) {
        let next: Waiting? = state.withLock { state in
            guard var queue = state.queues[account] else { return nil }
            // Where more were let in than there are places, none goes in for one that leaves.
            let next = queue.inside <= most && !queue.waiting.isEmpty ? queue.waiting.removeFirst() : nil
            if next == nil { queue.inside -= 1 }
            state.queues[account] = queue.inside > 0 ? queue : nil
            return next
        }
        next?.continuation.resume(returning: true)
    }
}

extension AccountGate.State {
    /// Whether there is a place for one more, who has it then.
    fileprivate mutating func open(_ account: Identifier, _ most: Int) -> Bool {
        guard let inside = queues[account]?.inside else {
            queues[account] = AccountGate.Queue()
            return true
        }
        guard inside < most else { return false }
        queues[account]?.inside += 1
        return true
    }

    /// False where there is one already, or nobody waits any more.
    fileprivate mutating func startTimer(of account: Identifier) -> Bool {
        guard let queue = queues[account], !queue.hasTimer, !queue.waiting.isEmpty else { return false }
        queues[account]?.hasTimer = true
        return true
    }

    /// Nobody where nobody waits, and the timer ends.
    fileprivate mutating func letOneMoreIn(of account: Identifier) -> AccountGate.Waiting? {
        guard let queue = queues[account], !queue.waiting.isEmpty else {
            queues[account]?.hasTimer = false
            return nil
        }
        queues[account]?.inside += 1
        return queues[account]?.waiting.removeFirst()
    }

    fileprivate mutating func takeOut(_ ticket: UInt64, of account: Identifier) -> AccountGate.Waiting? {
        guard let place = queues[account]?.waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return queues[account]?.waiting.remove(at: place)
    }
}
