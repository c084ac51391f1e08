import Postgres
import TestWire
import Testing

extension Database {
    /// Waits until somebody waits for a lock.
    func somebodyWaitsForALock() async throws {
        // Where tables are spread it is a worker that waits.
        let waiting: Query =
            try await isSpread()
            ? "SELECT 1 FROM citus_lock_waits"
            : "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        try await eventually { try await !read(waiting).isEmpty }
    }
}
