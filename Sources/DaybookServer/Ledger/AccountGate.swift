import DaybookCore
import Synchronization

/// Lets one after the other of an account's changes through, in the order in which they came.
///
/// The lock in the database would do it too, but whoever waits there holds a connection: fifty devices of one account would
/// keep every other account waiting.
final class AccountGate: Sendable {
    private let waiting = Mutex<[Identifier: [CheckedContinuation<Void, Never>]]>([:])

    func alone<Outcome>(with account: Identifier, _ body: () async throws -> Outcome) async throws -> Outcome {
        await enter(account)
        defer { leave(account) }
        try Task.checkCancellation()
        return try await body()
    }

    private func enter(_ account: Identifier) async {
        await withCheckedContinuation { continuation in
            let mayGo = waiting.withLock { waiting in
                guard waiting[account] != nil else {
                    waiting[account] = []
                    return true
                }
                waiting[account]?.append(continuation)
                return false
            }
            if mayGo { continuation.resume() }
        }
    }

    private func leave(_ account: Identifier) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard var queue = waiting[account], !queue.isEmpty else {
                waiting[account] = nil
                return nil
            }
            let first = queue.removeFirst()
            waiting[account] = queue
            return first
        }
        next?.resume()
    }
}
