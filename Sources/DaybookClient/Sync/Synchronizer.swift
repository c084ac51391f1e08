import DaybookCore

/// Talks to the server for a stored replica, one exchange at a time.
final class Synchronizer {
    private let stored: StoredReplica
    private let session: Session
    var state = SyncState()

    init(_ stored: StoredReplica, _ session: Session) {
        self.stored = stored
        self.session = session
    }

    private var time: TimeSource { stored.time }

    /// One request and what follows from its answer. Answers the rows that look different now.
    nonisolated(nonsending) func exchangeOnce() async -> RowSet {
        guard let server = session.server(at: stored.record.server) else {
            state.cannotAsk(stored.record.server == nil ? .alone : .revoked, at: time.now())
            return RowSet()
        }
        state.began()
        if state.triesHeldAgain(at: time.now()) { stored.tryHeldAgain() }
        do {
            let size = state.mayPush(at: time.now()) ? try affordable() : 0
            let (exchange, request) = try stored.change { $0.request(now: time.now(), operations: size) }
            do {
                let answer = try await server.sync(request, answering: exchange)
                return try take(answer, to: exchange)
            } catch let failure as Server.Failure {
                return try suffer(failure, of: exchange)
            }
        } catch {
            state.couldNotSave("\(error)", at: time.now(), random: time.random())
            try? stored.note(trouble: state.trouble?.sentence, at: time.now())
            return RowSet()
        }
    }

    /// How many operations go into one request, another process's among them.
    private func affordable() throws -> Int {
        try stored.catchUp()
        return stored.replica.affordable(atMost: state.batch)
    }

    private func take(_ answer: SyncAnswer, to exchange: Replica.Exchange) throws -> RowSet {
        let (received, rows) = try stored.take(answer, to: exchange)
        state.took(
            received, pushed: !exchange.operations.isEmpty, more: !stored.replica.sendable.isEmpty,
            reached: stored.replica.base.revision, at: time.now(), random: time.random())
        if case .merged = received, !exchange.operations.isEmpty, let trouble = state.trouble {
            try stored.note(trouble: trouble.sentence, at: time.now())
        }
        return rows
    }

    private func suffer(_ failure: Server.Failure, of exchange: Replica.Exchange) throws -> RowSet {
        var failure = failure
        // Whoever asked did not want to wait any longer.
        if case .unreachable = failure, Task.isCancelled { failure = .unreachable("no answer in time") }
        let isLast = state.failed(
            failure, carrying: exchange.operations.count, at: time.now(), random: time.random())
        defer { try? stored.note(trouble: state.trouble?.sentence, at: time.now()) }
        guard isLast, case .problem(let problem) = failure, let first = exchange.operations.first else {
            return RowSet()
        }
        let now = time.now()
        return try stored.change { replica in
            if let operation = replica.outbox.first(where: { $0.opId == first }) {
                let code = problem.code.isEmpty ? "\(problem.status)" : problem.code
                try stored.setAside(operation, code: code, sentence: problem.sentence, at: now)
            }
            return replica.withdraw(first, now: now)
        }
    }
}
