import Postgres

extension Migrator {
    func carryOut(_ step: MigrationPlan.Step) async throws(MigrationError) {
        report(.began(file: step.migration.file, step.direction, again: step.again))
        let started = ContinuousClock.now
        if step.migration.rules.noTransaction == nil {
            try await inTransaction(step)
        } else {
            try await withoutTransaction(step)
        }
        report(.finished(file: step.migration.file, step.direction, took: started.duration(to: .now)))
    }

    // MARK: In a transaction

    /// Tries again, a bounded number of times, when a lock does not come in the short time a statement may wait for it:
    /// other statements on the table queue behind the waiting migration, so it must not wait long.
    private func inTransaction(_ step: MigrationPlan.Step) async throws(MigrationError) {
        var pause = patience.pause.first
        for attempt in 1... {
            let busy: Int
            do throws(MigrationError) {
                try await attemptInTransaction(step)
                return
            } catch .relationsBusy(_, let statement, _, _) {
                busy = statement
            }
            guard attempt < patience.attempts, !Task.isCancelled else {
                throw .relationsBusy(
                    file: step.migration.file, statement: busy, attempts: attempt, holders: await oldestTransactions())
            }
            report(.postponed(file: step.migration.file, statement: busy, attempt: attempt))
            try? await Task.sleep(for: pause * Double.random(in: 0.5...1))
            pause = min(pause * 2, patience.pause.last)
        }
    }

    private func attemptInTransaction(_ step: MigrationPlan.Step) async throws(MigrationError) {
        let migration = step.migration
        let rules = migration.rules
        do {
            try await database.transaction(attempts: 1) { transaction in
                try await transaction.run([
                    "SELECT set_config('lock_timeout', \(rules.lockTimeout.inMilliseconds), true), set_config('statement_timeout', \(rules.statementTimeout.inMilliseconds), true)",
                    Self.bookkeeping(of: step),
                ])
                for (index, statement) in step.statements.enumerated() {
                    do throws(PostgresError) {
                        // The server's own timeout is the one that counts; ours is for a server that has gone silent.
                        try await transaction.run(
                            Query(unsafeSQL: statement.text), timeout: rules.statementTimeout + .seconds(10))
                    } catch {
                        throw Self.error(error, in: step, at: index)
                    }
                }
            }
        } catch let error as MigrationError {
            throw error
        } catch let error as PostgresError where error.sqlState == .uniqueViolation {
            // The row belongs to another migrator: the lock did not keep us apart.
            throw .lockLost
        } catch let error as PostgresError {
            throw error.sqlState == .lockNotAvailable
                ? .relationsBusy(file: migration.file, statement: 1, attempts: 1, holders: []) : MigrationError(error)
        } catch {
            throw .databaseUnreachable("\(error)")
        }
    }

    private static func bookkeeping(of step: MigrationPlan.Step) -> Query {
        let migration = step.migration
        switch step.direction {
        case .forward:
            return """
                INSERT INTO daybook_migration (number, name, checksum, state, applied_at, keeps_older)
                VALUES (\(migration.number), \(migration.name), \(migration.checksum), 'applied', now(),
                    \(migration.rules.keepsOlderServers))
                """
        case .backward: return "DELETE FROM daybook_migration WHERE number = \(migration.number)"
        }
    }

    /// Another session won a deadlock without knowing that we can wait, so it counts as a table in use.
    private static func error(_ error: PostgresError, in step: MigrationPlan.Step, at index: Int) -> MigrationError {
        guard case .server(let refusal) = error, !error.isUnavailable else { return MigrationError(error) }
        let file = step.migration.file
        if refusal.state == .lockNotAvailable || refusal.state.isRetryable {
            return .relationsBusy(file: file, statement: index + 1, attempts: 1, holders: [])
        }
        return .failed(
            file: file, statement: index + 1, line: step.statements[index].line, state: refusal.state.code,
            message: refusal.shownMessage)
    }

    /// Sessions whose transactions are older than a second, oldest first: whom to look at when a table stays in use.
    private func oldestTransactions() async -> [Int32] {
        let rows = try? await database.read(
            """
            SELECT pid FROM pg_stat_activity AS session
            WHERE datname = current_database() AND pid <> pg_backend_pid()
                AND xact_start < clock_timestamp() - interval '1 second'
                AND NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pg_locks.pid = session.pid)
            ORDER BY xact_start LIMIT 3
            """)
        return rows?.compactMap { try? $0.decode(0, as: Int32.self) } ?? []
    }

    // MARK: Without one

    /// The row says "under way" before the first statement and "done" after the last, so that an interruption between
    /// them is recognised. No lock timeout here: what cannot run in a transaction (an index built concurrently) takes
    /// weak locks, and waits for old transactions on purpose.
    private func withoutTransaction(_ step: MigrationPlan.Step) async throws(MigrationError) {
        let migration = step.migration
        do throws(PostgresError) {
            switch step.direction {
            case .forward where step.again: break  // the row says so already
            case .forward:
                try await database.write(
                    """
                    INSERT INTO daybook_migration (number, name, checksum, state, keeps_older)
                    VALUES (\(migration.number), \(migration.name), \(migration.checksum), 'applying',
                        \(migration.rules.keepsOlderServers))
                    """)
            case .backward:
                try await database.write(
                    "UPDATE daybook_migration SET state = 'reverting' WHERE number = \(migration.number)")
            }
        } catch {
            throw error.sqlState == .uniqueViolation ? .lockLost : MigrationError(error)
        }
        for (index, statement) in step.statements.enumerated() {
            do throws(PostgresError) {
                try await database.write(Query(unsafeSQL: statement.text), timeout: migration.rules.statementTimeout)
            } catch {
                throw Self.error(error, in: step, at: index)
            }
        }
        do throws(PostgresError) {
            switch step.direction {
            case .forward:
                try await database.write(
                    "UPDATE daybook_migration SET state = 'applied', applied_at = now() WHERE number = \(migration.number)"
                )
            case .backward: try await database.write(Self.bookkeeping(of: step))
            }
        } catch {
            throw MigrationError(error)
        }
    }
}

extension Duration {
    /// As PostgreSQL's settings take it.
    fileprivate var inMilliseconds: String {
        let (seconds, attoseconds) = components
        return String(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
