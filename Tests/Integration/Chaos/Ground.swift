import TestPostgres
import TestWire

/// What a town stands on: the database of its servers, and who looks after it.
protocol Ground: Sendable {
    /// What the servers are given, with what else they must be told.
    var settings: [String: String] { get }
    /// Straight to the database, for the tests' own look at the tables.
    var url: String { get }
    func stop()
}

/// One PostgreSQL that keeps what it acknowledged.
struct OneServer: Ground {
    let postgres: TestPostgres
    let url: String

    init() throws {
        postgres = try TestPostgres(durable: true)
        url = try postgres.freshDatabase()
    }

    var settings: [String: String] { ["DAYBOOK_DATABASE_URL": url] }

    func stop() { postgres.stop() }

    // MARK: Calamities

    func kill() async throws {
        try await onThread {
            postgres.kill9()
            try postgres.start()
        }
    }

    /// It neither answers nor goes away for a while.
    func freeze(for time: Duration) async throws {
        postgres.freeze()
        try? await Task.sleep(for: time)
        postgres.thaw()
    }
}

extension FailoverPair: Ground {
    var settings: [String: String] {
        [
            "DAYBOOK_DATABASE_URL": pooledURL, "DAYBOOK_LIVE_DATABASE_URL": url,
            "DAYBOOK_DATABASE_STATEMENTS": "unnamed", "DAYBOOK_DATABASE_STANDBYS": "synchronous",
        ]
    }
}
