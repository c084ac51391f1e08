import CPostgres
import Reactor

/// A caller who waits for a connection of its own.
///
/// `@unchecked Sendable` is safe because it is touched on its reactor's thread only.
final class LeaseRequest: @unchecked Sendable {
    var continuation: UnsafeContinuation<Lease, Never>?
    var waiter: UInt64?
    private var isDone = false

    enum Lease: @unchecked Sendable {
        case connection(Connection)
        case refused(PostgresError)
    }

    func grant(_ connection: Connection) {
        isDone = true
        continuation.take()?.resume(returning: .connection(connection))
    }

    func refuse(_ error: PostgresError) {
        guard !isDone else { return }
        isDone = true
        continuation.take()?.resume(returning: .refused(error))
    }
}

extension Pool {
    /// A connection for the caller alone, until ``release(_:)``. A cancel request for somebody's statement before it
    /// would end a transaction that may not be run again, so it begins when there can be none.
    func lease() async throws(PostgresError) -> Connection {
        while true {
            let connection = try await leaseAny()
            if await connection.becomesQuiet() { return connection }
        }
    }

    private func leaseAny() async throws(PostgresError) -> Connection {
        let request = LeaseRequest()
        let cause = reactor.cause
        defer { reactor.cause = cause }
        let lease = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                request.continuation = continuation
                if Task.isCancelled { return request.refuse(.cancelled) }
                requestConnection(for: request)
            }
        } onCancel: {
            reactor.execute { self.withdraw(request) }
        }
        switch lease {
        case .connection(let connection): return connection
        case .refused(let error):
            statistics.failed(error)
            throw error
        }
    }

    /// Grants one, or lets the request wait for one.
    func requestConnection(for request: LeaseRequest) {
        let (decision, actions) = machine.request(
            .lease, deadline: reactor.now + configuration.queueTimeout, at: reactor.now)
        switch decision {
        case .connection(let slot):
            if let connection = connections[slot] { request.grant(connection) }
        case .wait(let waiter):
            request.waiter = waiter
            waiting[waiter] = .lease(request)
            noteCounts()
        case .refused(let reason): request.refuse(.unavailable(reason))
        }
        perform(actions)
        keepSweeping()
    }

    private func withdraw(_ request: LeaseRequest) {
        guard let waiter = request.waiter, waiting.removeValue(forKey: waiter) != nil else { return }
        machine.forget(waiter)
        noteCounts()
        request.refuse(.cancelled)
    }

    /// Sends a lease's statements at once, under one sync.
    func send(_ submission: Submission, leased connection: Connection) {
        guard connection.phase == .ready else { return fail(submission, .connectionLost) }
        if !connection.send(submission, from: &statements) || !connection.sync(submission) { lost(connection) }
        if !submission.isDone, connection.phase == .closed { fail(submission, .connectionLost) }
        if !sweepIsFast { keepSweeping() }
    }

    /// Gives a leased connection back when everything sent on it is answered and no cancel request is under way.
    func release(_ connection: Connection) {
        guard connection.phase == .ready else { return }
        connection.isCleaning = true
        if connection.expected.isEmpty { cleaned(connection) }
    }

    /// The lease's last answer is in, or its cancel request is through.
    func cleaned(_ connection: Connection) {
        guard connection.phase == .ready, !connection.reach.isUnderWay, let handle = connection.handle else { return }
        connection.isCleaning = false
        // A transaction left open would be the next caller's.
        guard PQtransactionStatus(handle) == PQTRANS_IDLE else { return lost(connection) }
        perform(machine.released(slot: connection.slot, at: reactor.now))
        noteCounts()
    }
}
