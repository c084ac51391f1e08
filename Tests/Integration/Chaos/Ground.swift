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

/// One PostgreSQL at the end of a line that may become slow or break.
struct FarServer: Ground {
    let server: OneServer
    let line: DatabaseLine

    init() throws {
        server = try OneServer()
        line = try DatabaseLine(to: server.postgres.directory)
    }

    var url: String { server.url }

    var settings: [String: String] {
        let name = server.postgres.name(of: url)
        return ["DAYBOOK_DATABASE_URL": "postgresql:///\(name)?host=\(line.folder)&user=daybook"]
    }

    func stop() {
        line.close()
        server.stop()
    }
}

/// One PostgreSQL on a disk that can be filled.
struct FullServer: Ground {
    let disk: SmallDisk
    let postgres: TestPostgres
    let url: String

    init() throws {
        disk = try SmallDisk("240m")
        postgres = try TestPostgres(
            durable: true, settings: ["max_wal_size = 32MB", "min_wal_size = 32MB"], in: disk.folder.path)
        url = try postgres.freshDatabase()
    }

    var settings: [String: String] { ["DAYBOOK_DATABASE_URL": url] }

    func stop() { postgres.stop() }
}

extension FailoverPair: Ground {
    var settings: [String: String] {
        [
            "DAYBOOK_DATABASE_URL": pooledURL, "DAYBOOK_LIVE_DATABASE_URL": url,
            "DAYBOOK_DATABASE_STATEMENTS": "unnamed",
            "DAYBOOK_DATABASE_STANDBYS": isSynchronous ? "synchronous" : "asynchronous",
        ]
    }
}
