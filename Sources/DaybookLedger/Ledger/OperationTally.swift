import DaybookCore
import Postgres
import Reactor
import Synchronization

/// Operations of each day, counted where they are committed and added to the day's row every second: a push writes
/// nothing for it. A process that is killed takes the last second's count along.
package final class OperationTally: Sendable {
    private struct State {
        var unwritten: [CalendarDate: Int64] = [:]
        /// Since the process began.
        var total: UInt64 = 0
        /// So many are worth a look at what PostgreSQL's planner knows.
        var toTell: UInt64 = 1_000
    }

    private let state = Mutex(State())
    private let news = Bell()

    package var total: UInt64 { state.withLock { $0.total } }

    func count(_ operations: Int, at now: Instant) {
        state.withLock { state in
            state.unwritten[now.utcDate, default: 0] += Int64(operations)
            state.total += UInt64(operations)
        }
        news.ring()
    }

    /// Until its task is cancelled, and once more then.
    package func run(_ database: Database) async {
        while !Task.isCancelled {
            await news.wait()
            await Reactor.current?.sleep(for: .seconds(1))
            if !Task.isCancelled {
                await write(to: database)
                await tellPlanner(of: database)
            }
        }
        // Outside of the task that was cancelled, in which no statement would be sent any more.
        await Task(executorPreference: database.reactors.reactors[0]) { await self.write(to: database) }.value
    }

    /// Tells PostgreSQL's planner of tables that grew from nothing. The ledger's statements keep their plans, and one
    /// that was made for an empty table reads all rows of an account wherever it looks for some of them.
    func tellPlanner(of database: Database) async {
        let rows = state.withLock { state -> UInt64? in
            guard state.total >= state.toTell else { return nil }
            state.toTell = state.total * 4
            return state.total
        }
        guard let rows else { return }
        // Autovacuum says the same a minute later, so nothing is lost where this fails.
        try? await database.tellPlanner(of: ["task", "list", "change"], with: Int(clamping: rows))
    }

    func write(to database: Database) async {
        let counts = state.withLock { state in
            defer { state.unwritten = [:] }
            return state.unwritten
        }
        guard !counts.isEmpty else { return }
        do {
            try await database.write(
                """
                INSERT INTO instance_day (day, operations)
                SELECT * FROM unnest(\(Array(counts.keys)), \(Array(counts.values)))
                ON CONFLICT (day) DO UPDATE SET operations = instance_day.operations + excluded.operations
                """)
        } catch  where !error.leavesDoubt {
            state.withLock { $0.unwritten.merge(counts, uniquingKeysWith: +) }
        } catch {
            // Perhaps it was written. Rather too few than some of them twice.
        }
    }
}
