import DaybookCore
import Postgres
import Reactor
import Synchronization

/// Lets one change of each account at a time to the database, first come first served. They would wait for each other's
/// lock there anyway, each on a connection that somebody else could use.
package final class AccountGate: Sendable {
    /// More than these are turned away: fifty devices that all come at once are none of them.
    static let longestQueue = 500

    private struct Waiting {
        let ticket: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        /// Accounts under way, and who waits for each.
        var queues: [Identifier: [Waiting]] = [:]
        var tickets: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func alone<Outcome>(with account: Identifier, _ body: () async throws -> Outcome) async throws -> Outcome {
        try await enter(account)
        defer { leave(account) }
        return try await body()
    }

    /// How many accounts are under way.
    var busy: Int { state.withLock { $0.queues.count } }

    private enum Entry { case open, full, ticket(UInt64) }

    private func enter(_ account: Identifier) async throws(PostgresError) {
        let entry: Entry = state.withLock { state in
            guard let queue = state.queues[account] else {
                state.queues[account] = []
                return .open
            }
            guard queue.count < Self.longestQueue else { return .full }
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
            guard state.queues[account] != nil else {
                state.queues[account] = []
                return true
            }
            state.queues[account]?.append(Waiting(ticket: ticket, continuation: continuation))
            return nil
        }
        if let admitted { continuation.resume(returning: admitted) }
    }

    private func giveUp(_ ticket: UInt64, for account: Identifier) {
        let waiting: Waiting? = state.withLock { state in
            guard let place = state.queues[account]?.firstIndex(where: { $0.ticket == ticket }) else { return nil }
            return state.queues[account]?.remove(at: place)
        }
        waiting?.continuation.resume(returning: false)
    }

    private func leave(_ account: Identifier) {
        let next: Waiting? = state.withLock { state in
            guard let first = state.queues[account]?.first else {
                state.queues[account] = nil
                return nil
            }
            state.queues[account]?.removeFirst()
            return first
        }
        next?.continuation.resume(returning: true)
    }
}
