import Reactor

extension Database {
    /// Runs the body in a transaction and commits it when the body returns; rolls it back when the body throws.
    ///
    /// A transaction that loses a race (a serialization failure or a deadlock) is run again from its beginning, after a
    /// random pause and a limited number of times, so the body must not do anything outside of it. `attempts: 1` is for
    /// one that does.
    ///
    /// What is in `opening` runs first and travels with the body's first statement.
    @discardableResult
    public func transaction<Outcome: Sendable>(
        isolation: IsolationLevel = .readCommitted, readOnly: Bool = false, attempts: Int? = nil,
        opening: [Query] = [], _ body: (Transaction) async throws -> Outcome
    ) async throws -> Outcome {
        let isSpread = try await isSpread()
        let begin = isolation.begin(readOnly: readOnly)
        let opening = (readOnly && configuration.transactionRest > .zero ? [.mayRest] : []) + opening
        let attempts = attempts ?? configuration.transactionAttempts
        if let pool = here {
            return try await pool.transaction(
                begin: begin, opening: opening, isSpread: isSpread, attempts: attempts, body)
        }
        let pool = anyPool
        return try await withTaskExecutorPreference(pool.reactor) {
            try await pool.transaction(
                begin: begin, opening: opening, isSpread: isSpread, attempts: attempts, body)
        }
    }
}

extension Database {
    /// Runs one statement that only reads, behind those that say how: in one round trip, and in the transaction that
    /// PostgreSQL makes of what travels together. It costs neither a `BEGIN` nor a `COMMIT`. It may be run again, so
    /// nothing of it may change anything.
    public func read(_ query: Query, after opening: [Query]) async throws -> Rows {
        if try await isSpread() {
            return try await transaction(readOnly: true, opening: opening) { try await $0.run(query) }
        }
        if let pool = here { return try await pool.read(query, after: opening) }
        let pool = anyPool
        return try await withTaskExecutorPreference(pool.reactor) { try await pool.read(query, after: opening) }
    }
}

extension Pool {
    /// In no transaction but the one that PostgreSQL makes of what is sent together.
    func read(_ query: Query, after opening: [Query]) async throws -> Rows {
        try await transaction(
            begin: nil, opening: opening, isSpread: false, attempts: configuration.transactionAttempts
        ) { transaction in try await transaction.runAlone(query) }
    }

    func transaction<Outcome>(
        begin: Query?, opening: [Query], isSpread: Bool, attempts: Int,
        _ body: (Transaction) async throws -> Outcome
    ) async throws -> Outcome {
        let opening = ContiguousArray(
            [begin].compactMap(\.self) + (checksPrimaryPerTransaction ? [atPrimary] : []) + opening)
        var attempt = 1
        while true {
            let transaction = Transaction(try await lease(), of: self, opening: opening, isSpread: isSpread)
            do {
                let outcome = try await body(transaction)
                try await transaction.commitIfOpen()
                transaction.end()
                return outcome
            } catch {
                transaction.end()
                guard transaction.mayRunAgain, attempt < attempts, !Task.isCancelled else { throw error }
            }
            statistics.retried()
            await reactor.sleep(for: pause(after: attempt))
            attempt += 1
        }
    }

    /// Doubles from 2 ms to 256 ms, and is anything between nothing and that, so that those who met part.
    private func pause(after attempt: Int) -> Duration {
        let limit = 2_000_000 << Int64(min(attempt - 1, 7))
        return .nanoseconds(Int64(Double(limit) * machine.random.fraction(in: 0.1...1)))
    }
}
