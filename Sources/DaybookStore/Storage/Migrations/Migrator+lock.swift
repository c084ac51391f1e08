import Postgres

extension Migrator {
    /// "daybook" and a one, as a number: the key of the advisory lock, which PostgreSQL keeps per database.
    package static let lockKey: Int64 = 0x6461_7962_6F6F_6B01

    /// The transaction that holds the lock. It is idle while the migrations run on other connections. A query leaves
    /// its snapshot open until the next statement, and an index built concurrently would wait for it for ever, so every
    /// visit to this transaction ends with a statement that has none.
    struct Guardian: Sendable {
        let transaction: Transaction

        static let visit: Query = "SET LOCAL idle_in_transaction_session_timeout = 0"

        /// The lock is held as long as its transaction lives.
        func check() async throws(MigrationError) {
            do throws(PostgresError) {
                try await transaction.run(Self.visit)
            } catch {
                throw error.isUnavailable ? .lockLost : MigrationError(error)
            }
        }
    }

    func underLock<Outcome: Sendable>(
        _ body: @Sendable (Guardian) async throws(MigrationError) -> Outcome
    ) async throws(MigrationError) -> Outcome {
        let started = ContinuousClock.now
        var waits = false
        while true {
            if let outcome = try await tryLock(body) { return outcome }
            if !waits { report(.waitingForLock) }
            waits = true
            guard started.duration(to: .now) < patience.forLock else { throw .lockBusy(waited: patience.forLock) }
            // Asking again and again rather than waiting inside PostgreSQL: a session that waits there has a snapshot,
            // and an index that the other process builds concurrently would wait for it in turn.
            try? await Task.sleep(for: .milliseconds(Int.random(in: 50...150)))
            if Task.isCancelled { throw .lockBusy(waited: started.duration(to: .now)) }
        }
    }

    /// Runs the body under the lock; nil if another process has it.
    private func tryLock<Outcome: Sendable>(
        _ body: @Sendable (Guardian) async throws(MigrationError) -> Outcome
    ) async throws(MigrationError) -> Outcome? {
        let result: Result<Outcome, MigrationError>?
        do {
            result = try await database.transaction(attempts: 1) { transaction in
                let answers = try await transaction.run([
                    "SELECT pg_try_advisory_xact_lock(\(Self.lockKey))", Guardian.visit,
                ])
                guard try answers.first?.first?.decode(0, as: Bool.self) == true else { return nil }
                let guardian = Guardian(transaction: transaction)
                do throws(MigrationError) {
                    return Result<Outcome, MigrationError>.success(try await body(guardian))
                } catch {
                    return .failure(error)
                }
            }
        } catch let error as PostgresError {
            throw MigrationError(error)
        } catch {
            throw .databaseUnreachable("\(error)")
        }
        return try result?.get()
    }
}
